// node bench/stalls/heartbeat.ts SOCKET: updates a row until its input ends, then prints when it was answered.
// A process of its own: what halts the sampler must not halt the client that it is compared with.
import { createConnection } from 'mysql2/promise';

const beatEveryMs = 10;
const client = await createConnection({ socketPath: process.argv[2] ?? '', user: 'root' });
const answered: number[] = [];
let over = false;
process.stdin.resume().on('end', () => {
  over = true;
});
while (!over) {
  await client.query('UPDATE beat.beat SET n = n + 1');
  answered.push(Date.now());
  await new Promise((resolve) => setTimeout(resolve, beatEveryMs));
}
await client.end();
process.stdout.write(JSON.stringify(answered));
