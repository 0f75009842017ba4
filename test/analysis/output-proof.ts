import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import mysql from 'mysql2/promise';
import { parse as parseYaml } from 'yaml';
import { type RunningServer, type ServerId, startServer } from '../../scripts/servers/index.ts';
import { renderPlan } from '../../src/analysis';
import { sameSetting } from '../../src/analysis/facts/inputs/setting';
import { readPlanTarget } from '../../src/files/options/option-files';
import { isPersistent, optionNameOf, optionRefusal } from '../../src/knowledge/catalog/setting-places';
import { coupledWith, otherNames } from '../../src/knowledge/catalog/values/coupled-variables';
import { parseOptionFile, readGroup } from '../../src/knowledge/option-file';
import type { Analysis } from '../../src/shared/analysis';
import { changesNow, type PlanChange, type PlanFormat, type TuningPlan } from '../../src/shared/plan';
import { helpValues, runServer } from '../knowledge/option-file-server.ts';

export interface Proof {
  /** Outputs that were fed to a server or checked against their documented shape. */
  outputs: number;
  /** Values read back. */
  values: number;
  disagreements: string[];
}

type Globals = Map<string, string>;
const restless =
  /^(gtid_|timestamp$|rand_seed|last_insert_id|insert_id|identity|pseudo_|error_count|warning_count)/;

/** A server with its option file, and one plan after the other whose outputs are fed to it. */
export class OutputProof {
  readonly proof: Proof = { outputs: 0, values: 0, disagreements: [] };
  readonly #id: ServerId;
  readonly #folder = mkdtempSync(join(tmpdir(), 'latchkey-proof-'));
  readonly #file = join(this.#folder, 'my.cnf');
  readonly #base: string;
  #server: RunningServer | undefined;
  #connection: mysql.Connection | undefined;

  /** @param base the option file that the server starts with */
  constructor(id: ServerId, base: string) {
    this.#id = id;
    this.#base = base;
  }

  get socket(): string {
    return this.#running.socket;
  }

  get #running(): RunningServer {
    if (this.#server === undefined) throw new Error('not started');
    return this.#server;
  }

