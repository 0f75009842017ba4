import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Attack } from '../attack.ts';
import { held } from '../attack.ts';
import { gzipBomb } from '../bombs.ts';
import { inert, isLoose, observed, readLoose, sound } from '../judge.ts';
import type { Stage } from '../stage.ts';
import { actingText } from '../texts.ts';

const room = 'A hostile file';
const root = join(import.meta.dirname, '../../..');
/** A real snapshot, to be spoilt. */
const sample = join(root, 'samples/mysql-9.7-starved-redo.lks');
const bombBytes = 500 * 2 ** 20;
const bombSeconds = 5;

const head = '{"schema":"latchkey/snapshot/1","id":"x","createdBy":"y",';
const lksBombs: Record<string, [before: string, part: string, after?: string]> = {
  spaces: [head, '          ', '"complete":true}'],
  'one string': [`${head}"origin":{"kind":"live","target":"`, 'xxxxxxxxxx', '"}}'],
  rows: [
    `${head}"sections":{"status":{"status":"ok","data":{"end":{"table":{"columns":["a","b"],"rows":[["a","b"]`,
    ',["a","b"]',
    ']}}}}}}',
  ],
  'one number': [`${head}"windowSeconds":1`, '1111111111', '}'],
  keys: [`${head}"samples":{"series":{"a":1`, ',"aaaaaaaa":[]', '}}}'],
  nesting: [`${head}"sections":`, '[[[[[[[[[[', ''],
  'nested objects': [`${head}"sections":`, '{"a":{"a":', ''],
};

/** A value in place of any other. */
const strangeValues: unknown[] = [
  null,
  -1,
  1e308,
  '',
  '../../../../etc/passwd',
  '18446744073709551616',
  [],
  {},
  [[[]]],
  true,
  actingText,
  'x'.repeat(100_000),
  { __proto__: { polluted: true } },
];

