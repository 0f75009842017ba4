import { existsSync } from 'node:fs';
import type { Attack } from '../attack.ts';
import { held } from '../attack.ts';
import { inert, observed, sound } from '../judge.ts';
import type { HostileSession, Rows, Script } from '../server/hostile-server.ts';
import { realAnswers } from '../server/real-answers.ts';
import { columnPayload, endPayload, framed, header, okPayload, rowPayload } from '../server/wire.ts';
import { snapshotOf } from '../snapshot-of.ts';
import type { Stage } from '../stage.ts';

const room = 'A hostile server';
/** A statement that gets no sense out of a server ends at its time limit of 10 s. */
const seconds = 60;

/** Bytes in place of an answer; the connection then goes on, or ends. */
type Wrong = (session: HostileSession) => Buffer;

const result = (session: HostileSession, rows: Buffer[]): Buffer => {
  const packets = [
    Buffer.from([2]),
    columnPayload('a'),
    columnPayload('b'),
    endPayload(),
    ...rows,
    endPayload(),
  ];
  return Buffer.concat(packets.map((packet, index) => framed(session.sequence + index, packet)));
};

/** Answers to a statement that break the protocol, by what is wrong with them. */
export const wrongAnswers: Record<string, Wrong> = {
  'a wrong sequence id': () => framed(99, okPayload()),
  'a row with too few cells': (session) => result(session, [rowPayload(['x'])]),
  'a row with too many cells': (session) => result(session, [rowPayload(['x', 'y', 'z', 'z'])]),
  'a cell longer than its packet': (session) => result(session, [Buffer.from([0xfc, 0xff, 0xff, 0x41])]),
  'a cell of 2^64 - 1 bytes': (session) => result(session, [Buffer.from([0xfe, ...Array(8).fill(0xff)])]),
  'invalid UTF-8 and NUL': (session) =>
    result(session, [rowPayload([Buffer.from([0xc3, 0x28, 0, 0xff]), '\0\0'])]),
  'a column count of 2^32': (session) =>
    framed(session.sequence, Buffer.from([0xfe, 0, 0, 0, 0, 1, 0, 0, 0])),
  'a column definition cut short': (session) =>
    Buffer.concat([
      framed(session.sequence, Buffer.from([1])),
      framed(session.sequence + 1, Buffer.from([3, 0x64])),
    ]),
  'a column of a type that there is not': (session) =>
    Buffer.concat(
      [Buffer.from([1]), columnPayload('a', 77, 9999), endPayload(), rowPayload(['x']), endPayload()].map(
        (packet, index) => framed(session.sequence + index, packet),
      ),
    ),
  'an empty packet': (session) => framed(session.sequence, Buffer.alloc(0)),
  'a header that claims 16 MB, and nothing': (session) => header(0xffffff, session.sequence),
  'an error cut short': (session) => framed(session.sequence, Buffer.from([0xff])),
  'an OK cut short': (session) => framed(session.sequence, Buffer.from([0])),
  'an OK and two unsolicited packets': (session) =>
    Buffer.concat([
      framed(session.sequence, okPayload()),
      framed(7, okPayload()),
      framed(8, Buffer.from([3, 1, 2])),
    ]),
  'an end of data at once': (session) => framed(session.sequence, endPayload()),
  'random bytes': () => Buffer.from(Array.from({ length: 4000 }, (_, index) => (index * 7919 + 13) % 256)),
};

async function bear(stage: Stage, script: Script): Promise<string> {
  const { run } = await snapshotOf(stage, script);
  sound(run, stage, seconds);
  inert(run.err, 'the terminal');
  held(
    !/out of order|node_modules/.test(run.err),
    `the driver printed ${JSON.stringify(run.err.slice(0, 300))}`,
  );
  return observed(run);
}

/** A field of the numbers of a real server that no arithmetic survives. */
const absurdNumbers = [
  'NaN',
  '1e400',
  '-1',
  '18446744073709551616',
  '-9223372036854775809',
  'Infinity',
  '',
  '0x10',
  '१२',
  '1,5',
];

function spoilNumbers({ columns, rows }: Rows, sql: string): Rows {
  if (!/STATUS|VARIABLES|performance_schema|innodb_metrics/i.test(sql)) return { columns, rows };
  let next = 0;
  return {
    columns,
    rows: rows.map((row) =>
      row.map((value) => {
        if (typeof value !== 'string' || !/^\d+(?:\.\d+)?$/.test(value)) return value;
        next += 1;
        return absurdNumbers[next % absurdNumbers.length] ?? value;
      }),
    ),
  };
}

