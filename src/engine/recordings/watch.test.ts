import { expect, test } from 'vitest';
import { compileCondition } from '../../analysis';
import type { Session } from '../../server';
import type { Clock } from '../../shared/base/clock';
import { Watcher } from './watch';

test('a trigger that was seen stays seen when its reading took longer than the interval', async () => {
  let nowMs = 0;
  const clock: Clock = {
    now: () => new Date(nowMs),
    monotonicMs: () => nowMs,
    sleep: async (ms) => {
      nowMs += ms;
    },
  };
  const session = new Proxy({} as Session, {
    get: (_, name) => {
      if (name === 'statements') return [];
      if (name === 'identity') return { flavour: 'mysql', version: [8, 0, 31] };
      return async (sql: string) => {
        nowMs += 350;
        const isStatus = sql.startsWith('SHOW GLOBAL STATUS');
        return { columns: ['Variable_name', 'Value'], rows: isStatus ? [['Threads_running', '9']] : [] };
      };
    },
  });
  const when = 'Threads_running > 5';
  const request = {
    ...{ target: { user: 'root' }, secrets: {}, folder: null, limit: 1, coolDownSeconds: 0 },
    ...{ beforeSeconds: 0, seconds: 60, windowSeconds: 0, intervalMs: 100, keepLiterals: false },
    ...{ declaredHost: {}, when },
  };
  const watcher = new Watcher(session, request, compileCondition(when), clock, Number.NEGATIVE_INFINITY);
  const job = { signal: new AbortController().signal, report: () => undefined };
  expect(await watcher.untilTriggered(60_000, job, 0)).not.toBe('over');
});
