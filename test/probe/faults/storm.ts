import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Connection, createConnection } from 'mysql2/promise';
import { z } from 'zod';
import { exitCodes } from '../../../src/shared/base/error';
import { type RandomSource, seededRandom } from '../../../src/shared/base/random';
import { restoreOutcomeSchema } from '../../../src/shared/change';
import { latchkey, type Outcome } from '../../cli/latchkey.ts';
import type { FaultId } from './fault-list.ts';
import {
  connectionArguments,
  type Ended,
  type ProbingLatchkey,
  probeArguments,
  type RequestedProbe,
  readOutcome,
  startCommandLine,
  startEngineProcess,
} from './latchkey-process.ts';
import { drawMoments, type Moment, whileSet } from './moments.ts';
import { Home, Stage } from './stage.ts';
import type { Passage } from './statement-proxy.ts';
import { type Subject, type SubjectId, subjects } from './subject.ts';
import { Watcher } from './watcher.ts';

type ServerId = Parameters<typeof Stage.open>[0];

export interface FaultRun {
  server: string;
  seed: number;
  /** Where it struck. */
  moment: string;
  /** False: the probe was over before the moment came. */
  struck: boolean;
  /** How the probe ended, in a word. */
  outcome: string;
  /** Whether the originals were in force when the probe had ended, before any further start of Latchkey. */
  restoredAtOnce: boolean;
  /** Statements that changed the server, and how many of them the server's own log confirms. */
  changes: number;
  logged: number | null;
  violations: string[];
}

const plannedSchema = z.object({ changes: z.array(z.object({ variable: z.string() })) });
const switchSeconds = 5;
/** Shares of moments that fit a fault; undefined: all of them. */
const among: Partial<Record<FaultId, readonly string[]>> = {
  // Nothing watches before, and nothing can be dropped after.
  guard: ['SET', 'read-back', 'read-back of a switch', 'sample'],
  'other-client': whileSet,
  second: ['SET', 'read-back', 'sample'],
  'dead-mans-switch': ['event', ...whileSet, 'drop of the schema'],
  stopped: ['SET', 'read-back', 'sample'],
  'disk-fills': ['SET', 'read-back', 'sample', 'SET of the restore'],
};
const withSwitch: readonly FaultId[] = ['dead-mans-switch', 'stopped'];
const inEngine: readonly FaultId[] = ['window', 'engine-kill', 'engine-term'];

/** Does one fault to so many probes of one server, at random moments. */
export async function storm(
  id: ServerId,
  fault: FaultId,
  count: number,
  seed: number,
  subject: SubjectId = 'probe',
): Promise<FaultRun[]> {
  const stage = await Stage.open(id);
  try {
    const random = seededRandom(seed);
    const runs: FaultRun[] = [];
    for (const moment of drawMoments(count, random, among[fault], subjects[subject].times)) {
      runs.push(await strikeAt(stage, fault, moment, random, subject));
    }
    return runs;
  } finally {
    await stage.close();
  }
}

/** Does one fault to one probe. @param random draws what the fault and its moment leave open */
export function strikeAt(
  stage: Stage,
  fault: FaultId,
  moment: Moment,
  random: RandomSource,
  subject: SubjectId = 'probe',
): Promise<FaultRun> {
  return new StormRun(stage, fault, moment, random, subject).run();
}

class StormRun {
  readonly #stage: Stage;
  readonly #fault: FaultId;
  readonly #moment: Moment;
  readonly #random: RandomSource;
  readonly #home = new Home();
  readonly #seed: number;
  readonly #subjectId: SubjectId;
  readonly #subject: Subject;
  /** With the snapshot whose plan is proven. */
  readonly #beside = new Home();
  readonly #violations: string[] = [];
  readonly #asides: Promise<void>[] = [];
  #locked: string[] = [];
  #latchkey: ProbingLatchkey | null = null;
  #ended: Ended | null = null;
  #note = '';

