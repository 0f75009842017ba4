import type { Cell } from '../../../shared/snapshot';
import type { ResultKind } from './result-kind';

/** `os_waits=12` up to 5.6, `waits=12` later, `spins=3,waits=2,calls=9` of Percona, `count=9, spin_waits=3, ... os_waits=2` of debug builds. */
const figure = /\b(os_waits|waits|spins|spin_waits|calls|count)=(\d{1,20})\b/g;
const figures = /^(?:\w{1,20}=\d{1,20},? ?){1,8}$/;

/** SHOW ENGINE INNODB MUTEX: how often threads had to wait for each mutex and read-write lock since the start (MySQL manual, "SHOW ENGINE Statement"). */
export const innodbMutexes: ResultKind = {
  title: 'InnoDB mutexes',
  matches: (columns, { rows }) =>
    columns.join() === 'type,name,status' &&
    rows.length > 0 &&
    rows.every(([, , status]) => figures.test(status?.trim() ?? '')),
  pieces: (_columns, { rows, at }) => [
    {
      kind: 'table',
      section: 'innodb-mutexes',
      columns: ['NAME', 'WAITS', 'SPINS', 'CALLS'],
      rows: rows.map(([, name = '', status = '']): Cell[] => {
        const found = new Map([...status.matchAll(figure)].map(([, key = '', value = '']) => [key, value]));
        const first = (...keys: string[]) =>
          keys.map((key) => found.get(key)).find((value) => value !== undefined);
        return [
          name.trim(),
          first('os_waits', 'waits') ?? null,
          first('spins', 'spin_waits') ?? null,
          first('calls', 'count') ?? null,
        ];
      }),
      at,
    },
  ],
};
