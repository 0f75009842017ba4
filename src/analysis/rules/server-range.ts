import { onceFor } from '../../shared/base/once-for';
import {
  compareVersions,
  type Flavour,
  flavourNames,
  type Hosting,
  hostingWords,
  parseVersion,
  type VersionTriple,
} from '../../shared/server';
import type { ServerRange } from './rule-schema';

export { referenceServers } from '../../knowledge/catalog/versions/reference-servers';

export interface ServerKind {
  flavour: Flavour;
  version: VersionTriple;
  /** Where the version is not known: what it may be. */
  possible?: readonly ServerKind[] | undefined;
}

/** A server that is judged: who runs it decides with flavour and version whether a rule concerns it. */
export interface JudgedServer extends ServerKind {
  hosting: Hosting;
}

/** null: none. */
const boundsOf = onceFor(({ from, below }: ServerRange) => ({
  low: from === undefined ? null : parseVersion(from),
  high: below === undefined ? null : parseVersion(below),
}));

/**
 * Whether a rule's ranges hold this server; no ranges: every server.
 * @param server without `hosting`: whether they hold it on any hosting
 */
export function appliesTo(
  ranges: ServerRange[] | undefined,
  server: ServerKind & Partial<JudgedServer>,
): boolean {
  if (ranges === undefined) return true;
  return ranges.some((range) => {
    const { flavour, hosting } = range;
    if (flavour !== undefined && flavour !== server.flavour) return false;
    if (hosting !== undefined && server.hosting !== undefined && !hosting.includes(server.hosting)) {
      return false;
    }
    const { low, high } = boundsOf(range);
    return (
      (low === null || compareVersions(server.version, low) >= 0) &&
      (high === null || compareVersions(server.version, high) < 0)
    );
  });
}

/** Whether the rule applies to the server; `unknown`: it depends on the version, which is not known. */
export function appliesHere(
  ranges: ServerRange[] | undefined,
  server: ServerKind & Partial<JudgedServer>,
): boolean | 'unknown' {
  if (server.possible === undefined) return appliesTo(ranges, server);
  const answers = new Set(server.possible.map((one) => appliesTo(ranges, { ...server, ...one })));
  return answers.size === 2 ? 'unknown' : answers.has(true);
}

/** `MySQL from 8.0.30 before 8.4`, `every flavour (self-managed, Amazon RDS)`. */
export function rangeText({ flavour, from, below, hosting }: ServerRange): string {
  const bounds = [from === undefined ? '' : ` from ${from}`, below === undefined ? '' : ` before ${below}`];
  const name = flavour === undefined ? 'every flavour' : flavourNames[flavour];
  const runBy = hosting === undefined ? '' : ` (${hosting.map((one) => hostingWords[one]).join(', ')})`;
  return `${name}${bounds.join('')}${runBy}`;
}