  async start(): Promise<void> {
    writeFileSync(this.#file, this.#base);
    this.#server = await startServer(this.#id, { defaultsFile: this.#file });
    await this.#connect();
  }

  async stop(): Promise<void> {
    this.#connection?.destroy();
    await this.#server?.stop();
    rmSync(this.#folder, { recursive: true });
  }

  /** Everything that needs no restart. @param plan whose `from` values are in force */
  async whileRunning(plan: TuningPlan, analysis: Analysis): Promise<void> {
    const start = await this.#globals();
    this.#compare(plan, 'start', plan.changes, 'from', start);
    const now = changesNow(plan.changes);
    const text = (format: PlanFormat, undo = false) => this.#render(plan, analysis, format, undo, start);
    await this.#feed(plan, 'set-global', text('set-global'), now, start);
    await this.#feedBack('set-global --undo', text('set-global', true), start);
    if (this.#persists) {
      await this.#feed(plan, 'set-persist', text('set-persist'), now, start);
      const kept = names(now.filter(({ variable }) => isPersistent(variable, this.#kind())));
      // MySQL 8.0.26 and later keep a renamed variable under both names.
      const persisted = (await this.#persisted()).filter(
        (name) => kept.includes(name) || !otherNames(name).some((other) => kept.includes(other)),
      );
      this.#expectEqual('set-persist: persisted', kept, persisted);
      await this.#feedBack('set-persist --undo', text('set-persist', true), start);
      this.#expectEqual('set-persist --undo: persisted', [], await this.#persisted());
    }
    // The two halves of the combination are the outputs that are fed by themselves.
    for (const undo of [false, true]) {
      const both = text('now-and-file', undo);
      this.#expectEqual('now-and-file', statements(text('set-global', undo)), statements(both));
      const file = both
        .split('\n')
        .flatMap((line) => (line.startsWith('-- | ') ? [line.slice(5)] : line === '-- |' ? [''] : []));
      this.#expectEqual(
        'now-and-file: the file',
        text('cnf', undo).trimEnd().split('\n'),
        file.map((line) => line.trimEnd()),
      );
    }
    await this.#acceptNewFile(plan, 'cnf', text('cnf'), 'stored');
    await this.#acceptNewFile(plan, 'cnf --undo', text('cnf', true), 'from');
    for (const undo of [false, true]) {
      this.#ansible(plan, text('ansible', undo), undo);
      await this.#services(plan, analysis, undo);
    }
    this.proof.outputs += 9 + (this.#persists ? 2 : 0);
  }

  /** The user's own file, edited and edited back, and SET PERSIST_ONLY: each with a start of the server. */
  async acrossRestarts(plan: TuningPlan, analysis: Analysis): Promise<void> {
    const start = await this.#globals();
    const diff = await this.#renderFor(plan, analysis, 'diff', false);
    const cnf = await this.#renderFor(plan, analysis, 'cnf', false);
    this.#patch(diff);
    this.#expectEqual(
      'cnf is what the diff makes',
      cnf.split('\n'),
      readFileSync(this.#file, 'utf8').split('\n'),
    );
    await this.#validate('diff');
    if (!(await this.#restart('diff'))) return;
    this.#compare(plan, 'diff', this.#inFile(plan), 'stored', await this.#globals());
    this.#patch(await this.#renderFor(plan, analysis, 'diff', true));
    if (!(await this.#restart('diff --undo'))) return;
    this.#expectStart('diff --undo', start, await this.#globals());
    this.proof.outputs += 4;
    if (!this.#persists) return;
    await this.#send('set-persist-only', this.#render(plan, analysis, 'set-persist-only', false, start));
    if (!(await this.#restart('set-persist-only'))) return;
    this.#compare(
      plan,
      'set-persist-only',
      plan.changes.filter(({ variable }) => isPersistent(variable, this.#kind())),
      'stored',
      await this.#globals(),
    );
    await this.#send(
      'set-persist-only --undo',
      this.#render(plan, analysis, 'set-persist-only', true, start),
    );
    this.#expectEqual('set-persist-only --undo: persisted', [], await this.#persisted());
    if (!(await this.#restart('set-persist-only --undo'))) return;
    this.#expectStart('set-persist-only --undo', start, await this.#globals());
    this.proof.outputs += 2;
  }

  get #persists(): boolean {
    return this.#id === 'mysql97';
  }

  #render(plan: TuningPlan, analysis: Analysis, format: PlanFormat, undo: boolean, start: Globals): string {
    const present = new Map([...start].map(([name, value]) => [name, { value, persisted: null }]));
    return renderPlan(plan, analysis, format, null, { undo, present }).text;
  }

  async #renderFor(plan: TuningPlan, analysis: Analysis, format: PlanFormat, undo: boolean): Promise<string> {
    const target = await readPlanTarget(this.#file, analysis.snapshot.server);
    return renderPlan(plan, analysis, format, target, { undo }).text;
  }

  #patch(diff: string): void {
    if (diff === '') return;
    execFileSync('patch', ['-s', '-d', '/', '-p1'], { input: diff });
  }

  async #feed(
    plan: TuningPlan,
    what: string,
    text: string,
    now: PlanChange[],
    start: Globals,
  ): Promise<void> {
    await this.#send(what, text);
    const after = await this.#settled(now);
    this.#compare(plan, what, now, 'stored', after);
    const reported = /moves (\w+), now/g;
    const alsoChanged = [...text.replaceAll(/\n-- /g, ' ').matchAll(reported)].map(([, name]) => name);
    for (const [name, value] of after) {
      if (start.get(name) === value || alsoChanged.includes(name)) continue;
      if (
        now.some(
          ({ variable }) =>
            variable === name || (coupledWith(variable).includes(name) && after.get(variable) === value),
        )
      )
        continue;
      this.#disagree(`${what}: ${name} moved from ${start.get(name)} to ${value} without a word`);
    }
  }

  async #feedBack(what: string, text: string, start: Globals): Promise<void> {
    await this.#send(what, text);
    const stuck = [...text.replaceAll(/\n-- /g, ' ').matchAll(/(\w+) does not go back to/g)].map(
      ([, name]) => name,
    );
    const others = new Map([...start].filter(([name]) => !stuck.includes(name)));
    this.#expectStart(what, others, await this.#settled([]));
    // What the output says only a restart brings back, a restart has to bring back.
    if (stuck.length === 0 || !(await this.#restart(what))) return;
    this.#expectStart(`${what}, restarted`, start, await this.#globals());
  }

  /** Statement by statement; only what the output says beforehand may be remarked. */
  async #send(what: string, text: string): Promise<void> {
    let comments = '';
    for (const line of text.split('\n')) {
      if (line === '' || line.startsWith('--')) {
        comments += line.slice(2);
        continue;
      }
      const reported = [...comments.matchAll(/The server warns \(([\d, ]+)\)/g)];
      const predicted = reported.flatMap(([, codes = '']) => codes.split(', ').map(Number));
      comments = '';
      await this.#sendStatement(what, line, predicted);
      // A further resize during a resize is ignored: wait as a person would.
      if (line.includes('innodb_buffer_pool_size')) await this.#untilPoolIsResized();
    }
  }

  async #sendStatement(what: string, sql: string, predicted: number[]): Promise<void> {
    try {
      const [{ warningStatus }] = await this.#db.query<mysql.ResultSetHeader>(sql);
      // Where there is none, SHOW WARNINGS would still tell those of a statement before.
      if (warningStatus === 0) return;
      const [said] = await this.#db.query<mysql.RowDataPacket[]>('SHOW WARNINGS');
      for (const { Code: code, Message: message } of said) {
        if (!predicted.includes(Number(code))) this.#disagree(`${what}: ${sql} warns ${code}: ${message}`);
      }
    } catch (error) {
      this.#disagree(`${what}: ${sql} fails: ${error instanceof Error ? error.message : error}`);
    }
  }

  #kind() {
    const [major = 0, minor = 0, patch = 0] = this.#running.version.split(/[.-]/).map(Number);
    return {
      flavour: this.#id.startsWith('mariadb') ? ('mariadb' as const) : ('mysql' as const),
      version: [major, minor, patch] as [number, number, number],
    };
  }

  async #untilPoolIsResized(): Promise<void> {
    for (let round = 0; round < 200; round++) {
      const [rows] = await this.#db.query<mysql.RowDataPacket[]>(
        "SHOW GLOBAL STATUS LIKE 'Innodb_buffer_pool_resize_status'",
      );
      const status = String(rows[0]?.Value ?? '');
      if (status === '' || /^(Completed|Size did not change|Failed)/i.test(status)) return;
      await delay(50);
    }
  }

  async #settled(now: PlanChange[]): Promise<Globals> {
    for (let round = 0; ; round++) {
      const globals = await this.#globals();
      const pool = now.find(({ variable }) => variable === 'innodb_buffer_pool_size');
      if (pool === undefined || round > 100) return globals;
      if (globals.get('innodb_buffer_pool_size') === String(pool.stored)) return globals;
      await delay(50);
    }
  }

  /** `--verbose --help` prints what a start with the file would give. */
  async #acceptNewFile(plan: TuningPlan, what: string, text: string, side: 'stored' | 'from'): Promise<void> {
    const inFile = this.#inFile(plan);
    const set = [...readGroup(parseOptionFile(text), ['mysqld']).keys()].sort();
    this.#expectEqual(`${what}: options`, optionNames(inFile), set);
    const file = join(this.#folder, 'new.cnf');
    writeFileSync(file, text);
    const help = await runServer(this.#id, [`--defaults-file=${file}`, '--verbose', '--help']);
    const bad = errorsIn(help.errors);
    if (help.code !== 0 || bad.length > 0) {
      this.#disagree(`${what}: not accepted: ${bad.join(' ').slice(0, 300)}`);
      return;
    }
    const values = helpValues(help);
    for (const change of inFile) {
      if (derivedAtStart.includes(change.variable)) continue;
      this.#same(what, change, side, values.get(optionNameOf(change.variable)));
    }
  }

  async #validate(what: string): Promise<void> {
    const how = this.#persists ? ['--validate-config'] : ['--verbose', '--help'];
    const { code, errors } = await runServer(this.#id, [
      `--defaults-file=${this.#file}`,
      ...how,
      ...(this.#persists ? ['--secure-file-priv='] : []),
    ]);
    const bad = errorsIn(errors);
    if (code !== 0 || bad.length > 0)
      this.#disagree(`${what}: not valid: ${code} ${bad.join(' ').slice(0, 300)}`);
  }

  #ansible(plan: TuningPlan, text: string, undo: boolean): void {
    const read = parseYaml(text, { version: '1.1' }) as {
      mysql_options: { mysqld?: Record<string, unknown> };
      mysql_variables_now: { variable: string; value: unknown }[];
      mysql_restart_needed: boolean;
    };
    const options = read.mysql_options.mysqld ?? {};
    const side = undo ? 'from' : 'stored';
    this.#expectEqual('ansible: options', optionNames(this.#inFile(plan)), Object.keys(options).sort());
    for (const change of plan.changes) {
      const value = options[optionNameOf(change.variable)];
      if (!this.#inFile(plan).includes(change)) continue;
      if (typeof value !== 'string') this.#disagree(`ansible: ${change.variable} is ${typeof value}`);
      else this.#same('ansible', change, side, expanded(value));
      const now = read.mysql_variables_now.filter(({ variable }) => variable === change.variable).at(-1);
      const [meant] = changesNow([change]);
      if ((now !== undefined) !== (meant !== undefined)) this.#disagree(`ansible: now: ${change.variable}`);
      if (now !== undefined && meant !== undefined) this.#same('ansible now', meant, side, String(now.value));
    }
    this.#expectEqual(
      'ansible: restart',
      [String(plan.changes.some(({ when }) => when === 'restart'))],
      [String(read.mysql_restart_needed)],
    );
  }

  /** The scripts run against programs that only note their arguments. */
  async #services(plan: TuningPlan, analysis: Analysis, undo: boolean): Promise<void> {
    const side = undo ? 'from' : 'stored';
    const expected = (format: PlanFormat) => {
      const { text } = renderPlan(plan, analysis, format, null, { undo });
      if (/^# (Cloud SQL|Azure Database) has/m.test(text)) return null;
      const leftOut = [
        ...text.replaceAll(/\n# (?!Left)/g, ' ').matchAll(/Left out: (\w+)(?: = [^:\n]*)?:/g),
      ].map(([, name]) => name);
      return { text, changes: plan.changes.filter(({ variable }) => !leftOut.includes(variable)) };
    };
    const aws = expected('aws');
    if (aws !== null) {
      const calls = this.#runScript(aws.text, 'aws');
      const fromScript = calls.flatMap((words) => {
        this.#expectEqual(
          'aws: command',
          [
            'rds',
            'modify-db-parameter-group',
            '--db-parameter-group-name',
            'your-parameter-group',
            '--parameters',
          ],
          words.slice(0, 5),
        );
        return this.#awsParameters('aws', JSON.parse(words[5] ?? 'null'));
      });
      const json = renderPlan(plan, analysis, 'rds-json', null, { undo }).text;
      const fromJson = json
        .trimEnd()
        .split('\n')
        .flatMap((line) => {
          const document = JSON.parse(line);
          this.#expectEqual('rds-json: keys', ['DBParameterGroupName', 'Parameters'], Object.keys(document));
          return this.#awsParameters('rds-json', document.Parameters);
        });
      this.#expectEqual('rds-json', fromScript.map(String), fromJson.map(String));
      this.#parameters(
        'aws',
        aws.changes,
        side,
        fromScript.map(([name, value]) => [name, value]),
      );
      for (const [name, , method] of fromScript) {
        const when = plan.changes.find(({ variable }) => variable === name)?.when;
        this.#expectEqual(
          `aws: method of ${name}`,
          [when === 'now' ? 'immediate' : 'pending-reboot'],
          [method],
        );
      }
    }
    const gcloud = expected('gcloud');
    if (gcloud !== null && gcloud.changes.length > 0) {
      const [words = [], ...more] = this.#runScript(gcloud.text, 'gcloud');
      this.#expectEqual('gcloud', ['sql', 'instances', 'patch', 'your-instance'], words.slice(0, 4));
      this.#expectEqual('gcloud: calls', [], more.flat());
      const list = words[4]?.replace('--database-flags=', '') ?? '';
      const escaped = /^\^([^^]+)\^(.*)$/s.exec(list);
      const pairs = escaped === null ? list.split(',') : (escaped[2] ?? '').split(escaped[1] ?? ',');
      this.#parameters(
        'gcloud',
        gcloud.changes,
        side,
        pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
      );
    }
    const az = expected('az');
    if (az !== null) {
      const calls = this.#runScript(az.text, 'az');
      const fixed =
        'mysql flexible-server parameter set --resource-group your-resource-group --server-name your-server --name';
      for (const words of calls) this.#expectEqual('az', fixed.split(' '), words.slice(0, 9));
      this.#parameters(
        'az',
        az.changes,
        side,
        calls.map((words) => [words[9] ?? '', words[11] ?? '']),
      );
    }
  }

