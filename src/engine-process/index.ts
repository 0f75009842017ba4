import { createEngine, defaultPaths } from '../engine';
import { readBootId } from '../engine/base/boot-id';
import { systemClock } from '../shared/base/clock';
import { serveEngine } from './serve';

/**
 * Entry of the utility process that runs the engine. Main gives the folder that holds `out`, `rules` and `samples`,
 * and the app's version, as arguments.
 */
function argument(name: string): string {
  const prefix = `--${name}=`;
  const found = process.argv.find((text) => text.startsWith(prefix));
  if (found === undefined) throw new Error(`The engine's process was started without ${prefix}`);
  return found.slice(prefix.length);
}

const engine = createEngine({
  paths: defaultPaths(argument('app-root'), process.env, process.platform),
  version: argument('app-version'),
  clock: systemClock,
  process: { pid: process.pid, bootId: readBootId() },
  reader: 'window',
});
const port = process.parentPort;
const server = serveEngine(
  engine,
  { post: (message) => port.postMessage(message) },
  // The last message must have left before the process does.
  () => setTimeout(() => process.exit(0), 20),
);

port.on('message', (event) => void server.receive(event.data));
// The machine shuts down, or somebody ends this process: what it changed on a server is restored first.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.on(signal, () => void server.receive({ kind: 'close' }));
}
process.on('unhandledRejection', (reason) => server.fault(reason));
process.on('uncaughtException', (error) => server.fault(error));