  constructor(stage: Stage, fault: FaultId, moment: Moment, random: RandomSource, subject: SubjectId) {
    this.#subjectId = subject;
    this.#subject = subjects[subject];
    this.#stage = stage;
    this.#fault = fault;
    this.#moment = moment;
    this.#random = random;
    this.#seed = 1 + Math.floor(random() * 1e6);
  }

  async run(): Promise<FaultRun> {
    const stage = this.#stage;
    if (this.#subjectId === 'proof' || this.#subjectId === 'observation') await this.#takeSnapshot();
    await stage.forgetLog();
    const watcher = new Watcher(this.#home, this.#fault === 'disk-full' ? null : this.#moment, {
      last: this.#subject.last,
      strike: () => this.#strike(),
      cancel: () => this.#latchkey?.cancel(),
    });
    stage.proxy.watch = watcher;
    try {
      const ended = await this.#probe();
      this.#ended = ended;
      await Promise.all(this.#asides);
      const restoredAtOnce = await this.#judge();
      const logged = await this.#checkLog(watcher);
      const { name, nth, when } = this.#moment;
      return {
        server: stage.server.version,
        seed: this.#seed,
        moment:
          this.#fault === 'disk-full'
            ? 'start'
            : `${when === 'before' ? 'before' : 'after'} ${name} ${nth}${this.#note}`,
        struck: watcher.struck || this.#fault === 'disk-full',
        outcome: ended.result?.outcome ?? (ended.code === null ? 'killed' : shortened(ended.said)),
        restoredAtOnce,
        changes: watcher.changes.length,
        logged,
        violations: [...this.#violations, ...(this.#diskFault() ? [] : watcher.violations)],
      };
    } finally {
      stage.proxy.watch = { before: () => 'pass', answered: () => undefined };
      await this.#tidy();
      this.#home.remove();
      this.#beside.remove();
    }
  }

  get #snapshot(): string {
    return join(this.#beside.path, 'plan.lks');
  }

  async #takeSnapshot(): Promise<void> {
    const { port } = this.#stage.server;
    const asked = ['snapshot', '--for', '2s', '--json', '-o', this.#snapshot, ...connectionArguments(port)];
    const taken = await latchkey(asked, { environment: { LATCHKEY_HOME: this.#beside.path } });
    if (taken.code !== exitCodes.done) throw new Error(`no snapshot to prove: ${shortened(taken.err)}`);
    // What the rules advise beside it would be proven too, the end of the log that is read here among it.
    const environment = { LATCHKEY_HOME: this.#beside.path };
    const { out } = await latchkey(['plan', this.#snapshot, '--json'], { environment });
    const { changes } = plannedSchema.parse(JSON.parse(out));
    this.#locked = changes
      .map(({ variable }) => variable)
      .filter((variable) => !(variable in this.#subject.settings));
  }

  #diskFault(): boolean {
    return this.#fault === 'disk-full' || this.#fault === 'disk-fills';
  }

  async #probe(): Promise<Ended> {
    const requested: RequestedProbe = {
      port: this.#stage.proxy.port,
      home: this.#home.path,
      seed: this.#seed,
      subject: this.#subjectId,
      snapshot: this.#snapshot,
      locked: this.#locked,
      deadMansSwitch:
        this.#moment.needsSwitch || withSwitch.includes(this.#fault) || this.#random() < 0.2
          ? switchSeconds
          : null,
      // On a busy machine the second may need longer than the first by itself; it is cancelled when that is done.
      ...(this.#fault === 'second' && this.#subjectId === 'probe' ? { maxSeconds: 60 } : {}),
    };
    if (this.#diskFault()) {
      const full = startOnSmallDisk(requested, this.#fault === 'disk-full');
      this.#latchkey = full;
      return full.done;
    }
    this.#latchkey = inEngine.includes(this.#fault)
      ? await startEngineProcess(requested)
      : startCommandLine(requested);
    return this.#latchkey.done;
  }

  async #strike(): Promise<Passage> {
    const latchkey = this.#latchkey;
    const { proxy, server } = this.#stage;
    if (latchkey === null) throw new Error('It struck before there was anything to strike.');
    switch (this.#fault) {
      case 'cancel':
      case 'window':
        latchkey.cancel();
        return 'pass';
      case 'term':
      case 'engine-term':
        latchkey.kill('SIGTERM');
        return 'pass';
      case 'hangup':
        latchkey.kill('SIGHUP');
        return 'pass';
      case 'reader':
        latchkey.dropOutput();
        return 'pass';
      case 'kill':
      case 'engine-kill':
      case 'dead-mans-switch':
        latchkey.kill('SIGKILL');
        await latchkey.done;
        return 'pass';
      case 'unreachable':
        latchkey.kill('SIGKILL');
        await latchkey.done;
        // From within a statement that passes, the way cannot be closed.
        this.#aside(() => proxy.close());
        return 'pass';
      case 'exception':
        return 'refuse';
      case 'guard':
        this.#provokeGuard();
        return 'pass';
      case 'network-drop':
      case 'network-reset':
        proxy.cut(this.#fault === 'network-drop' ? 'drop' : 'reset');
        return 'pass';
      case 'network-stall': {
        const newOnes = this.#random() < 0.5;
        this.#note = newOnes ? ', new connections too' : '';
        proxy.cut('stall', newOnes);
        return 'pass';
      }
      case 'server-kill':
        await server.kill();
        return 'pass';
      case 'other-client':
        await this.#setMeanwhile();
        return 'pass';
      case 'revoked':
        await this.#stage.revoke();
        return 'pass';
      case 'disk-fills':
        await fillDisk(latchkey.pid);
        return 'pass';
      case 'second':
        this.#aside(() => this.#secondLatchkey());
        return 'pass';
      case 'stopped':
        latchkey.kill('SIGSTOP');
        this.#aside(() => this.#goOnWhenRestored(latchkey));
        return 'pass';
      case 'disk-full':
        return 'pass';
    }
  }

  /** What goes on beside the statement that waits; its failure is a violation. */
  #aside(act: () => Promise<void>): void {
    this.#asides.push(act().catch((error: unknown) => this.#violated(`beside the probe: ${String(error)}`)));
  }

  #violated(what: string): void {
    this.#violations.push(what);
  }

  /** Each of the ways in which a server can get into trouble that can be made here. */
  #provokeGuard(): void {
    const ways = ['threads-running', 'errors', 'throughput', 'connection'] as const;
    const way = ways[Math.floor(this.#random() * ways.length)] ?? 'errors';
    this.#note = `, ${way}`;
    if (way === 'errors') this.#stage.failLoad(true);
    if (way === 'throughput') this.#stage.holdLoad(true);
    if (way === 'threads-running') this.#aside(() => crowd(this.#stage.server.socket));
    if (way === 'connection') {
      this.#aside(() => this.#stage.endMonitor());
    }
  }

  #foreign: { variable: string; value: string } | null = null;

  async #setMeanwhile(): Promise<void> {
    const requests = this.#subject.foreign;
    const foreign = requests[Math.floor(this.#random() * requests.length)] ?? { variable: '', value: '' };
    this.#note = `, ${foreign.variable}`;
    this.#foreign = foreign;
    await this.#stage.query(`SET GLOBAL ${foreign.variable} = ${foreign.value}`);
  }

  /** With the journal of the first and with one of its own: neither may touch what the first has set. */
  async #secondLatchkey(): Promise<void> {
    const before = await this.#stage.differing();
    const [entry] = this.#home.entries();
    const listed = await this.#run(['restore', '--json']);
    this.#expectCode(listed, [exitCodes.done], 'restore beside a probe that runs');
    if (entry !== undefined) {
      const named = await this.#run(['restore', entry.id, '--json']);
      // The first may have ended meanwhile.
      if (named.code === exitCodes.done && this.#ended === null && this.#home.entries().length > 0) {
        this.#violated('restore took an entry from a probe that runs');
      }
    }
    const other = new Home();
    try {
      const requested = {
        ...{ port: this.#stage.proxy.port, seed: 1, deadMansSwitch: null },
        ...{ subject: this.#subjectId, snapshot: this.#snapshot, locked: this.#locked },
      };
      const second = await latchkey(probeArguments(requested), {
        environment: { LATCHKEY_HOME: other.path },
      });
      if (!second.err.includes('"busy"') && !second.err.includes('change-refused')) {
        this.#violated(`a second probe was not refused: ${second.err.trim().split('\n').at(-1)}`);
      }
    } finally {
      other.remove();
    }
    const after = await this.#stage.differing();
    if (before.size > 0 && after.size === 0 && this.#home.entries().length > 0) {
      this.#note = `${this.#note}, in a slot of the baseline after`;
    }
    this.#latchkey?.cancel();
  }

  async #goOnWhenRestored(stopped: ProbingLatchkey): Promise<void> {
    await this.#until('the server restored itself', async () =>
      (await this.#stage.leftovers()).every((one) => !one.startsWith('event')),
    );
    stopped.kill('SIGCONT');
  }

  async #until(what: string, test: () => Promise<boolean>): Promise<boolean> {
    const deadline = performance.now() + 60_000;
    while (performance.now() < deadline) {
      if (await test()) return true;
      await delay(100);
    }
    this.#violated(`in 60 s it did not come to this: ${what}`);
    return false;
  }

  /** The server has its originals, or Latchkey says what is left and does it. @returns whether it had them at once */
  async #judge(): Promise<boolean> {
    const stage = this.#stage;
    stage.failLoad(false);
    stage.holdLoad(false);
    if (this.#fault === 'server-kill') await stage.server.restart();
    if (this.#fault === 'dead-mans-switch') await this.#serverRestoresItself();
    this.#judgeEnd();
    // A SET that was on its way when its sender died may still be at work.
    await this.#until('no statement of Latchkey is at work', async () => (await this.#working()) === 0);
    const differing = await stage.differing();
    const entries = this.#diskFault() ? [] : this.#home.entries();
    const restoredAtOnce = differing.size === 0 && (await stage.leftovers()).length === 0;
    this.#judgeWords(differing);
    if (this.#fault === 'unreachable' && entries.length > 0) await this.#judgeUnreachable();
    if (this.#fault === 'unreachable') await stage.proxy.open();
    if (this.#fault === 'network-stall') await stage.proxy.open();
    if (this.#fault === 'revoked') {
      if (entries.length > 0 && differing.size > 0) {
        this.#expectCode(await this.#run(['restore', '--json']), [3, 5], 'restore without privileges');
      }
      await stage.grant();
    }
    if (this.#foreign !== null) await this.#judgeForeign();
    else if (entries.length > 0) {
      this.#expectCode(await this.#run(['restore', '--json']), [exitCodes.done], 'restore at the next start');
    }
    const left = [
      ...[...(await stage.differing())].map(
        ([name, value]) => `${name} is ${value}, was ${stage.originalOf(name)}`,
      ),
      ...(await stage.leftovers()),
      ...this.#home.entries().map(({ id }) => `journal entry ${id}`),
    ];
    if (left.length > 0) this.#violated(`left in the end: ${left.join('; ')}`);
    return restoredAtOnce;
  }

  async #working(): Promise<number> {
    const rows = await this.#stage.query(
      "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE USER = 'latchkey' AND COMMAND = 'Query'",
    );
    return Number(rows[0]?.[0]);
  }

  /** The exit code says what the result says. */
  #judgeEnd(): void {
    const { code, result, said } = this.#ended ?? { code: null, result: null, said: '' };
    if (code === null) return;
    if (this.#fault === 'disk-full') {
      if (!/disk-full|write-failed/.test(said)) this.#violated(`a full disk was not named: ${said}`);
      return;
    }
    if (this.#fault === 'reader' || result === null) return;
    const wanted =
      result.restore.status === 'pending'
        ? exitCodes.restoreIncomplete
        : result.outcome === 'cancelled'
          ? exitCodes.cancelled
          : result.outcome === 'stopped-by-guard'
            ? exitCodes.guard
            : null;
    if (wanted !== null && code !== wanted) {
      this.#violated(`exit code ${code} for ${result.outcome}, restore ${result.restore.status}`);
    }
  }

  /** Whatever differs is named: in the result of the probe, or in the journal for the next start. */
  #judgeWords(differing: ReadonlyMap<string, string>): void {
    const { result } = this.#ended ?? { result: null };
    const said = result === null ? '' : JSON.stringify(result.restore);
    const listed = JSON.stringify(this.#home.entries().map(({ items }) => items));
    for (const [variable, value] of differing) {
      const named =
        said.includes(`"${variable}"`) || said.includes(`${variable} (`) || listed.includes(`"${variable}"`);
      if (!named) this.#violated(`nobody says that ${variable} is ${value}`);
      if (!this.#subject.variables.includes(variable))
        this.#violated(`${variable} was changed, which no variant sets`);
    }
  }

  async #judgeUnreachable(): Promise<void> {
    const refused = await this.#run(['restore', '--json']);
    this.#expectCode(refused, [exitCodes.server], 'restore of a server that cannot be reached');
    const [entry] = this.#home.entries();
    const pending = refused.out
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => restoreOutcomeSchema.parse(JSON.parse(line)));
    const [said] = pending;
    const changed = entry?.items.flatMap((item) =>
      item.kind === 'global-variable' && item.state !== 'planned' && item.state !== 'restored' ? [item] : [],
    );
    for (const { variable, original } of changed ?? []) {
      const named = said?.remaining.some((one) => one.variable === variable && one.original === original);
      if (named !== true) this.#violated(`unreachable: not said that ${variable} should be ${original}`);
    }
  }

  /** What someone else has set is left alone, and named, until --force. */
  async #judgeForeign(): Promise<void> {
    const { variable, value } = this.#foreign ?? { variable: '', value: '' };
    const now = (await this.#stage.differing()).get(variable);
    // A search sets values of its own grid.
    const isArm = this.#subject.best !== undefined || now === this.#subject.settings[variable];
    if (now !== undefined && now !== value && !isArm && this.#home.entries().length === 0) {
      this.#violated(`${variable} is ${now}; someone else had set ${value}`);
    }
    if (this.#home.entries().length > 0) {
      const asked = await this.#run(['restore', '--json']);
      if (asked.code !== exitCodes.done) {
        this.#expectCode(asked, [exitCodes.restoreIncomplete], 'restore of what someone else has set');
        this.#expectCode(
          await this.#run(['restore', '--force', '--json']),
          [exitCodes.done],
          'restore --force',
        );
      }
    }
    // What Latchkey never set, or left to its new owner, is for that one to restore.
    for (const [name] of await this.#stage.differing()) {
      await this.#stage.query(`SET GLOBAL ${name} = ${this.#stage.originalOf(name)}`);
    }
    for (const [name] of await this.#stage.differing()) {
      await this.#stage.query(`SET GLOBAL ${name} = ${this.#stage.originalOf(name)}`);
    }
  }

  async #serverRestoresItself(): Promise<void> {
    const made = this.#home
      .entries()
      .some(({ statements }) => statements.some(({ sql }) => sql.startsWith('CREATE EVENT')));
    const there = (await this.#stage.leftovers()).some((one) => one.startsWith('event'));
    if (!made && !there) return;
    const gone = await this.#until('the event has gone off', async () =>
      (await this.#stage.leftovers()).every((one) => !one.startsWith('event')),
    );
    if (!gone) return;
    await this.#until('its statements are through', async () => (await this.#stage.differing()).size === 0);
  }

  async #checkLog(watcher: Watcher): Promise<number | null> {
    let logged: { sql: string; at: number }[];
    try {
      logged = await this.#stage.loggedChanges();
    } catch (error) {
      // The table of the log is no InnoDB table, and a server that was killed may have left it broken.
      if (this.#fault === 'server-kill') return null;
      throw error;
    }
    const exact = this.#stage.server.id === 'mysql56' ? 1 : 0.001;
    const noted = [...watcher.changes];
    for (const { sql, at } of logged) {
      const index = noted.findIndex((one) => one.sql === sql);
      const [one] = index < 0 ? [] : noted.splice(index, 1);
      if (one === undefined) this.#violated(`the server logged a statement that nobody saw pass: ${sql}`);
      else if (!this.#diskFault() && (one.journalSince === null || at + exact < one.journalSince)) {
        this.#violated(`logged at ${at}, journal since ${one.journalSince}: ${sql}`);
      }
    }
    if (this.#fault === 'disk-full' && logged.length > 0) {
      this.#violated(`with a full disk the server was changed: ${logged[0]?.sql}`);
    }
    return logged.length;
  }

  #run(args: string[]): Promise<Outcome> {
    return latchkey(args, { environment: { LATCHKEY_HOME: this.#home.path } });
  }

  #expectCode({ code, out, err }: Outcome, wanted: readonly number[], what: string): void {
    if (code !== null && wanted.includes(code)) return;
    this.#violated(`${what} ended with ${code}: ${shortened(`${out}${err}`)}`);
  }

  async #tidy(): Promise<void> {
    await this.#stage.proxy.open();
    this.#stage.proxy.forget();
  }
}

function shortened(text: string): string {
  return text.trim().replaceAll('\n', ' ').slice(-300);
}

/** Keeps 24 connections busy for a while. */
export async function crowd(socket: string): Promise<void> {
  const open: Connection[] = [];
  for (let each = 0; each < 24; each++) {
    const connection = await createConnection({ socketPath: socket, user: 'root' });
    connection.on('error', () => undefined);
    open.push(connection);
  }
  await Promise.all(open.map((connection) => connection.query('SELECT SLEEP(6)').catch(() => undefined)));
  for (const connection of open) connection.destroy();
}

/** Whether this machine lets a process have a small disk of its own. */
export async function canHaveSmallDisk(): Promise<boolean> {
  const child = spawn('unshare', ['-rm', 'sh', '-c', 'mount -t tmpfs -o size=16k tmpfs /mnt'], {
    stdio: 'ignore',
  });
  const [code] = await Promise.race([once(child, 'close'), once(child, 'error').then((): [number] => [1])]);
  return code === 0;
}

/** The command line with its home on a disk of its own of 256 KiB, in a mount namespace. */
function startOnSmallDisk(requested: RequestedProbe, full: boolean): ProbingLatchkey {
  const fill = full ? `dd if=/dev/zero of="${requested.home}/full" bs=4k 2>/dev/null;` : '';
  const program = join(import.meta.dirname, '../../../out/main/cli.cjs');
  const script = `mount -t tmpfs -o size=256k tmpfs "${requested.home}" && { ${fill} exec "$0" "$@"; }`;
  const child = spawn(
    'unshare',
    ['-rm', 'sh', '-c', script, process.execPath, program, ...probeArguments(requested)],
    {
      env: { PATH: process.env.PATH ?? '', HOME: '/nonexistent', LATCHKEY_HOME: requested.home },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  return {
    pid: child.pid ?? 0,
    kill: (signal) => child.kill(signal),
    cancel: () => child.kill('SIGINT'),
    dropOutput: () => child.stdout.destroy(),
    done: once(child, 'close').then(([code]) => readOutcome({ code, out, err })),
  };
}

/** Fills the disk of a process, by the way in which only its own namespace shows it. */
async function fillDisk(pid: number): Promise<void> {
  const script = `h=$(tr '\\0' '\\n' < /proc/${pid}/environ | sed -n 's/^LATCHKEY_HOME=//p'); dd if=/dev/zero of="/proc/${pid}/root$h/full" bs=4k`;
  const child = spawn('sh', ['-c', script], { stdio: 'ignore' });
  await once(child, 'close');
}