  /** API Reference, Parameter: at most 20 in a request, these three members. */
  #awsParameters(what: string, list: unknown): [name: string, value: string, method: string][] {
    if (!Array.isArray(list) || list.length > 20) {
      this.#disagree(`${what}: ${Array.isArray(list) ? list.length : 'no list of'} parameters in a request`);
      return [];
    }
    return list.map((one: Record<string, unknown>) => {
      this.#expectEqual(
        `${what}: members`,
        ['ParameterName', 'ParameterValue', 'ApplyMethod'],
        Object.keys(one),
      );
      return [String(one.ParameterName), String(one.ParameterValue), String(one.ApplyMethod)];
    });
  }

  #parameters(what: string, changes: PlanChange[], side: 'from' | 'stored', found: string[][]): void {
    this.#expectEqual(
      `${what}: names`,
      changes.map(({ variable }) => variable),
      found.map(([name]) => name ?? ''),
    );
    for (const change of changes) {
      const value = found.find(([name]) => name === change.variable)?.[1];
      this.#same(what, change, side, value);
    }
  }

  #runScript(text: string, program: string): string[][] {
    const bin = join(this.#folder, 'bin');
    mkdirSync(bin, { recursive: true });
    const log = join(this.#folder, 'calls');
    writeFileSync(log, '');
    // One word a line with its line breaks kept out of the way; an empty line ends a call.
    writeFileSync(join(bin, program), `#!/bin/sh\nprintf '=%s\\n' "$@" >> '${log}'\necho >> '${log}'\n`, {
      mode: 0o755,
    });
    try {
      execFileSync('sh', ['-u'], { input: text, env: { PATH: `${bin}:/usr/bin:/bin` } });
    } catch (error) {
      this.#disagree(`${program}: the script fails: ${error}`);
    }
    return readFileSync(log, 'utf8')
      .split('\n\n')
      .filter((call) => call !== '')
      .map((call) => call.split('\n').map((word) => word.slice(1)));
  }

  /** @returns whether the server came up */
  async #restart(what: string): Promise<boolean> {
    this.#connection?.destroy();
    try {
      await this.#running.restart();
      await this.#connect();
      return true;
    } catch (error) {
      this.#disagree(`${what}: the server does not start: ${error instanceof Error ? error.message : error}`);
      // The plans that follow are proved from where this one began.
      writeFileSync(this.#file, this.#base);
      rmSync(join(this.#running.dir, 'data', 'mysqld-auto.cnf'), { force: true });
      await this.#running.restart();
      await this.#connect();
      return false;
    }
  }

  async #connect(): Promise<void> {
    this.#connection = await mysql.createConnection({ socketPath: this.#running.socket, user: 'root' });
    this.#connection.on('error', () => undefined);
  }

  get #db(): mysql.Connection {
    if (this.#connection === undefined) throw new Error('not connected');
    return this.#connection;
  }

  async #globals(): Promise<Globals> {
    const [rows] = await this.#db.query<mysql.RowDataPacket[]>('SHOW GLOBAL VARIABLES');
    return new Map(
      rows
        .map(({ Variable_name: name, Value: value }) => [String(name), String(value)] as const)
        .filter(([name]) => !restless.test(name)),
    );
  }

  async #persisted(): Promise<string[]> {
    const [rows] = await this.#db.query<mysql.RowDataPacket[]>(
      'SELECT VARIABLE_NAME AS name FROM performance_schema.persisted_variables ORDER BY 1',
    );
    return rows.map(({ name }) => String(name));
  }

  #inFile(plan: TuningPlan): PlanChange[] {
    return plan.changes.filter(({ variable }) => optionRefusal(variable, this.#kind()) === null);
  }

  #compare(
    plan: TuningPlan,
    what: string,
    changes: PlanChange[],
    side: 'from' | 'stored',
    globals: Globals,
  ): void {
    for (const change of changes) {
      if (plan.changes.includes(change)) this.#same(what, change, side, globals.get(change.variable));
    }
  }

  #same(what: string, change: PlanChange, side: 'from' | 'stored', found: string | undefined): void {
    this.proof.values += 1;
    if (decidedElsewhere(this.#id, change.variable)) return;
    const promised = change[side];
    if (found !== undefined && sameSetting(promised, found)) return;
    if (found !== undefined && Number(promised) === Number(found) && found !== '') return;
    this.#disagree(`${what}: ${change.variable} should be ${promised}, is ${found}`);
  }

  #expectStart(what: string, start: Globals, now: Globals): void {
    for (const [name, value] of start) {
      if (now.get(name) !== value && !decidedElsewhere(this.#id, name)) {
        this.#disagree(`${what}: ${name} was ${value} at the start, is ${now.get(name)}`);
      }
    }
  }

  #expectEqual(what: string, expected: readonly string[], found: readonly string[]): void {
    if (JSON.stringify(expected) === JSON.stringify(found)) return;
    const only = (one: readonly string[], other: readonly string[]) =>
      one
        .filter((each) => !other.includes(each))
        .join(' ')
        .slice(0, 300);
    this.#disagree(`${what}: expected also ${only(expected, found)}, found also ${only(found, expected)}`);
  }

  #disagree(text: string): void {
    this.proof.disagreements.push(`${this.#id}: ${text}`);
  }
}

