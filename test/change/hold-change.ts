// A process of its own that makes a change and holds it until it is asked to end, or killed.
// Prints {"at": "set"} when the change is in force, and at the end how it went.
import { readBootId } from '../../src/engine/base/boot-id';
import { openJournal, type RequestedSetting, runChange } from '../../src/server/change';
import { openSession } from '../../src/server/connect/session';
import { toLatchkeyError } from '../../src/shared/base/error';

interface Order {
  socket: string;
  /** Default: root, without a password. */
  account?: { user: string; password: string };
  folder: string;
  settings: RequestedSetting[];
}

const order: Order = JSON.parse(process.argv[2] ?? '');
const say = (message: object) => process.stdout.write(`${JSON.stringify(message)}\n`);
const cancel = new AbortController();
process.on('SIGTERM', () => cancel.abort());
// The test that started it is gone.
process.stdin.on('end', () => process.exit(1)).resume();

const { user, ...secrets } = order.account ?? { user: 'root' };
const session = await openSession({ socket: order.socket, user }, secrets);
try {
  const journal = openJournal(order.folder, {
    pid: process.pid,
    bootId: readBootId(),
    now: () => new Date(),
  });
  const run = await runChange(
    session,
    journal,
    { purpose: 'probe', settings: order.settings, signal: cancel.signal },
    async () => true,
    (applied) => {
      say({ at: 'set', ...applied });
      return new Promise<void>((resolve) => {
        const alive = setInterval(() => {
          if (!cancel.signal.aborted) return;
          clearInterval(alive);
          resolve();
        }, 20);
      });
    },
  );
  say({ at: 'end', restore: run.restore, status: run.status });
} catch (error) {
  say({ at: 'refused', ...toLatchkeyError(error).toDocument() });
}
await session.close();
process.exit();
