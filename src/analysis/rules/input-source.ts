import type { ManagedRange } from '../../knowledge/catalog/managed-ranges';
import type { Unit } from '../../shared/analysis';
import type { Setting } from '../../shared/plan';
import type { FactValue } from '../facts/inputs/fact-value';
import type { Interval } from '../facts/inputs/window';
import type { SizeRequest } from '../settings/sized-setting';
import type { StoredSetting } from '../settings/stored-setting';
import type { Reference } from './reference';
import type { JudgedServer } from './server-range';
import type { Origin } from './unlock';

/** Where a rule's inputs come from: a snapshot, or the inputs written down in an example. */
export interface InputSource {
  server: JudgedServer;
  origin: Origin;
  intervals: Interval[];
  windowSeconds: number | null;
  /** Values are averages over so many seconds; null or absent: over single seconds. */
  averagedSeconds?: number | null;
  read(reference: Reference): FactValue;
  /** Values per interval of inputs that change within the window; null for those that are one value for all of it. */
  inIntervals(reference: Reference): (number | null)[] | null;
  /** The value for a measured need by the policy of `sizing`; null: none is worth setting. */
  size(variable: string, request: SizeRequest): Setting;
  /** The default of a variable in this version, in its unit; null: none, it is not known, or no value is larger. */
  defaultOf(variable: string): number | null;
  /** What the server will store for a requested value; undefined: the variable cannot be advised on this server. */
  store(variable: string, requested: Setting): StoredSetting | undefined;
  /** The same with the version's default (null: it is not certain) as the value of a variable that nobody read; null: it was read, or is not known here. */
  presuming?(variable: string): { source: InputSource; value: Setting } | null;
  /** What the service that runs the server takes of a variable; null: what the server takes. */
  range(variable: string): ManagedRange | null;
  /** The unit of a variable; undefined: the catalog does not know it on this server. */
  unitOf(variable: string): Unit | undefined;
}
