import { intermediateValue, longestWaitMs } from '../../../knowledge/catalog/values/intermediate-value';
import type { Clock } from '../../../shared/base/clock';
import { LatchkeyError, toLatchkeyError } from '../../../shared/base/error';
import type {
  GlobalVariableItem,
  InstrumentGroup,
  InstrumentsItem,
  JournalEntry,
  ScratchSchemaItem,
} from '../../../shared/change';
import type { Table } from '../../../shared/snapshot';
import { type Expected, guardedSql, holdsSql, type MovedVariable, movedOf } from '../guard/guard';
import { markSession, type SessionMark } from '../guard/same-server';
import { proveUnknownTimeZone, unknownTimeZoneError } from '../guard/unknown-time-zone';
import type { JournalRecord } from '../journal/journal';
import { type ChangeSession, firstCell, serverErrorNumber } from '../session/change-session';
import { type GlobalVariables, readBackslashEscapes, readGlobals } from '../session/global-variables';
import { setGlobalSql } from '../session/literal';
import { type InstrumentStates, readInstruments } from './instruments';
import { waitForPoolResize } from './pool-resize';
import { texts } from './texts';

/** A SET that has no answer after this long has lost its way: the network swallows it, or something blocks it. */
const setTimeoutMs = 60_000;
/** A SET that has to wait for what it frees, moves or writes may rightly take this long. */
const longSetTimeoutMs = 10 * 60_000;
/**
 * Variables whose SET waits: a pool that shrinks (srv0start.cc and buf0buf.cc, buf_pool_resize), every page of the hash
 * index (btr_search_disable), a cache that is emptied under its lock (Query_cache::resize, resize_key_cache), a redo log
 * that is rewritten (MariaDB log_t::resize_start), queues of threads that have to end first.
 */
const waitingSets: ReadonlySet<string> = new Set(
  `innodb_buffer_pool_size innodb_adaptive_hash_index query_cache_size query_cache_type key_buffer_size
  innodb_log_file_size innodb_redo_log_capacity innodb_read_io_threads innodb_write_io_threads innodb_purge_threads
  innodb_thread_concurrency`.split(/\s+/),
);

/** A guard that fails this often, though every value is as expected whenever it is read, meets a variable that does not stay. */
const mostTries = 5;

/** Statements that write nothing: all others are sent only after the server has proved to be the same. */
const harmless = /^(SELECT|SHOW|SET SESSION|SET @|ROLLBACK|COMMIT)\b/i;

/** How the session of a gate writes, found out before the first statement that does. */
export interface WayOfWriting {
  mark: SessionMark;
  /** A name that is proved to be no time zone. */
  zone: string;
  /** Whether a backslash in a quoted text is an escape. */
  escapes: boolean;
}

/** @throws LatchkeyError change-refused where the session does not reach one server, or takes any time zone; else as `query` */
export async function readWayOfWriting(session: ChangeSession): Promise<WayOfWriting> {
  return {
    mark: await markSession(session),
    zone: await proveUnknownTimeZone(session, 'changed'),
    escapes: await readBackslashEscapes(session),
  };
}

/** The open gate: a session that holds the server's lock, with the journal entry that every statement is noted in. */
export class Gate {
  readonly #session: ChangeSession;
  readonly #record: JournalRecord;
  readonly #clock: Clock;
  readonly #way: WayOfWriting;
  #closed = false;
  #lastSetLimitMs = setTimeoutMs;
  /** Variables that changed while ours were set, though nothing known connects them: other people's doing. */
  readonly meanwhile: { variable: string; from: string; to: string }[];

  constructor(
    session: ChangeSession,
    record: JournalRecord,
    clock: Clock,
    way: WayOfWriting,
    meanwhile: Gate['meanwhile'] = [],
  ) {
    this.#session = session;
    this.#record = record;
    this.#clock = clock;
    this.#way = way;
    this.meanwhile = meanwhile;
  }

