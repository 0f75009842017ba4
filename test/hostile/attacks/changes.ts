import { join } from 'node:path';
import type { Attack } from '../attack.ts';
import { Broken, held } from '../attack.ts';
import { observed, sound } from '../judge.ts';
import type { Rows, Script } from '../server/hostile-server.ts';
import { realAnswers, type Spoil } from '../server/real-answers.ts';
import { towards } from '../snapshot-of.ts';
import type { Client, Stage } from '../stage.ts';

const room = 'A person on the network';
const seconds = 60;

/** A server of its own, a snapshot of it, and how its setting is read. */
async function subject(
  stage: Stage,
): Promise<{ socket: string; file: string; root: Client; capacity(): Promise<string> }> {
  const { socket } = await stage.real('mysql97');
  const root = stage.client(await stage.real('mysql97'));
  await root.query('SET GLOBAL innodb_io_capacity = 10000');
  const file = join(stage.folder, 'subject.lks');
  const taken = await stage.latchkey(['snapshot', '-S', socket, '-u', 'root', '--for', '0', '-o', file]);
  if (taken.code !== 0) throw new Error(`no snapshot: ${taken.err}`);
  return {
    socket,
    file,
    root,
    capacity: async () => (await root.query('SELECT @@GLOBAL.innodb_io_capacity'))[0]?.[0] ?? '',
  };
}

/** Changes of the plan: only what the attack asks for. */
const onlyWanted = ['--set', 'innodb_io_capacity=1400'];

async function applied(
  stage: Stage,
  file: string,
  script: Script,
): Promise<{ sets: string[]; said: string; code: number | null }> {
  const server = await stage.hostile({ greeting: { version: '9.7.4' }, ...script });
  const run = await stage.latchkey(['apply', file, ...onlyWanted, ...towards(server.port), '--yes'], {
    limitSeconds: 90,
  });
  sound(run, stage, seconds);
  const sets = server.sessions
    .flatMap(({ statements }) => statements)
    .filter((sql) => /SET\s+(?:GLOBAL|PERSIST|@@GLOBAL)/i.test(sql));
  return { sets, said: observed(run), code: run.code };
}

/** Values of a variable, wherever an answer gives them. */
function answering(name: RegExp, value: (sessionNumber: number, count: number) => string): Spoil {
  let count = 0;
  return ({ columns, rows }: Rows, _sql, { number }) => ({
    columns,
    rows: rows.map((row) => {
      count += 1;
      if (typeof row[0] === 'string' && name.test(row[0]) && row.length === 2)
        return [row[0], value(number, count)];
      return row.map((cell, index) =>
        name.test(columns[index] ?? '') && cell !== null ? value(number, count) : cell,
      );
    }),
  });
}

/** What shows that Latchkey talks to something between it and a server. */
const proxies: Record<string, Spoil> = {
  'ProxySQL by its comment': answering(/version_comment/i, () => '(ProxySQL)'),
  'ProxySQL by its version': ({ columns, rows }, sql) =>
    /version/i.test(sql)
      ? {
          columns,
          rows: rows.map((row) =>
            row.map((cell) => (cell?.toString().startsWith('9.7.4') ? '9.7.4 (ProxySQL)' : cell)),
          ),
        }
      : { columns, rows },
  'MaxScale by its comment': answering(/version_comment/i, () => 'MaxScale 24.02'),
  'another server_uuid at every statement': answering(
    /server_uuid/i,
    (_, count) => `00000000-0000-0000-0000-${String(count).padStart(12, '0')}`,
  ),
  'another hostname at every statement': answering(
    /^(?:@@(?:global\.)?)?hostname$/i,
    (_, count) => `replica-${count}`,
  ),
  'another server_uuid on every connection': answering(
    /server_uuid/i,
    (number) => `00000000-0000-0000-0000-${String(number).padStart(12, '0')}`,
  ),
};

