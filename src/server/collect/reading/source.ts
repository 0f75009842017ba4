import {
  compareVersions,
  type Flavour,
  type ServerIdentity,
  type VersionTriple,
} from '../../../shared/server';
import type { PrivilegeId } from '../../connect/account/privileges';

/** Servers that something holds for: from `from` on, before `before`; an absent part means any. */
export interface ServerRange {
  flavours?: readonly Flavour[];
  from?: VersionTriple;
  before?: VersionTriple;
}

/** One statement that brings a collector's evidence on some servers. */
export interface Source extends ServerRange {
  sql: string;
  /** What this source needs where it differs from the collector's own need. */
  privilege?: PrivilegeId;
  /** Its tables are empty, not absent, when the Performance Schema is off. */
  performanceSchema?: true;
  /** The LIMIT in `sql`, and by what the rows were chosen: reported when it was reached. */
  bound?: { rows: number; by: string };
}

/** Whether a range holds for a server. Percona Server is a MySQL where `flavours` names mysql. */
export function holdsFor(range: ServerRange, server: Pick<ServerIdentity, 'flavour' | 'version'>): boolean {
  const { flavours, from, before } = range;
  const named =
    flavours === undefined ||
    flavours.includes(server.flavour) ||
    (server.flavour === 'percona' && flavours.includes('mysql'));
  return (
    named &&
    (from === undefined || compareVersions(server.version, from) >= 0) &&
    (before === undefined || compareVersions(server.version, before) < 0)
  );
}
