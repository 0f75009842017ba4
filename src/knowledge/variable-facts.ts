import type { Unit } from '../shared/analysis';
import type { Flavour, VersionTriple } from '../shared/server';
import type { VariableType } from './variables/table';

/** What is true of one variable on one flavour and version. */
export interface VariableFacts {
  name: string;
  type: VariableType;
  unit: Unit;
  scope: 'global' | 'session' | 'both';
  dynamic: boolean;
  /** Values of a dynamic variable that a SET can neither come from nor go to: those need a start. */
  onlyAtStart?: string[];
  /** Bounds as numbers; above 2^53 the nearest double. `limits` has them exactly. */
  min: number | null;
  max: number | null;
  /** The server rounds down to a multiple of it. */
  block: number | null;
  /** Compiled-in default as the server prints it; null where the server works it out at start (`auto` says how). */
  defaultValue: string | null;
  auto?: string;
  deprecated?: string;
  /** Variables that a SET may move besides the one that is set; not every server has each of them. */
  drags?: string[];
  /** Values of an enum, in the server's order. */
  values?: string[];
  /** Other spellings that the server takes for a value of the enum. */
  aliases?: Record<string, string>;
  /** The same bounds and block as exact decimal strings. */
  limits: { min: string | null; max: string | null; block: string | null };
}

/** The part of a server's identity that decides what exists there. */
export interface ServerKind {
  flavour: Flavour;
  version: VersionTriple;
}
