import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { parse } from 'yaml';
import type { Attack } from '../attack.ts';
import { held } from '../attack.ts';
import { isLoose, observed, readLoose } from '../judge.ts';
import type { Client, Stage } from '../stage.ts';

const room = 'A hostile file';
const samples = join(import.meta.dirname, '../../../samples');
const sample = join(samples, 'mysql-9.7-starved-redo.lks');

/** Settings that the plan changes; each has a hostile value before it. */
const changed: Record<string, string> = {
  default_storage_engine: 'InnoDB',
  innodb_io_capacity: '1400',
  sql_mode: 'STRICT_TRANS_TABLES',
  init_connect: "SET NAMES 'utf8mb4'",
  character_set_server: 'utf8mb4',
  max_connections: '177',
  time_zone: '+00:00',
  slow_query_log_file: '/var/lib/mysql/slow.log',
  innodb_temp_data_file_path: 'ibtmp1:12M:autoextend:max:1G',
  log_error_verbosity: '2',
};

/** A touch of the file `pwned` in every language that may read an output, and what leads out of a quote. */
const escapes = [
  '\nDROP DATABASE shop; -- ',
  '\r\nDROP DATABASE shop; -- ',
  '\rDROP DATABASE shop; -- ',
  '\u2028DROP DATABASE shop; -- ',
  '\u0085DROP DATABASE shop; -- ',
  "'; DROP DATABASE shop; -- ",
  "\\'; DROP DATABASE shop; -- ",
  '"; DROP DATABASE shop; -- ',
  '`; DROP DATABASE shop; -- ',
  '*/ DROP DATABASE shop; /* ',
  '\n\\! touch pwned\n',
  '\nsystem touch pwned\n',
  '\ndelimiter //\nDROP DATABASE shop//\n',
  '\ntouch pwned\n',
  "' $(touch pwned) `touch pwned` '; touch pwned; '",
  '$(touch pwned)',
  '`touch pwned`',
  '" ; touch pwned ; "',
  '\n[mysqld]\ninit_file=/tmp/pwned.sql\nplugin_load_add=pwned.so\n',
  '\n!include /tmp/pwned.cnf\n',
  '\\\ninit_file=/tmp/pwned.sql',
  '# \ninit_file=/tmp/pwned.sql',
  '\n- name: pwned\n  shell: touch pwned\n',
  "{{ lookup('pipe', 'touch pwned') }}",
  '\0DROP DATABASE shop; -- ',
  '\\',
];

/** The sample, with a hostile value in each setting that will be changed, and in what stands in heads of documents. */
function poisoned(value: (before: string) => string): unknown {
  const snapshot = readLoose(sample);
  const rewrite = (node: unknown): unknown => {
    if (Array.isArray(node)) {
      const [name, before] = node;
      if (typeof name === 'string' && typeof before === 'string' && name.toLowerCase() in changed) {
        return [name, value(before), ...node.slice(2)];
      }
      return node.map(rewrite);
    }
    if (!isLoose(node)) return node;
    return Object.fromEntries(Object.entries(node).map(([key, inner]) => [key, rewrite(inner)]));
  };
  const whole = rewrite(snapshot);
  if (!isLoose(whole) || !isLoose(whole.server) || !isLoose(whole.origin)) throw new Error('no snapshot');
  whole.server.versionText = value('9.7.4');
  whole.server.comment = value('(Debian)');
  whole.server.serverKey = value('key');
  whole.origin.target = value('root@db');
  whole.createdBy = value('latchkey 0.1.0');
  return whole;
}

const sets = Object.entries(changed).flatMap(([name, value]) => ['--set', `${name}=${value}`]);

/** Runs SQL as a person would: by the mysql client where there is one. */
async function feed(stage: Stage, root: Client, socket: string, sql: string, where: string): Promise<void> {
  await root.query('CREATE DATABASE IF NOT EXISTS shop');
  const folder = join(stage.folder, 'client');
  mkdirSync(folder, { recursive: true });
  const runs: [string, string[]][] = [
    [sql, []],
    [sql, ['--binary-mode']],
    // The client stops at a NUL.
    [sql.replaceAll('\0', ''), []],
  ];
  for (const [input, more] of runs) {
    spawnSync('mysql', ['--no-defaults', '-S', socket, '-u', 'root', '--force', ...more], {
      input,
      cwd: folder,
    });
  }
  const schemas = (await root.query('SHOW DATABASES')).map(([name]) => name);
  held(schemas.includes('shop'), `${where}: the mysql client dropped the schema`);
  held(!existsSync(join(folder, 'pwned')), `${where}: the mysql client ran a command of the shell`);
}

/** Runs a shell script with stand-ins for the programs that it calls. */
function runShell(stage: Stage, text: string, where: string): void {
  const bin = join(stage.folder, 'bin');
  mkdirSync(bin, { recursive: true });
  for (const name of ['aws', 'gcloud', 'az']) {
    writeFileSync(join(bin, name), '#!/bin/sh\nexit 0\n');
    chmodSync(join(bin, name), 0o755);
  }
  const folder = join(stage.folder, 'shell');
  mkdirSync(folder, { recursive: true });
  spawnSync('bash', [], { input: text, cwd: folder, env: { PATH: `${bin}:/usr/bin:/bin` } });
  held(!existsSync(join(folder, 'pwned')), `${where}: the shell ran what a value says`);
}