/** Replaces one node of a tree, chosen by a seed. */
function spoilt(tree: unknown, seed: number): unknown {
  let state = seed * 7919 + 17;
  const next = (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  const depth = 1 + next(7);
  const copy: unknown = structuredClone(tree);
  let node = copy;
  for (let level = 0; level < depth; level += 1) {
    if (typeof node !== 'object' || node === null) break;
    const keys = Object.keys(node);
    const key = keys[next(Math.max(1, keys.length))];
    if (key === undefined) break;
    const inner: unknown = Reflect.get(node, key);
    if (level === depth - 1 || typeof inner !== 'object' || inner === null) {
      Reflect.set(node, key, strangeValues[next(strangeValues.length)]);
      break;
    }
    node = inner;
  }
  return copy;
}

async function refusedBomb(stage: Stage, args: string[]): Promise<string> {
  const run = await stage.latchkey(args, { limitSeconds: 60 });
  sound(run, stage, bombSeconds);
  held(run.code === 2, `exit ${run.code} in place of 2: ${run.err.slice(-300)}`);
  return `${observed(run)} (${run.seconds.toFixed(1)} s)`;
}

async function lksBomb(stage: Stage, kinds: string[]): Promise<string> {
  let last = '';
  for (const kind of kinds) {
    const [before, part, after] = lksBombs[kind] ?? ['', ''];
    const file = join(stage.folder, `${kind.replaceAll(' ', '-')}.lks`);
    await gzipBomb(file, bombBytes, before, part, after);
    last = await refusedBomb(stage, ['analyze', file]);
  }
  return last;
}

export const documentAttacks: Attack[] = [
  {
    id: 'lks-bomb',
    room,
    attack: 'a .lks file of half a megabyte that unpacks to 500 MB: one string',
    expected: 'A snapshot that unpacks to more than its budget is refused within 5 s.',
    quick: true,
    run: (stage) => lksBomb(stage, ['one string']),
  },
  {
    id: 'lks-bombs',
    room,
    attack: `.lks files that unpack to 500 MB: ${Object.keys(lksBombs).join(', ')}`,
    expected: 'No shape of a snapshot that unpacks to 500 MB takes more than 5 s and 400 MiB.',
    quick: false,
    run: (stage) => lksBomb(stage, Object.keys(lksBombs)),
  },
  {
    id: 'lks-bomb-everywhere',
    room,
    attack:
      'the same bomb for report, plan, export, compare, apply, recheck, rules explain, plan --use-probe, probe show and compare of results',
    expected: 'Every command that reads a snapshot or a result refuses one that unpacks to 500 MB.',
    quick: false,
    run: async (stage) => {
      const bomb = join(stage.folder, 'bomb.lks');
      await gzipBomb(bomb, bombBytes, ...(lksBombs.rows ?? ['', '']));
      const plain = join(stage.folder, 'bomb.json');
      writeFileSync(plain, gunzipSync(readFileSync(bomb)).subarray(0, 300 * 2 ** 20));
      const commands = [
        ['report', bomb],
        ['plan', bomb],
        ['export', bomb, '--preview'],
        ['compare', bomb, sample],
        ['compare', sample, bomb],
        ['apply', bomb, '-S', '/nonexistent'],
        ['recheck', bomb, '-S', '/nonexistent'],
        ['rules', 'explain', 'redo-log-too-small', bomb],
        ['plan', sample, '--use-probe', bomb],
        ['plan', sample, '--use-probe', plain],
        ['probe', 'show', bomb],
        ['probe', 'show', plain],
        ['analyze', plain],
      ];
      let last = '';
      for (const args of commands) {
        try {
          last = await refusedBomb(stage, args);
        } catch (error) {
          if (error instanceof Error) error.message = `${args.slice(0, 2).join(' ')}: ${error.message}`;
          throw error;
        }
      }
      return `${commands.length} commands: ${last}`;
    },
  },
  {
    id: 'strange-snapshots',
    room,
    attack:
      '60 copies of a real snapshot, each with a value replaced by one of another type, size or meaning',
    expected:
      'A snapshot with any value out of place is analysed or refused with a reason, never an internal error.',
    quick: true,
    run: async (stage) => {
      const folder = join(stage.folder, 'strange');
      mkdirSync(folder);
      const whole = readLoose(sample);
      for (let seed = 0; seed < 60; seed += 1) {
        writeFileSync(
          join(folder, `${seed}.lks`),
          gzipSync(JSON.stringify(spoilt(whole, seed)), { level: 1 }),
        );
      }
      const run = await stage.latchkey(['analyze', folder, '--json'], { limitSeconds: 240 });
      held(!run.endless && run.code !== 70 && run.code !== null, observed(run));
      const lines = run.out.trim().split('\n');
      held(lines.length === 60, `${lines.length} answers in place of 60`);
      const errors = lines.filter((line) => line.includes('"code":"internal"'));
      held(errors.length === 0, `${errors.length} internal errors, such as ${errors[0]?.slice(0, 300)}`);
      return `60 answers, ${lines.filter((line) => line.startsWith('{"code"') || line.includes('"error"')).length} of them refusals`;
    },
  },
  {
    id: 'newer-snapshot',
    room,
    attack: 'snapshots of schema versions to come, without a schema, with a schema that is no text',
    expected: 'A schema that this version does not know is refused, whatever else is in the file.',
    quick: true,
    run: async (stage) => {
      const file = join(stage.folder, 'newer.lks');
      let last = '';
      for (const schema of [
        'latchkey/snapshot/2',
        'latchkey/snapshot/99999999999999999999',
        'latchkey/plan/1',
        42,
        null,
        actingText,
      ]) {
        writeFileSync(file, JSON.stringify({ ...readLoose(sample), schema }));
        const run = await stage.latchkey(['analyze', file]);
        sound(run, stage, bombSeconds);
        held(run.code === 2, `${schema}: exit ${run.code}`);
        inert(run.err, 'the terminal');
        last = observed(run);
      }
      return last;
    },
  },
  {
    id: 'acting-file',
    room,
    attack:
      'a snapshot with escape sequences, bidi and markup in every name and value, and in the name of the file',
    expected: 'Nothing of a file acts on a terminal, whatever is printed there.',
    quick: false,
    run: async (stage) => {
      const file = join(stage.folder, `acting\u001b]52;c;eA==\u0007\u202e.lks`);
      writeFileSync(file, gzipSync(JSON.stringify(actEverywhere(readLoose(sample)))));
      const commands = [
        ['analyze', file],
        ['analyze', file, '--json'],
        ['plan', file],
        ['plan', file, '--format', 'set-global'],
        ['plan', file, '--format', 'markdown'],
        ['plan', file, '--format', 'aws'],
        ['report', file, '--format', 'markdown'],
        ['report', file],
        ['export', file, '--preview'],
        ['compare', file, sample],
        ['rules', 'explain', 'redo-log-too-small', file],
        ['analyze', `${file}-that-is-not-there`],
      ];
      for (const args of commands) {
        const run = await stage.latchkey(args, { terminal: true });
        inert(run.out, `the terminal of latchkey ${args.slice(0, 1).join(' ')} ${args.slice(2).join(' ')}`);
        held(run.code !== 70, `internal error of ${args[0]}: ${run.out.slice(-200)}`);
      }
      return `${commands.length} documents, inert`;
    },
  },
  {
    id: 'strange-probe-results',
    room,
    attack: '100 copies of results of probes with a value replaced, shown, recomputed and reported',
    expected: 'A result of a probe with any value out of place is shown or refused, and inert on a terminal.',
    quick: false,
    run: async (stage) => {
      const folder = join(root, 'samples/probes');
      const names = readdirSync(folder);
      const file = join(stage.folder, 'result.json');
      for (let seed = 0; seed < 100; seed += 1) {
        const name = names[seed % names.length] ?? '';
        writeFileSync(
          file,
          JSON.stringify(spoilt(JSON.parse(readFileSync(join(folder, name), 'utf8')), seed)),
        );
        const command = ['show', 'report', 'recompute'][seed % 3] ?? 'show';
        const run = await stage.latchkey(['probe', command, file]);
        sound(run, stage, 20);
        inert(run.out + run.err, `the terminal of probe ${command}`);
      }
      return '100 results';
    },
  },
];

/** Every text gets what acts, but for what the schema and the rules know things by. */
function actEverywhere(value: unknown, key = ''): unknown {
  const tail = actingText.replaceAll('\0', '');
  if (Array.isArray(value)) {
    const isRow = value.every((inner) => !isLoose(inner));
    return value.map((inner, index) =>
      isRow && typeof inner === 'string' && index > 0 && !/^[\d.-]*$|^(?:ON|OFF|YES|NO)$/.test(inner)
        ? `${inner}${tail}`
        : actEverywhere(inner, key),
    );
  }
  if (isLoose(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, actEverywhere(inner, name)]),
    );
  }
  return typeof value === 'string' && /^(?:comment|versionText|target|text|remedy|createdBy)$/.test(key)
    ? `${value}${tail}`
    : value;
}
