import type { Moment } from './moments.ts';
import { type Home, isChange } from './stage.ts';
import type { Passage, PassingStatement, ProxyWatch } from './statement-proxy.ts';

/** A statement that changed the server, and what the journal held when it came by. */
export interface NotedChange {
  sql: string;
  /** Seconds since 1970 at which the journal's entry was made; null: there was none. */
  journalSince: number | null;
}

/**
 * Looks on while a Latchkey works: strikes at its moment, and holds each statement that changes the server against the
 * journal on the disk before the server gets it.
 */
export class Watcher implements ProxyWatch {
  readonly changes: NotedChange[] = [];
  readonly violations: string[] = [];
  struck = false;
  readonly #home: Home;
  readonly #moment: Moment | null;
  readonly #last: RegExp;
  readonly #strike: (sql: string) => Promise<Passage>;
  readonly #cancel: () => void;
  #seen = 0;
  #cancelled = false;

  /** @param tools.last the value that is set last @param tools.strike what happens at the moment @param tools.cancel ends the probe early, for moments after that */
  constructor(
    home: Home,
    moment: Moment | null,
    tools: { last: RegExp; strike: (sql: string) => Promise<Passage>; cancel: () => void },
  ) {
    this.#last = tools.last;
    this.#home = home;
    this.#moment = moment;
    this.#strike = tools.strike;
    this.#cancel = tools.cancel;
  }

  async before({ sql }: PassingStatement): Promise<Passage> {
    if (isChange(sql)) this.#note(sql);
    return this.#isMoment(sql, 'before') ? this.#struckNow(sql) : 'pass';
  }

  async answered({ sql }: PassingStatement): Promise<void> {
    if (this.#moment?.afterCancel === true && !this.#cancelled && isChange(sql) && this.#last.test(sql)) {
      this.#cancelled = true;
      this.#cancel();
      return;
    }
    if (this.#isMoment(sql, 'answered')) await this.#struckNow(sql);
  }

  #isMoment(sql: string, when: Moment['when']): boolean {
    const moment = this.#moment;
    if (moment === null || moment.when !== when || this.struck) return false;
    if ((moment.afterCancel && !this.#cancelled) || !moment.matches(sql)) return false;
    this.#seen += 1;
    return this.#seen === moment.nth;
  }

  #struckNow(sql: string): Promise<Passage> {
    this.struck = true;
    return this.#strike(sql);
  }

  #note(sql: string): void {
    let since: number | null = null;
    try {
      const entries = this.#home.entries();
      const covering = entries.filter((entry) => covers(entry.items, sql));
      if (covering.length === 0) this.violations.push(`no journal entry covers ${sql}`);
      since =
        covering.length === 0
          ? null
          : Math.min(...covering.map(({ createdAt }) => Date.parse(createdAt) / 1000));
    } catch (error) {
      this.violations.push(`the journal could not be read at ${sql}: ${String(error)}`);
    }
    this.changes.push({ sql, journalSince: since });
  }
}

function covers(items: ReturnType<Home['entries']>[number]['items'], sql: string): boolean {
  const variable = /^SET GLOBAL `(\w+)`/.exec(sql)?.[1];
  return items.some((item) => {
    const underWay = item.state === 'setting' || item.state === 'restoring';
    if (item.kind === 'global-variable') return item.variable === variable && underWay;
    if (item.kind !== 'own-schema' || !sql.includes(`\`${item.name}\``)) return false;
    // The event is made within the schema that the entry holds already.
    return underWay || (sql.startsWith('CREATE EVENT') && item.state === 'set');
  });
}
