import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Attack } from '../attack.ts';
import { held } from '../attack.ts';
import { inert, isLoose, observed, readLoose, sound } from '../judge.ts';
import type { HostileSession, Script } from '../server/hostile-server.ts';
import { realAnswers } from '../server/real-answers.ts';
import {
  columnPayload,
  endPayload,
  framed,
  greetingPayload,
  header,
  lengthEncoded,
  rowPayload,
} from '../server/wire.ts';
import { snapshotOf, towards } from '../snapshot-of.ts';
import type { Stage } from '../stage.ts';
import { actingText, spoilTexts } from '../texts.ts';

const room = 'A hostile server';
/** Collectors of a snapshot have time limits of their own; all of them together end within this. */
const snapshotSeconds = 90;

/** A real server whose answers to some statements are the hostile ones. */
async function sometimes(
  stage: Stage,
  when: RegExp,
  attack: (session: HostileSession, sql: string) => Promise<void>,
): Promise<Script> {
  const { socket } = await stage.real('mysql97');
  return {
    greeting: { version: '9.7.4' },
    answers: realAnswers(socket),
    answer: (session, sql, usual) => (when.test(sql) ? attack(session, sql) : usual()),
  };
}

/** The states of the sections of a snapshot, counted: `ok`, `skipped`, `failed: too-large` ... */
function sections(file: string): Record<string, number> {
  const counts: Record<string, number> = {};
  const { sections } = readLoose(file);
  for (const section of Object.values(isLoose(sections) ? sections : {})) {
    if (!isLoose(section)) continue;
    const reason =
      isLoose(section.reason) && section.status === 'failed' ? `: ${String(section.reason.code)}` : '';
    const state = `${String(section.status)}${reason}`;
    counts[state] = (counts[state] ?? 0) + 1;
  }
  return counts;
}

/** One statement of a collector is answered in a hostile way: its section fails, and the rest is there. */
async function oneSectionFails(
  stage: Stage,
  attack: (session: HostileSession) => Promise<void>,
  seconds = snapshotSeconds,
): Promise<string> {
  const script = await sometimes(
    stage,
    /events_statements_summary_by_digest|SHOW ENGINE INNODB STATUS/i,
    attack,
  );
  const { run, file } = await snapshotOf(stage, script);
  sound(run, stage, seconds);
  held(existsSync(file), `no snapshot: ${observed(run)}`);
  const counts = sections(file);
  held((counts.ok ?? 0) > 10, `the other sections are not there: ${JSON.stringify(counts)}`);
  return `${observed(run)}; sections: ${JSON.stringify(counts).replaceAll('"', '')}`;
}

/** Every statement is answered in the same hostile way. */
async function everyStatement(
  stage: Stage,
  attack: (session: HostileSession, sql: string) => Promise<void>,
  seconds = snapshotSeconds,
): Promise<string> {
  const { run } = await snapshotOf(stage, { answer: attack });
  sound(run, stage, seconds);
  inert(run.err + run.out, 'the terminal');
  return observed(run);
}

/** A result whose only field is larger than any budget. */
async function hugeField(session: HostileSession): Promise<void> {
  await session.columns(['Type', 'Name', 'Status']);
  const length = 2 ** 30;
  let left = length + 9 + 2;
  const first = Buffer.concat([Buffer.from([0, 0]), lengthEncoded(length)]);
  for (let sent = 0; session.open && left > 0; ) {
    const size = Math.min(0xffffff, left);
    await session.raw(header(size, session.sequence));
    session.sequence += 1;
    const body = Buffer.alloc(size, 0x78);
    if (sent === 0) first.copy(body);
    await session.raw(body);
    sent += size;
    left -= size;
  }
  await session.send(endPayload());
}

async function manyColumns(session: HostileSession): Promise<void> {
  const names = Array.from({ length: 60_000 }, (_, index) => `column_${index}`);
  await session.send(lengthEncoded(names.length));
  const definitions = names.map((name) => {
    const bytes = framed(session.sequence, columnPayload(name));
    session.sequence += 1;
    return bytes;
  });
  await session.raw(Buffer.concat(definitions));
  await session.send(endPayload());
  const row = rowPayload(names.map(() => 'x'.repeat(100)));
  for (let count = 0; session.open && count < 200; count += 1) await session.send(row);
  await session.send(endPayload());
}