  /**
   * The same gate for work that may be given up while it hangs (on a disk, on a long statement). Once it is closed,
   * nothing more of that work is sent or written: a SET of it would overtake the restore.
   */
  lend(): { gate: Gate; close(): void } {
    const lent = new Gate(this.#session, this.#record, this.#clock, this.#way, this.meanwhile);
    return {
      gate: lent,
      close: () => {
        lent.#closed = true;
      },
    };
  }

  #requireOpen(): void {
    if (this.#closed) throw new LatchkeyError('cancelled', texts.everythingIsBeingRestored);
  }

  get entry(): JournalEntry {
    return this.#record.entry;
  }

  get identity(): ChangeSession['identity'] {
    return this.#session.identity;
  }

  get clock(): Clock {
    return this.#clock;
  }

  get variables(): GlobalVariableItem[] {
    return this.entry.items.flatMap((item) => (item.kind === 'global-variable' ? [item] : []));
  }

  get instruments(): InstrumentsItem[] {
    return this.entry.items.flatMap((item) => (item.kind === 'switches' ? [item] : []));
  }

  get scratchSchemas(): ScratchSchemaItem[] {
    return this.entry.items.flatMap((item) => (item.kind === 'own-schema' ? [item] : []));
  }

  /** Whether a backslash in a quoted text is an escape in this session. */
  get escapes(): boolean {
    return this.#way.escapes;
  }

  /** Brings a new state of the entry to the disk. */
  advance(change: (entry: JournalEntry) => void, room?: 'reserved'): Promise<void> {
    return this.#record.advance((entry) => {
      // Its turn may come late: heartbeat and restore write too.
      this.#requireOpen();
      change(entry);
    }, room);
  }

  readGlobals(): Promise<GlobalVariables> {
    return readGlobals({ query: (sql) => this.send(sql) });
  }

  readInstruments(group: InstrumentGroup): Promise<InstrumentStates> {
    return readInstruments({ query: (sql) => this.send(sql) }, group, this.identity);
  }

  /**
   * Sends one SET and waits until its effect is complete. The server carries it out only if this is still the same
   * connection to the same server, and every variable still has the value expected of it.
   * @param expected values as SHOW prints them; empty: whatever they are is to be overwritten
   * @returns the variables that someone else has set since; then nothing was overwritten
   */
  async set(item: GlobalVariableItem, value: string, expected: Expected): Promise<MovedVariable[]> {
    const resizes = item.variable === 'innodb_buffer_pool_size';
    const limitMs = waitingSets.has(item.variable) ? longSetTimeoutMs : setTimeoutMs;
    this.#lastSetLimitMs = limitMs;
    const session = { query: (sql: string) => this.send(sql) };
    // While the pool is being resized, MySQL ignores a further SET.
    if (resizes) await waitForPoolResize(session, this.#clock);
    const between = intermediateValue(item.variable, value, this.identity);
    let open = expected;
    if (between !== null) {
      const moved = await this.#setIf(item, between, expected, limitMs);
      if (moved.length > 0) return moved;
      if (expected.has(item.variable)) open = new Map([...expected, [item.variable, between]]);
      await this.#clock.sleep(longestWaitMs);
    }
    const moved = await this.#setIf(item, value, open, limitMs);
    if (moved.length === 0 && resizes) await waitForPoolResize(session, this.#clock);
    return moved;
  }

  async #setIf(
    item: GlobalVariableItem,
    value: string,
    expected: Expected,
    limitMs: number,
  ): Promise<MovedVariable[]> {
    const sql = setGlobalSql(item, value, this.escapes);
    const { mark, zone } = this.#way;
    const holds = new Map([...expected].map(([variable, text]) => [variable, this.#holds(variable, text)]));
    for (let tries = 1; ; tries += 1) {
      const guarded = guardedSql(sql, [mark.condition, ...holds.values()], zone);
      try {
        await this.send(sql, { timeoutMs: limitMs, as: guarded });
        return [];
      } catch (error) {
        if (!isFailedGuard(error, zone)) throw error;
      }
      await mark.requireSame();
      const moved = movedOf(expected, await this.readGlobals());
      if (moved.length > 0) return moved;
      if (tries === mostTries)
        return [...expected].map(([variable, value]) => ({ variable, expected: value, found: value }));
      // A value that an expression gives otherwise than SHOW prints it can only be read before, not with the SET.
      for (const [variable, condition] of holds) {
        if (await this.#isIncomparable(variable, expected.get(variable) ?? '', condition))
          holds.delete(variable);
      }
    }
  }

  /** Lets the server carry out an UPDATE, or a SET, only where the conditions hold; else it does nothing. */
  async sendIf(sql: string, conditions: readonly string[]): Promise<void> {
    const { mark, zone } = this.#way;
    const all = [...conditions, mark.condition];
    if (sql.startsWith('UPDATE ')) {
      await this.send(sql, { as: `${sql} AND ${all.join(' AND ')}` });
      return;
    }
    try {
      await this.send(sql, { as: guardedSql(sql, all, zone) });
    } catch (error) {
      if (!isFailedGuard(error, zone)) throw error;
      await mark.requireSame();
    }
  }

  /** Whether all variables have these values, as one condition. */
  holdsAll(expected: Expected): string {
    return [...expected].map(([variable, text]) => this.#holds(variable, text)).join(' AND ');
  }

  #holds(variable: string, text: string): string {
    const type = this.variables.find((item) => item.variable === variable)?.type ?? 'text';
    return holdsSql(variable, type, text);
  }

  /** Whether SHOW prints the expected value time and again, and the condition never holds. */
  async #isIncomparable(variable: string, expected: string, condition: string): Promise<boolean> {
    for (let look = 0; look < 3; look += 1) {
      if (Number(firstCell(await this.send(`SELECT ${condition}`))) === 1) return false;
      if ((await this.readGlobals()).get(variable) !== expected) return false;
    }
    return true;
  }

  /** What the server remarked about the last SET. With its time limit: setting another one would clear the remarks. */
  async warnings(): Promise<{ code: number; message: string }[]> {
    const { rows } = await this.send('SHOW WARNINGS', { timeoutMs: this.#lastSetLimitMs });
    return rows.map(([, code, message]) => ({ code: Number(code), message: String(message) }));
  }

  /**
   * Sends one statement, noted in the entry. One that writes is sent only after the server has proved to be the same,
   * unless it proves that itself.
   * @param options.as what is sent: `sql`, with the conditions on which the server carries it out
   */
  async send(sql: string, { timeoutMs, as }: { timeoutMs?: number; as?: string } = {}): Promise<Table> {
    this.#requireOpen();
    if (as === undefined && !harmless.test(sql)) {
      await this.#way.mark.requireSame();
      this.#requireOpen();
    }
    const at = this.#clock.now().toISOString();
    const conditions = as === undefined ? {} : { guarded: true };
    try {
      const table = await this.#session.query(as ?? sql, timeoutMs === undefined ? {} : { timeoutMs });
      this.entry.statements.push({ at, sql, ...conditions });
      return table;
    } catch (error) {
      this.entry.statements.push({ at, sql, ...conditions, error: toLatchkeyError(error).message });
      throw error;
    }
  }
}

function isFailedGuard(error: unknown, zone: string): boolean {
  return (
    serverErrorNumber(error) === unknownTimeZoneError &&
    error instanceof Error &&
    error.message.includes(zone)
  );
}
