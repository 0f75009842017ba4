import type { Unit } from '../../../shared/analysis';

export type VariableType = 'size' | 'integer' | 'number' | 'boolean' | 'enum' | 'string' | 'set';

/** What may differ between versions. Bounds above 2^53 are bigints, so that they stay exact. */
export interface Shape {
  type: VariableType;
  /** `size` is bytes and switches have none, unless stated. */
  unit?: Unit;
  scope: 'global' | 'session' | 'both';
  /** SET changes it while the server runs. */
  dynamic: boolean;
  /** Values of a dynamic variable that a SET can neither come from nor go to: those need a start. */
  onlyAtStart?: readonly string[];
  /** Values of a dynamic variable that a SET cannot come from; it can go to them. */
  leftOnlyAtStart?: readonly string[];
  min?: number | bigint | null;
  max?: number | bigint | null;
  /** The server rounds down to a multiple of it. */
  block?: number | bigint | null;
  /** Values of an enum in the server's order (its number is its place, from 0). */
  values?: readonly string[];
  /** Other spellings that the server takes for a value. */
  aliases?: Readonly<Record<string, string>>;
  /** Other variables that a SET of this one may move. */
  alsoChanges?: readonly string[];
  deprecated?: boolean;
  /** SET goes through and changes nothing. */
  stays?: boolean;
}

/**
 * One span of versions of one flavour, e.g. `8.0.30..8.3`: both ends included, as far as they are written out
 * (`..8.3` includes 8.3.9); an open end has no limit. Percona Server follows MySQL where no row of its own fits.
 * What a row does not say it takes from the variable.
 */
export type VariableRow = Partial<Shape> &
  ({ mysql: string } | { percona: string } | { mariadb: string }) &
  (
    | {
        /** The compiled-in default as the server prints it. */
        value: string;
      }
    | {
        /** How the server works its default out at start; there is no constant. */
        auto: string;
      }
  );

export type VariableEntry = Shape & {
  /** Where the rows come from; `manual` unless stated. */
  basis?: 'source' | 'manual';
  rows: readonly VariableRow[];
};
export type VariableTable = Readonly<Record<string, VariableEntry>>;