export const changeAttacks: Attack[] = [
  {
    id: 'writes-through-proxies',
    room,
    attack: `stands between as ${Object.keys(proxies).join(', ')}`,
    expected: 'No value is set through a proxy that may send statements to several servers.',
    quick: true,
    run: async (stage) => {
      const { socket, file, capacity } = await subject(stage);
      let last = '';
      for (const [what, spoil] of Object.entries(proxies)) {
        const { sets, said } = await applied(stage, file, { answers: realAnswers(socket, spoil) });
        held(sets.length === 0, `${what}: sent ${sets[0]}`);
        held((await capacity()) === '10000', `${what}: innodb_io_capacity is ${await capacity()}: ${said}`);
        last = said;
      }
      return `${Object.keys(proxies).length} proxies: ${last}`;
    },
  },
  {
    id: 'changed-just-before-set',
    room: 'An account of the server',
    attack:
      'another administrator sets the variable between the plan and the SET of apply, at the last moment',
    expected: 'A value that someone else set meanwhile is left alone, up to the very statement that sets it.',
    quick: true,
    run: async (stage) => {
      const { socket, file, root, capacity } = await subject(stage);
      let struck = 0;
      const { said } = await applied(stage, file, {
        answers: realAnswers(socket),
        answer: async (_session, sql, usual) => {
          // A dry run sets nothing.
          if (
            struck === 0 &&
            /SET\s+GLOBAL.*innodb_io_capacity/is.test(sql) &&
            !/rehears|dry run/i.test(sql)
          ) {
            struck += 1;
            await root.query('SET GLOBAL innodb_io_capacity = 7777');
          }
          await usual();
        },
      });
      const now = await capacity();
      await root.query('SET GLOBAL innodb_io_capacity = 10000');
      if (struck === 0) return `nothing was set: ${said}`;
      held(now === '7777', `it is ${now}, where someone else had set 7777`);
      return `7777 stayed; ${said}`;
    },
  },
  {
    id: 'changed-since-plan',
    room: 'An account of the server',
    attack: 'another administrator sets the variable after the snapshot',
    expected:
      'A value that is not the one of the snapshot is left alone, or named before anything is agreed to.',
    quick: true,
    run: async (stage) => {
      const { socket, file, root, capacity } = await subject(stage);
      await root.query('SET GLOBAL innodb_io_capacity = 8888');
      const run = await stage.latchkey(['apply', file, ...onlyWanted, '-S', socket, '-u', 'root', '--yes']);
      sound(run, stage, seconds);
      const now = await capacity();
      await root.query('SET GLOBAL innodb_io_capacity = 10000');
      const named = /10000\b.*\b8888|8888\b.*\b10000/.test(run.err);
      held(
        now === '8888' || named,
        `it is ${now}, where someone else had set 8888, and nothing was said: ${observed(run)}`,
      );
      return now === '8888'
        ? `8888 stayed; ${observed(run)}`
        : 'what it was and is stood in what was agreed to';
    },
  },
  {
    id: 'holds-the-lock',
    room: 'An account of the server',
    attack: "an account without rights holds GET_LOCK('latchkey') while a change is to be undone",
    expected: 'Whoever holds the lock is named, and with consent the values are restored all the same.',
    quick: true,
    run: async (stage) => {
      const { socket, file, root, capacity } = await subject(stage);
      const server = await stage.real('mysql97');
      const done = await stage.latchkey(['apply', file, ...onlyWanted, '-S', socket, '-u', 'root', '--yes']);
      if ((await capacity()) !== '1400') throw new Broken(`nothing was applied: ${observed(done)}`);
      await root.query("CREATE USER IF NOT EXISTS nobody@localhost IDENTIFIED BY 'Nobody-1'");
      const nobody = stage.client(server, 'nobody', 'Nobody-1');
      const locks = ['latchkey', 'latchkey-change', 'latchkey_change'];
      for (const name of locks) await nobody.query(`SELECT GET_LOCK('${name}', 0)`);
      const undo = (...more: string[]) =>
        stage.latchkey(['undo', '--last', '-S', socket, '-u', 'root', ...more], { limitSeconds: 90 });
      const refused = await undo();
      sound(refused, stage, seconds);
      if (refused.code !== 0) {
        held(
          /nobody/.test(refused.err + refused.out),
          `who holds it is not named: ${(refused.err + refused.out).slice(-400)}`,
        );
        const forced = await undo('--without-lock');
        held((await capacity()) === '10000', `undo --without-lock did not restore it: ${observed(forced)}`);
      }
      held((await capacity()) === '10000', `it is ${await capacity()} after undo`);
      return observed(refused);
    },
  },
];
