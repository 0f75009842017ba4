import type { Unit } from '../../shared/analysis';
import type { Flavour, VersionTriple } from '../../shared/server';
import type { VariableType } from './variables/table';

/** What is true of one variable on one flavour and version. */
export interface VariableFacts {
  name: string;
  /**
   * Where this is known from: `live`: a server of this very version said so; `neighbours`: servers of its series, or
   * on both sides of it, did (`seenOn`), and what they differ in is left out; `source`, `manual`: written by hand.
   */
  basis: VariableBasis;
  seenOn?: string[];
  type: VariableType;
  unit: Unit;
  scope: 'global' | 'session' | 'both';
  dynamic: boolean;
  /** When connections that are already open take a new global value. */
  reach: Reach;
  /** Values of a dynamic variable that a SET can neither come from nor go to: those need a start. */
  onlyAtStart?: string[];
  /** Values that a SET cannot come from; it can go to them. */
  leftOnlyAtStart?: string[];
  /** The server takes a value and does nothing with it. */
  ignored?: true;
  /** SET goes through and changes nothing: the value stays what it is. */
  stays?: true;
  /** Bounds as numbers; above 2^53 the nearest double. `limits` has them exactly. */
  min: number | null;
  max: number | null;
  /** The server rounds to a multiple of it: down, unless `rounding` says otherwise. */
  block: number | null;
  rounding?: 'power of two, up';
  /** Compiled-in default as the server prints it; null where the server works it out at start (`auto` says how). */
  defaultValue: string | null;
  auto?: string;
  deprecated?: string;
  /** Variables that a SET may move besides the one that is set; not every server has each of them. */
  alsoChanges?: string[];
  /** Values of an enum, in the server's order. */
  values?: string[];
  /** Other spellings that the server takes for a value of the enum. */
  aliases?: Record<string, string>;
  /** The same bounds and block as exact decimal strings. */
  limits: { min: string | null; max: string | null; block: string | null };
}

export type VariableBasis = 'live' | 'neighbours' | 'source' | 'manual';

/**
 * `at once`: every connection; `new connections`: open ones keep their copy; `own session`: there is no global value;
 * `replication restart`: STOP and START REPLICA; `next file`: when the next log file is begun; `start`: the server's.
 */
export type Reach =
  | 'at once'
  | 'new connections'
  | 'own session'
  | 'replication restart'
  | 'next file'
  | 'start';

/** The part of a server's identity that decides what exists there. */
export interface ServerKind {
  flavour: Flavour;
  version: VersionTriple;
}
