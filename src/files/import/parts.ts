import type { DeclaredHost } from '../../shared/connection';
import type { Hosting } from '../../shared/server';
import type { Capture, Host, Samples } from '../../shared/snapshot';
import type { TimedReading } from './readings';

/** What other rooms bring to an imported snapshot, so that it is made as a collected one is. */
export interface SnapshotParts {
  /** Every section that a collected snapshot has. */
  sections: readonly string[];
  /** Removes literals (always passwords) from a section's capture, as its collector does. */
  redact(section: string, capture: Capture, keepLiterals: boolean): Capture;
  /** Replaces the literals of a statement; those of statements with passwords also with `keepLiterals`. */
  redactStatement(sql: string, keepLiterals: boolean): string;
  samples(startedAt: string, intervalMs: number, readings: readonly TimedReading[]): Samples;
  /** Facts of the host: declared ones, and for the others why they are not known. */
  host(declared: DeclaredHost, unknownBecause: string): Host;
  hosting(variables: ReadonlyMap<string, string>, versionText: string): Hosting;
}
