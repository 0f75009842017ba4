import type { ResultKind } from './result-kind';
import { type Size, sizeIn, sizesOf } from './sizes';

const schemaNames =
  /^(?:table_schema|schema|database|db|databases?[_ ]name|db[_ ]?name|schema[_ ]?name|schemas?|data[_ ]base(?:[_ ]name)?)$/;
const systemSchemas = /^(?:mysql|information_schema|performance_schema|sys|null|total|all|)$/i;
/** Beside a total: how many tables and rows it is of. */
const counts = /^(?:#?(?:num_?)?_?tables?(?:_?count)?|table_count|rows|count\(.{1,40}\)|idxfrac)$/;
/** What an answer known by its alias holds: 1.6 times the data, in GiB (a query that is handed on among those who size pools). */
const recommended = 'ribps';
const recommendedFactor = 1024 ** 3 / 1.6;

/** How much data and indexes the server holds, as people ask for it: by schema, by engine, or in one figure. */
export const storedSizes: ResultKind = {
  title: 'sizes of schemas',
  matches: (columns, { rows }) => bytesStored(columns, rows) !== null,
  pieces: (columns, { rows }) => {
    const dataBytes = bytesStored(columns, rows);
    return dataBytes === null ? [] : [{ kind: 'host', dataBytes }];
  },
};

function bytesStored(columns: readonly string[], rows: readonly string[][]): number | null {
  if (rows.length === 0) return null;
  if (columns.length === 1 && columns[0] === recommended) return scaled(rows[0]?.[0], recommendedFactor);
  const sizes = sizesOf(columns);
  if (sizes.both === undefined && sizes.data === undefined) return null;
  const [schema, engine] = [columns.findIndex((one) => schemaNames.test(one)), columns.indexOf('engine')];
  const isTotal = rows.length === 1 && columns.every((one) => counts.test(one) || isSize(one));
  if (schema < 0 && engine < 0 && !isTotal) return null;
  // A list of tables is often cut after the largest.
  if (columns.some((one) => /^(?:table|table_?name|name)$/.test(one))) return null;
  const counted = rows
    .filter((row) => engine < 0 || /^innodb$/i.test(row[engine]?.trim() ?? ''))
    .filter((row) => schema < 0 || !systemSchemas.test(row[schema]?.trim() ?? ''))
    .flatMap((row) => {
      const bytes = (size: Size) => sizeIn(row, sizes[size]);
      const data = bytes('data');
      return bytes('both') ?? (data === null ? [] : data + (bytes('index') ?? 0));
    });
  const sum = counted.reduce((total, bytes) => total + bytes, 0);
  return sum > 0 ? sum : null;
}

function isSize(heading: string): boolean {
  return Object.keys(sizesOf([heading])).length > 0;
}

function scaled(text: string | undefined, factor: number): number | null {
  return text !== undefined && /^\d{1,6}(?:\.\d{1,9})?$/.test(text) && Number(text) > 0
    ? Math.round(Number(text) * factor)
    : null;
}
