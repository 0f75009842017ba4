import { longestWaitMs, stepBetween } from '../../knowledge/step-between';
import type {
  GlobalVariableItem,
  JournalEntry,
  OwnSchemaItem,
  SwitchesItem,
  SwitchGroup,
} from '../../shared/change';
import type { Clock } from '../../shared/clock';
import { LatchkeyError, toLatchkeyError } from '../../shared/error';
import type { Table } from '../../shared/snapshot';
import type { ChangeSession } from './change-session';
import { type GlobalVariables, readGlobals } from './global-variables';
import type { JournalRecord } from './journal';
import { setGlobalSql } from './literal';
import { waitForPoolResize } from './pool-resize';
import { readSwitches, type Switches } from './switches';

/** A SET that has no answer after this long has lost its way: the network swallows it, or something blocks it. */
const setTimeoutMs = 60_000;
/** A SET that has to wait for what it frees, moves or writes may rightly take this long. */
const longSetTimeoutMs = 10 * 60_000;
/**
 * Variables whose SET waits: a pool that shrinks (srv0start.cc and buf0buf.cc, buf_pool_resize), every page of the hash
 * index (btr_search_disable), a cache that is emptied under its lock (Query_cache::resize, resize_key_cache), a redo log
 * that is written anew (MariaDB log_t::resize_start), queues of threads that have to end first.
 */
const waitingSets: ReadonlySet<string> = new Set(
  `innodb_buffer_pool_size innodb_adaptive_hash_index query_cache_size query_cache_type key_buffer_size
  innodb_log_file_size innodb_redo_log_capacity innodb_read_io_threads innodb_write_io_threads innodb_purge_threads
  innodb_thread_concurrency`.split(/\s+/),
);

/** The open gate: a session that holds the server's lock, with the journal entry that every statement is noted in. */
export class Gate {
  readonly #session: ChangeSession;
  readonly #record: JournalRecord;
  readonly #clock: Clock;
  readonly #escapes: boolean;
  #closed = false;
  #lastSetLimitMs = setTimeoutMs;
  /** Variables that changed while ours were set, though nothing known connects them: other people's doing. */
  readonly meanwhile: { variable: string; from: string; to: string }[];

  constructor(
    session: ChangeSession,
    record: JournalRecord,
    clock: Clock,
    backslashEscapes: boolean,
    meanwhile: Gate['meanwhile'] = [],
  ) {
    this.#session = session;
    this.#record = record;
    this.#clock = clock;
    this.#escapes = backslashEscapes;
    this.meanwhile = meanwhile;
  }

  /**
   * The same gate for work that may be given up while it hangs (on a disk, on a long statement). Once it is closed,
   * nothing more of that work is sent or written: a SET of it would overtake the restore.
   */
  lend(): { gate: Gate; close(): void } {
    const lent = new Gate(this.#session, this.#record, this.#clock, this.#escapes, this.meanwhile);
    return {
      gate: lent,
      close: () => {
        lent.#closed = true;
      },
    };
  }

  #demandOpen(): void {
    if (this.#closed) throw new LatchkeyError('cancelled', 'Everything is being put back.');
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

  get switches(): SwitchesItem[] {
    return this.entry.items.flatMap((item) => (item.kind === 'switches' ? [item] : []));
  }

  get ownSchemas(): OwnSchemaItem[] {
    return this.entry.items.flatMap((item) => (item.kind === 'own-schema' ? [item] : []));
  }

  /** Whether a backslash in a quoted text is an escape in this session. */
  get escapes(): boolean {
    return this.#escapes;
  }

  /** Brings a new state of the entry to the disk. */
  advance(change: (entry: JournalEntry) => void): Promise<void> {
    return this.#record.advance((entry) => {
      // Its turn may come late: heartbeat and restore write too.
      this.#demandOpen();
      change(entry);
    });
  }

  readGlobals(): Promise<GlobalVariables> {
    return readGlobals({ query: (sql) => this.send(sql) });
  }

  readSwitches(group: SwitchGroup): Promise<Switches> {
    return readSwitches({ query: (sql) => this.send(sql) }, group, this.identity);
  }

  /** Sends one SET and waits until its effect is complete. */
  async set(item: GlobalVariableItem, value: string): Promise<void> {
    const resizes = item.variable === 'innodb_buffer_pool_size';
    const limitMs = waitingSets.has(item.variable) ? longSetTimeoutMs : setTimeoutMs;
    this.#lastSetLimitMs = limitMs;
    const session = { query: (sql: string) => this.send(sql) };
    // While the pool is being resized, MySQL ignores a further SET.
    if (resizes) await waitForPoolResize(session, this.#clock);
    const between = stepBetween(item.variable, value, this.identity);
    if (between !== null) {
      await this.send(setGlobalSql(item, between, this.#escapes), limitMs);
      await this.#clock.sleep(longestWaitMs);
    }
    await this.send(setGlobalSql(item, value, this.#escapes), limitMs);
    if (resizes) await waitForPoolResize(session, this.#clock);
  }

  /** What the server remarked about the last SET. With its time limit: setting another one would clear the remarks. */
  async warnings(): Promise<string[]> {
    return (await this.send('SHOW WARNINGS', this.#lastSetLimitMs)).rows.map(([, , message]) =>
      String(message),
    );
  }

  async send(sql: string, timeoutMs?: number): Promise<Table> {
    this.#demandOpen();
    const at = this.#clock.now().toISOString();
    try {
      const table = await this.#session.query(sql, timeoutMs === undefined ? {} : { timeoutMs });
      this.entry.statements.push({ at, sql });
      return table;
    } catch (error) {
      this.entry.statements.push({ at, sql, error: toLatchkeyError(error).message });
      throw error;
    }
  }
}
