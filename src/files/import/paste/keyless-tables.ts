import type { SectionId } from '../../../evidence/sections';
import type { Cell } from '../../../shared/snapshot';
import type { QuotedDefinition } from './quoted-definitions';

const most = 200;

/**
 * Tables without a primary key among the quoted ones. Those that have one say nothing of the other tables of the server.
 * @returns null: none
 */
export function keylessTables(
  definitions: readonly QuotedDefinition[],
): { section: SectionId; columns: string[]; rows: Cell[][] } | null {
  const rows = definitions.flatMap((definition): Cell[][] => {
    const engine = /\bENGINE ?= ?(\w{1,30})/i.exec(definition.options)?.[1];
    if (engine === undefined || definition.lines.some((line) => /\bPRIMARY KEY\b/i.test(line))) return [];
    return [[definition.schema, definition.name, engine, uniqueKey(definition.lines)]];
  });
  return rows.length === 0
    ? null
    : {
        section: 'tables-without-primary-key',
        columns: ['TABLE_SCHEMA', 'TABLE_NAME', 'ENGINE', 'UNIQUE_KEY'],
        rows: rows.slice(0, most),
      };
}

/** The first unique key, where none of its columns may be NULL. */
function uniqueKey(lines: readonly string[]): string | null {
  const found = lines
    .map((line) => /^UNIQUE (?:KEY|INDEX) [`"]?([\w$]{1,64})[`"]? \(([^)]{1,600})\)/i.exec(line))
    .find((match) => match !== null);
  const [, name, columns] = found ?? [];
  if (name === undefined || columns === undefined) return null;
  const notNull = new Set(
    lines.map((line) => /^[`"]([\w$]{1,64})[`"] .{1,1000}\bNOT NULL\b/i.exec(line)?.[1]),
  );
  return columns.split(',').every((column) => notNull.has(bare(column))) ? name : null;
}

function bare(column: string): string {
  return column.replaceAll(/[`"\s]|\(\d{1,5}/g, '');
}