/** What an option file says to the server, by `my_print_defaults`. */
function readOptions(stage: Stage, text: string, where: string): void {
  const file = join(stage.folder, 'fed.cnf');
  writeFileSync(file, text);
  const { stdout, error } = spawnSync('my_print_defaults', [`--defaults-file=${file}`, 'mysqld'], {
    encoding: 'utf8',
  });
  const said =
    error === undefined
      ? stdout
      : text
          .split(/[\n\r]/)
          .filter((line) => !/^\s*[#;]/.test(line))
          .join('\n');
  // What the program prints for an option begins with `--`; a line break inside a value is printed as one.
  const sets =
    error === undefined
      ? /^--(?:loose[-_])?(?:init[-_]file|plugin[-_]load)/m
      : /^\s*(?:loose[-_])?(?:init[-_]file|plugin[-_]load)/m;
  held(!sets.test(said), `${where}: the option file sets ${/.*(?:init.file|plugin.load).*/.exec(said)?.[0]}`);
  // Of the file itself: what the program prints of a value may break its line, what it reads may not.
  held(!/^[^\S\n]*!include/m.test(text), `${where}: the option file includes another`);
}

function readAnsible(text: string, where: string): void {
  const document: unknown = parse(text);
  const unsafe = JSON.stringify(document);
  held(!unsafe.includes('"shell"'), `${where}: a task of its own`);
  // Only what is marked !unsafe is not a template (Ansible, "Unsafe or raw strings").
  const templates = text
    .split('\n')
    .filter((line) => line.includes('{{') && !/^\s*#/.test(line) && !/!unsafe/.test(line));
  held(
    !templates.some((line) => line.includes('lookup(')),
    `${where}: a template: ${templates.find((line) => line.includes('lookup('))}`,
  );
}

type Consumer = (
  stage: Stage,
  text: string,
  where: string,
  root: Client,
  socket: string,
) => void | Promise<void>;
const asSql: Consumer = (stage, text, where, root, socket) => feed(stage, root, socket, text, where);
const consumers: Record<string, Consumer> = {
  'set-global': asSql,
  'set-persist': asSql,
  'set-persist-only': asSql,
  'now-and-file': (stage, text, where, root, socket) => feed(stage, root, socket, text, where),
  cnf: readOptions,
  diff: () => undefined,
  aws: runShell,
  gcloud: runShell,
  az: runShell,
  ansible: (_stage, text, where) => readAnsible(text, where),
  'rds-json': (_stage, text) => void JSON.parse(text),
  json: (_stage, text) => void JSON.parse(text),
  html: (_stage, text, where) =>
    held(!/<img src=x|<script>window\.pwned/.test(text), `${where}: markup of a value`),
};

async function consumed(
  stage: Stage,
  values: readonly string[],
  formats: readonly string[],
): Promise<string> {
  // What it is fed changes it.
  const server = await stage.ownServer('mysql97');
  const root = stage.client(server);
  const file = join(stage.folder, 'poisoned.lks');
  let fed = 0;
  let refusals = 0;
  for (const tail of values) {
    writeFileSync(file, gzipSync(JSON.stringify(poisoned((before) => `${before}${tail}`)), { level: 1 }));
    for (const format of formats) {
      for (const more of [[], ['--undo']]) {
        const run = await stage.latchkey(['plan', file, ...sets, '--format', format, ...more]);
        const where = `plan --format ${format} ${more.join('')} with ${JSON.stringify(tail)}`;
        held(run.code !== 70, `${where}: internal error: ${run.err.slice(-300)}`);
        if (run.code !== 0 || run.out === '') refusals += 1;
        else await consumers[format]?.(stage, run.out, where, root, server.socket);
        fed += 1;
      }
    }
  }
  held(refusals * 4 < fed, `${refusals} of ${fed} outputs were refused, so that they were not tried`);
  return `${fed} outputs, ${refusals} of them refused`;
}

const all = Object.keys(consumers);

export const outputAttacks: Attack[] = [
  {
    id: 'values-as-code',
    room,
    attack: `a snapshot whose values end in line breaks, quotes, ends of comments and commands, all in one; outputs are fed to their real consumers (server, my_print_defaults, bash, parsers)`,
    expected: 'No value of a file becomes code in an output: statement, option, command, task or markup.',
    quick: true,
    run: (stage) => consumed(stage, [escapes.join('')], ['set-global', 'cnf', 'aws', 'ansible']),
  },
  {
    id: 'values-as-code-everywhere',
    room,
    attack: `the same in every format: ${all.join(', ')}`,
    expected: 'No value of a file becomes code in any format of a plan.',
    quick: false,
    run: (stage) => consumed(stage, [escapes.join('')], all),
  },
  {
    id: 'each-value-as-code',
    room,
    attack: `the same, with ${escapes.length} kinds of values one by one`,
    expected: 'No single value becomes code in an output, whatever it ends.',
    quick: false,
    run: (stage) =>
      consumed(stage, escapes, [
        'set-global',
        'now-and-file',
        'set-persist',
        'cnf',
        'aws',
        'gcloud',
        'az',
        'ansible',
      ]),
  },
  {
    id: 'redacted-copy',
    room,
    attack:
      'a snapshot with names in every place where one can be: MariaDB thread lines, inside compound values, in upper case in digests, in error messages and paths',
    expected:
      'An exported copy holds no name of the classes that were to be taken out, in any case and inside any other word.',
    quick: true,
    run: async (stage) => {
      const seen: string[] = [];
      for (const name of ['mariadb-11.8-healthy', 'mysql-9.7-starved-redo']) {
        const file = join(stage.folder, `${name}.lks`);
        writeFileSync(file, gzipSync(JSON.stringify(withCanaries(readLoose(join(samples, `${name}.lks`))))));
        const copy = join(stage.folder, `${name}-copy.lks`);
        const run = await stage.latchkey(['export', file, '-o', copy]);
        held(run.code === 0 || (run.code === 2 && !existsSync(copy)), observed(run));
        if (existsSync(copy)) {
          const text = gunzipSync(readFileSync(copy)).toString('utf8').toLowerCase();
          for (const canary of canaries) {
            const at = text.indexOf(canary.toLowerCase());
            held(at < 0, `${name}: ${canary} is left: ...${text.slice(Math.max(0, at - 80), at + 40)}...`);
          }
        }
        seen.push(run.code === 0 ? 'a copy without them' : 'no copy');
      }
      return seen.join('; ');
    },
  },
];

const canaries = ['proddb7', 'canaryuser', 'canaryschema', 'canarytable', '10.99.88.77'];

/** Names in the places where servers put them. */
function withCanaries(snapshot: Record<string, unknown>): unknown {
  const inText = [
    'MariaDB thread id 5, OS thread handle 140012345, query id 77 proddb7.corp.example 10.99.88.77 canaryuser Sending data',
    'MySQL thread id 5, OS thread handle 140012345, query id 77 proddb7 10.99.88.77 canaryuser updating',
    'RECORD LOCKS space id 2 page no 4 n bits 72 index PRIMARY of table `canaryschema`.`canarytable` trx id 1 lock_mode X',
    'TABLE LOCK table `canaryschema`.`canarytable` trx id 1 lock mode IX',
  ].join('\n');
  const rewrite = (node: unknown, key: string): unknown => {
    if (Array.isArray(node)) {
      const [name, value] = node;
      if (typeof name === 'string' && typeof value === 'string') {
        if (name === 'hostname') return [name, 'proddb7', ...node.slice(2)];
        if (
          /^(?:log_bin_basename|pid_file|general_log_file|slow_query_log_file|relay_log|log_error)$/.test(
            name,
          )
        ) {
          return [name, `/var/lib/mysql/proddb7_bin.${name}`, ...node.slice(2)];
        }
      }
      return node.map((inner) => rewrite(inner, key));
    }
    if (isLoose(node)) {
      const { columns, rows } = node;
      if (Array.isArray(columns) && Array.isArray(rows)) {
        return {
          ...node,
          rows: rows.map((row: unknown) =>
            Array.isArray(row)
              ? row.map((cell: unknown, index) =>
                  inColumn(String(columns[index]), cell, rewrite(row, key), index),
                )
              : row,
          ),
        };
      }
      return Object.fromEntries(Object.entries(node).map(([name, inner]) => [name, rewrite(inner, name)]));
    }
    if (key === 'text' && typeof node === 'string' && node.includes('INNODB MONITOR OUTPUT')) {
      return node.replace(/(\nTRANSACTIONS\n-+\n)/, `$1${inText}\n`);
    }
    return node;
  };
  return rewrite(snapshot, '');
}

/** A cell of a column by whose name one knows what stands in it. */
function inColumn(column: string, cell: unknown, row: unknown, index: number): unknown {
  if (typeof cell === 'string' && cell !== '') {
    if (
      /^(?:SCHEMA_NAME|TABLE_SCHEMA|OBJECT_SCHEMA|DB)$/i.test(column) &&
      !/^(?:mysql|sys|information_schema|performance_schema)$/i.test(cell)
    )
      return 'canaryschema';
    if (/^(?:TABLE_NAME|OBJECT_NAME)$/i.test(column) && /^sbtest/.test(cell)) return 'canarytable';
    if (/^(?:DIGEST_TEXT)$/i.test(column))
      return cell.replaceAll(/sbtest\d*/g, 'CANARYTABLE').replaceAll('`', '');
    if (/^(?:USER|PROCESSLIST_USER)$/i.test(column) && !/^(?:event_scheduler|system user)$/.test(cell))
      return 'canaryuser';
    if (/^(?:HOST|PROCESSLIST_HOST)$/i.test(column)) return '10.99.88.77:4711';
  }
  return Array.isArray(row) ? row[index] : cell;
}