/**
 * The operating system has the last word on open files, and with it on the instances of the table cache of MariaDB
 * (mysqld.cc init_common_variables); the data folder of 5.6 carries the checksums it was made with.
 */
export function decidedElsewhere(id: ServerId, variable: string): boolean {
  const byFiles = id.startsWith('mariadb') && variable === 'table_open_cache_instances';
  const byFolder = id === 'mysql56' && variable === 'innodb_checksum_algorithm';
  return variable === 'open_files_limit' || byFiles || byFolder;
}

/** `--help` prints these before InnoDB has worked them out. */
const derivedAtStart = [
  'innodb_buffer_pool_size',
  'innodb_buffer_pool_instances',
  'innodb_io_capacity',
  'innodb_io_capacity_max',
];

/** Started for its help only, MySQL 5.6 and 5.7 miss their own files; that is not the option file's fault. */
function errorsIn(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => /\[ERROR\]/.test(line) && !/messagefile|error-message file|mysql\.plugin/.test(line));
}

function statements(text: string): string[] {
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('--'));
}

function names(changes: PlanChange[]): string[] {
  return changes.map(({ variable }) => variable).sort();
}

function optionNames(changes: PlanChange[]): string[] {
  return changes.map(({ variable }) => optionNameOf(variable)).sort();
}

/** `128M` as a server prints it. */
function expanded(text: string): string {
  const match = /^(\d+)([KMGTPE])$/.exec(text);
  if (match === null) return text;
  return String(Number(match[1]) * 1024 ** (1 + 'KMGTPE'.indexOf(match[2] ?? 'K')));
}