/** Cancels in the middle of what the server does not answer. */
async function stops(
  stage: Stage,
  signal: 'SIGINT' | 'SIGTERM',
  script: Script,
  when: (session: HostileSession) => boolean,
): Promise<string> {
  const server = await stage.hostile(script);
  const reached = (async () => {
    for (;;) {
      if (server.sessions.some(when)) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  const args = ['snapshot', ...towards(server.port), '--for', '0', '-o', join(stage.folder, 'stopped.lks')];
  const run = await stage.latchkey(args, { limitSeconds: 30, stop: { signal, when: reached } });
  const [first] = server.sessions;
  const during = first?.statements.at(-1) ?? 'the login';
  held(!run.endless, `${signal} was not obeyed within 30 s, in ${during.slice(0, 80)}`);
  held(
    run.secondsToStop <= 1 * stage.patience,
    `${signal} was obeyed after ${run.secondsToStop.toFixed(1)} s`,
  );
  return `${signal}: exit ${run.code} after ${run.secondsToStop.toFixed(2)} s`;
}

const documents: string[][] = [
  ['analyze', 'FILE'],
  ['analyze', 'FILE', '--json'],
  ['report', 'FILE', '--format', 'markdown'],
  ['report', 'FILE', '--format', 'html'],
  ['report', 'FILE', '--format', 'json'],
  ['export', 'FILE', '--preview'],
  ...[
    'cnf',
    'diff',
    'set-global',
    'set-persist',
    'now-and-file',
    'rds-json',
    'aws',
    'gcloud',
    'az',
    'ansible',
    'markdown',
    'html',
    'json',
  ].map((format) => ['plan', 'FILE', '--format', format]),
  ['rules', 'explain', 'redo-log-too-small', 'FILE'],
];

export const answerAttacks: Attack[] = [
  {
    id: 'endless-rows',
    room,
    attack: 'answers a statement of a collector with rows without end',
    expected: 'A result without end fails its section and leaves the rest of the snapshot.',
    quick: true,
    run: (stage) => oneSectionFails(stage, (session) => session.endlessRows()),
  },
  {
    id: 'endless-rows-everywhere',
    room,
    attack: 'answers every statement with rows without end',
    expected: 'A server that answers everything without end is given up, within the memory budget.',
    quick: false,
    run: (stage) => everyStatement(stage, (session) => session.endlessRows()),
  },
  {
    id: 'endless-small-rows',
    room,
    attack: 'answers a statement with empty rows without end',
    expected: 'A result of empty rows without end fails its section too.',
    quick: false,
    run: (stage) => oneSectionFails(stage, (session) => session.endlessRows(['a', 'b'], '')),
  },
  {
    id: 'huge-field',
    room,
    attack: 'answers a statement with a field of 1 GiB',
    expected: 'A field larger than the budget fails its section, within the memory budget.',
    quick: false,
    run: (stage) => oneSectionFails(stage, hugeField),
  },
  {
    id: 'many-columns',
    room,
    attack: 'answers a statement with 60,000 columns and 200 rows',
    expected: 'A result of too many columns fails its section, within the memory budget.',
    quick: false,
    run: (stage) => oneSectionFails(stage, manyColumns),
  },
  {
    id: 'silent-in-statement',
    room,
    attack: 'never answers a statement of a collector',
    expected:
      'A statement that is never answered fails its section at its time limit and leaves the rest of the snapshot.',
    quick: false,
    run: (stage) => oneSectionFails(stage, (session) => session.silence()),
  },
  {
    id: 'drips-row',
    room,
    attack: 'sends a row one byte a second',
    expected: 'A row that drips fails its section at its time limit and leaves the rest of the snapshot.',
    quick: false,
    run: (stage) =>
      oneSectionFails(stage, async (session) => {
        await session.columns(['a']);
        await session.drip(framed(session.sequence, rowPayload(['x'.repeat(200)])));
      }),
  },
  {
    id: 'silent-from-then-on',
    room,
    attack:
      'answers no statement of a collector any more, or none at all, or greets no further connection, and keeps every connection open',
    expected: 'A server that stops answering is given up within 90 s, and the snapshot says so.',
    quick: false,
    run: async (stage) => {
      const { socket } = await stage.real('mysql97');
      const seen: string[] = [];
      const afterwards = /FROM performance_schema|FROM information_schema|SHOW ENGINE|SHOW GLOBAL STATUS/i;
      for (const [statements, later] of [
        [afterwards, false],
        [/./, false],
        [afterwards, true],
      ] as const) {
        let silent = false;
        const { run, file } = await snapshotOf(stage, {
          greeting: { version: '9.7.4' },
          halfOpen: true,
          answers: realAnswers(socket),
          greet: (session) =>
            silent && later ? session.silence() : session.send(greetingPayload(session.greeting)),
          answer: (session, sql, usual) => {
            silent ||= /SHOW ENGINE INNODB STATUS|events_statements_summary_by_digest/i.test(sql);
            return silent && statements.test(sql) ? session.silence() : usual();
          },
        });
        sound(run, stage, snapshotSeconds);
        held(existsSync(file), `no snapshot: ${observed(run)}`);
        held(readLoose(file).complete === false, 'the snapshot does not say that it is not complete');
        seen.push(`${run.seconds.toFixed(0)} s, ${observed(run)}`);
      }
      return seen.join('; ');
    },
  },
  {
    id: 'ctrl-c-while-silent',
    room,
    attack:
      'is silent at the greeting, the login, a statement, in the middle of a row, and in rows without end',
    expected: 'SIGINT and SIGTERM are obeyed within a second, whatever the server is doing.',
    quick: true,
    run: async (stage) => {
      const seen = [
        await stops(stage, 'SIGINT', { greet: (session) => session.silence() }, (session) => session.open),
        await stops(
          stage,
          'SIGTERM',
          { login: (session) => session.silence() },
          ({ loginPacket }) => loginPacket.length > 0,
        ),
        await stops(
          stage,
          'SIGINT',
          { answer: (session) => session.silence() },
          ({ statements }) => statements.length > 0,
        ),
        await stops(
          stage,
          'SIGTERM',
          { answer: (session) => session.endlessRows() },
          ({ statements }) => statements.length > 0,
        ),
        await stops(
          stage,
          'SIGINT',
          await sometimes(stage, /SHOW ENGINE INNODB STATUS/i, async (session) => {
            await session.columns(['Type', 'Name', 'Status']);
            await session.raw(header(100, session.sequence));
            await session.silence();
          }),
          ({ statements }) => statements.some((sql) => /INNODB STATUS/i.test(sql)),
        ),
      ];
      return seen.join('; ');
    },
  },
  {
    id: 'acting-texts',
    room,
    attack:
      'writes escape sequences, links to the clipboard, bidi, markup, SQL, shell and formulas into every text',
    expected:
      'No text of a server acts on a terminal, whatever is printed there: snapshot, analysis, report, plan in every format.',
    quick: true,
    run: async (stage) => {
      const { socket } = await stage.real('mysql97');
      const script: Script = { greeting: { version: '9.7.4' }, answers: realAnswers(socket, spoilTexts) };
      const { run, file } = await snapshotOf(stage, script, { terminal: true, more: ['--keep-literals'] });
      inert(run.out, 'the terminal of snapshot');
      held(existsSync(file), `no snapshot: ${run.out.slice(-300)}`);
      for (const args of documents) {
        const printed = await stage.latchkey(
          args.map((word) => (word === 'FILE' ? file : word)),
          { terminal: true },
        );
        inert(printed.out, `the terminal of latchkey ${args.join(' ')}`);
        held(printed.code !== 70, `internal error of ${args.join(' ')}: ${printed.out.slice(-300)}`);
      }
      return `${documents.length + 1} documents, inert`;
    },
  },
  {
    id: 'acting-errors',
    room,
    attack: 'answers every statement with an error full of escape sequences',
    expected: 'Errors of a server are inert on a terminal.',
    quick: true,
    run: async (stage) => {
      let last = '';
      for (const errno of [1045, 1227, 1064, 3024, 65535]) {
        last = await everyStatement(stage, (session) => session.error(errno, actingText), 30);
      }
      return last;
    },
  },
];