export const packetAttacks: Attack[] = [
  {
    id: 'wrong-packets',
    room,
    attack: `answers statements with ${Object.keys(wrongAnswers).join(', ')}`,
    expected: 'Packets that break the protocol fail their statement, never the program.',
    quick: true,
    run: async (stage) => {
      const seen: string[] = [];
      for (const [what, wrong] of Object.entries(wrongAnswers)) {
        const answer = async (session: HostileSession, sql: string, usual: () => Promise<void>) => {
          if (!/SHOW GLOBAL VARIABLES/i.test(sql)) return usual();
          await session.raw(wrong(session));
          await session.pause(300);
          session.end();
        };
        try {
          seen.push(await bear(stage, { answer }));
        } catch (error) {
          if (error instanceof Error) error.message = `${what}: ${error.message}`;
          throw error;
        }
      }
      return `${seen.length} kinds: ${[...new Set(seen)].slice(0, 3).join('; ')}`;
    },
  },
  {
    id: 'wrong-packets-kept-open',
    room,
    attack: 'sends the same, and keeps the connection open',
    expected:
      'A statement whose answer makes no sense ends at its time limit, also where KILL QUERY is answered no better.',
    quick: false,
    run: async (stage) => {
      const runs = Object.entries(wrongAnswers).map(async ([what, wrong]) => {
        const answer = async (session: HostileSession, sql: string, usual: () => Promise<void>) => {
          if (/SHOW GLOBAL VARIABLES/i.test(sql)) await session.raw(wrong(session));
          else await usual();
        };
        const { run } = await snapshotOf({ ...stage, folder: stage.folder }, { answer });
        held(!run.endless && run.code !== 70 && run.code !== null, `${what}: ${observed(run)}`);
        return run.seconds;
      });
      const longest = Math.max(...(await Promise.all(runs)));
      held(longest <= seconds * stage.patience, `${longest.toFixed(0)} s`);
      return `${runs.length} kinds, the longest ${longest.toFixed(0)} s`;
    },
  },
  {
    id: 'endless-results',
    room,
    attack: 'answers a statement with results without end, each saying that another follows',
    expected: 'Results without end are given up.',
    quick: true,
    run: (stage) =>
      bear(stage, {
        answer: async (session, sql, usual) => {
          if (!/SHOW GRANTS/i.test(sql)) return usual();
          while (session.open) {
            await session.rows({ columns: ['a'], rows: [['x'.repeat(1000)]] }, 2 | 8);
          }
        },
      }),
  },
  {
    id: 'unasked-packets',
    room,
    attack: 'sends answers that nobody asked for',
    expected: 'Answers to no statement are not taken for answers to the next one, or end the connection.',
    quick: true,
    run: async (stage) => {
      const forged = { columns: ['Grants'], rows: [['GRANT ALL PRIVILEGES ON *.* TO FORGED']] };
      const { run, file } = await snapshotOf(stage, {
        answer: async (session, _sql, usual) => {
          await usual();
          session.sequence = 1;
          await session.rows(forged);
        },
      });
      sound(run, stage, seconds);
      return `${observed(run)}${existsSync(file) ? ', a snapshot' : ''}`;
    },
  },
  {
    id: 'absurd-numbers',
    room,
    attack: `answers with ${absurdNumbers.map((text) => (text === '' ? 'no text' : text)).join(', ')} where there are numbers`,
    expected: 'Numbers that are none end in "not checked" with a reason, in every command.',
    quick: true,
    run: async (stage) => {
      const { socket } = await stage.real('mysql97');
      const { run, file } = await snapshotOf(
        stage,
        { greeting: { version: '9.7.4' }, answers: realAnswers(socket, spoilNumbers) },
        { more: ['--for', '2s'] },
      );
      sound(run, stage, seconds);
      held(existsSync(file), `no snapshot: ${observed(run)}`);
      for (const args of [
        ['analyze', file],
        ['plan', file],
        ['report', file, '--format', 'markdown'],
      ]) {
        const judged = await stage.latchkey(args);
        sound(judged, stage, 20);
        held((judged.code ?? 9) <= 1, `${args[0]}: ${observed(judged)}`);
        // What a server said may be quoted.
        const strange = /(?<!")\b(?:NaN|Infinity|undefined)\b(?!")/.exec(judged.out);
        held(
          strange === null,
          `${args[0]} prints ${judged.out.slice((strange?.index ?? 0) - 40, (strange?.index ?? 0) + 20)}`,
        );
      }
      return `${observed(run)}; analysed, planned, reported`;
    },
  },
  {
    id: 'changing-identity',
    room,
    attack: 'gives another server_uuid on every connection, and hangs in a statement',
    expected: 'KILL QUERY goes to no server but the one whose statement runs.',
    quick: true,
    run: async (stage) => {
      const { socket } = await stage.real('mysql97');
      const spoil = (answer: Rows, _sql: string, session: HostileSession): Rows => ({
        columns: answer.columns,
        rows: answer.rows.map((row) =>
          row.map((value) =>
            typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-/.test(value)
              ? `00000000-0000-0000-0000-${String(session.number).padStart(12, '0')}`
              : value,
          ),
        ),
      });
      const { run, server } = await snapshotOf(stage, {
        greeting: { version: '9.7.4' },
        answers: realAnswers(socket, spoil),
        answer: (session, sql, usual) =>
          /SHOW ENGINE INNODB STATUS/i.test(sql) ? session.silence() : usual(),
      });
      sound(run, stage, seconds);
      const kills = server.sessions
        .flatMap(({ statements }) => statements)
        .filter((sql) => /\bKILL\b/i.test(sql));
      held(kills.length === 0, `sent to a server that says that it is another: ${kills[0]}`);
      return `${server.sessions.length} connections, no KILL; ${observed(run)}`;
    },
  },
];
