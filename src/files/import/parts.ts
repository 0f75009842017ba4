import type { DeclaredHost } from '../../shared/connection';
import type { Hosting } from '../../shared/server';
import type { Host, Samples } from '../../shared/snapshot';
import type { TimedReading } from './readings';

/** What other rooms bring to an imported snapshot, so that it is made as a collected one is. */
export interface SnapshotParts {
  samples(startedAt: string, intervalMs: number, readings: readonly TimedReading[]): Samples;
  /** Facts of the host: declared ones, and for the others why they are not known. */
  host(declared: DeclaredHost, unknownBecause: string): Host;
  hosting(variables: ReadonlyMap<string, string>, versionText: string): Hosting;
}
