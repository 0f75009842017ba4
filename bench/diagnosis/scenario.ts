import type { ServerId } from '../../scripts/servers/index.ts';
import type { Workload } from '../../scripts/servers/sysbench.ts';

/** Statements may hold `{n}`, a random integer from 1 to 10,000, and `{session}`, the number of the session. */
export type Load =
  | { sysbench: Workload; threads: number; args?: string[] }
  /** Each session repeats the statements; with `reconnect` in a new connection each time. Errors are part of it. */
  | { repeat: string[]; sessions: number; pauseMs?: number; reconnect?: boolean }
  /** Run once by each session, which then stays open; not waited for, for it may be blocked. */
  | { once: string[]; sessions: number };

export interface Planted {
  /** Any of these rules names the cause. */
  rules: string[];
  /** It holds nothing up: a remark is all that an expert makes of it. */
  isRemark?: boolean;
  /** What is to be set; null where no setting is the remedy. */
  variable: string | null;
  direction: 'up' | 'down' | 'on' | 'off' | null;
}

export interface Scenario {
  id: string;
  server: ServerId;
  /** On top of the settings that every scenario on this server has. */
  options?: Record<string, string | number | boolean>;
  /** Settings of a source, which the server then replicates; data, statements and load go to that source. */
  source?: Record<string, string | number | boolean>;
  /** Tables of sysbench; none without it. */
  data?: { tables: number; rows: number };
  /** Once, before the load, in the schema `sbtest`. */
  prepare?: string[];
  load: Load[];
  /** Seconds of load before the snapshot; default 3. */
  warmUp?: number;
  /** Null for a healthy control. */
  planted: Planted | null;
}

/** A cause for which no setting is the remedy. @param rules any of them names it */
export function cause(...rules: string[]): Planted {
  return { rules, variable: null, direction: null };
}

/** A cause that a setting removes. */
export function setting(rules: string[], variable: string, direction: Planted['direction']): Planted {
  return { rules, variable, direction };
}

/** One fault, planted on each of some servers. */
export type Fault = Omit<Scenario, 'id' | 'server'> & { servers: ServerId[] };

/** A scenario for each fault on each of its servers. */
export function onEachServer(faults: Readonly<Record<string, Fault>>): Scenario[] {
  return Object.entries(faults).flatMap(([name, { servers, ...fault }]) =>
    servers.map((server): Scenario => ({ id: `${name}-${server}`, server, ...fault })),
  );
}
