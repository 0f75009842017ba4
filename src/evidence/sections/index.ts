import type { Cell } from '../../shared/snapshot';
import type { ColumnContract, PrivacyClass } from './column';
import { innodbSections } from './innodb';
import { replicationSections } from './replication';
import { schemaSections } from './schema';
import type { SectionContract } from './section';
import { serverSections } from './server';
import { sessionSections } from './sessions';
import { statementSections } from './statements';
import { waitSections } from './waits';

export type { ColumnContract, ColumnType, ColumnUnit, LiteralRemoval, PrivacyClass } from './column';
export type { SectionContract } from './section';

/**
 * Every section that a snapshot may hold, with its columns: the one contract of collectors, importers, redaction, facts,
 * the Explorer and the docs. A column that is not here is kept in a snapshot and shown; it is judged by nothing, and an
 * export leaves it out.
 */
export const sections = {
  ...serverSections,
  ...sessionSections,
  ...innodbSections,
  ...waitSections,
  ...statementSections,
  ...schemaSections,
  ...replicationSections,
} as const satisfies Readonly<Record<string, SectionContract>>;

export type SectionId = keyof typeof sections;
/** The columns of a section, in lower case. */
export type ColumnOf<S extends SectionId> = keyof (typeof sections)[S]['columns'] & string;
/** A row of a section: what its contract names, and nothing else. Absent: this server lacks the column. */
export type SectionRow<S extends SectionId> = { readonly [C in ColumnOf<S>]?: Cell };

const byId: ReadonlyMap<string, SectionContract> = new Map(Object.entries(sections));

/** The sections that a collector fills. */
export const collectedSections: readonly SectionId[] = Object.keys(sections)
  .filter(isSectionId)
  .filter((id) => sectionContract(id)?.filledBy === undefined);

export function isSectionId(id: string): id is SectionId {
  return byId.has(id);
}

/** What a section holds; undefined: no contract names it. */
export function sectionContract(id: string): SectionContract | undefined {
  return byId.get(id);
}

/** What a column of a section holds; undefined: no contract names it. @param column in any case */
export function columnContract(section: string, column: string): ColumnContract | undefined {
  const columns = byId.get(section)?.columns;
  const name = column.toLowerCase();
  return columns !== undefined && Object.hasOwn(columns, name) ? columns[name] : undefined;
}

/** What a column says about people, machines and schemas: `unknown` where no contract names it. */
export function privacyOf(section: string, column: string): PrivacyClass {
  return columnContract(section, column)?.privacy ?? 'unknown';
}

/** Whether a column of this name, in any case, stands beside that other one in some section. */
export function isColumnBeside(column: string, name: string): boolean {
  const [one, other] = [column.toLowerCase(), name.toLowerCase()];
  return Object.values(sections).some(
    ({ columns }) => Object.hasOwn(columns, one) && Object.hasOwn(columns, other),
  );
}

/**
 * The class of a column that no contract names, by what columns of its name hold elsewhere: an export leaves the column
 * out, and looks for the names that stood in it everywhere else. Null where that is not clear.
 */
export function privacyByName(column: string): PrivacyClass | null {
  return byName.get(column.toLowerCase()) ?? null;
}

/** Columns of views and tools that fill no section as they are. */
const elsewhere: readonly (readonly [PrivacyClass, readonly string[]])[] = [
  ['host', ['report_host', 'client_host', 'server_uuid']],
  ['user', ['account', 'grantee', 'owner_user']],
  ['schema', ['database']],
  ['object', ['locked_table', 'locked_index', 'columns', 'key', 'table', 'key_columns', 'column_list']],
  ['statement', ['query', 'waiting_query', 'blocking_query']],
  ['path', ['variable_path']],
  ['setting', ['variable_value']],
];

const byName: ReadonlyMap<string, PrivacyClass | null> = nameClasses();

function nameClasses(): Map<string, PrivacyClass | null> {
  const found = new Map<string, PrivacyClass | null>();
  const add = (name: string, privacy: PrivacyClass) => {
    const known = found.get(name);
    found.set(name, known === undefined || known === privacy ? privacy : null);
  };
  for (const { columns } of byId.values())
    for (const [name, { privacy }] of Object.entries(columns)) add(name, privacy);
  for (const [privacy, names] of elsewhere) for (const name of names) add(name, privacy);
  return found;
}
