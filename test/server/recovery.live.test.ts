import { afterEach, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../scripts/servers/index.ts';
import { openSession } from '../../src/server';
import { describeEachVersion } from './real-server.ts';
import { connectClient, takeSnapshot } from './take-snapshot.ts';

await describeEachVersion('a server that only reads, or is in recovery', (id) => {
  let server: RunningServer | undefined;

  afterEach(async () => {
    await server?.stop();
    server = undefined;
  });

  test.each([
    ['innodb_read_only', 1],
    ['innodb_force_recovery', 4],
    ['innodb_force_recovery', 6],
  ])('survives a whole snapshot with %s=%i', async (variable, value) => {
    server = await startServer(id, { options: { performance_schema: true } });
    const root = connectClient(server.socket);
    await root.query('CREATE DATABASE shop');
    await root.query('CREATE TABLE shop.orders (id INT PRIMARY KEY) ENGINE=InnoDB');
    root.end();
    await server.restart([`--${variable}=${value}`]);
    const session = await openSession({ socket: server.socket, user: 'root' }, {});
    const snapshot = await takeSnapshot(session);
    expect(snapshot.complete).toBe(true);
    const failed = Object.entries(snapshot.sections).filter(([, { status }]) => status === 'failed');
    expect(failed).toEqual([]);
    const still = connectClient(server.socket);
    await expect(still.query('SELECT 1')).resolves.toBeDefined();
    still.end();
    await session.close();
  });
});
