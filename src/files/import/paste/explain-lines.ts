import type { Cell } from '../../../shared/snapshot';
import { explainColumns, explainRow } from '../results/explain';

/** `-> Table scan on o  (cost=10.2 rows=4.43e+6)`; a lookup of one row and a derived table have no estimate worth a look. */
const step =
  /^\s{0,200}-> (Table scan|Index scan|Covering index scan|Index range scan|Covering index range scan|Index lookup|Covering index lookup) on ([\w$.]{1,128})(?: using ([\w$]{1,64}))?.{0,600}?\((?:cost=[\d.e+]{1,30} )?rows=([\d.e+]{1,20})\)/;
const accessTypes: Readonly<Record<string, string>> = {
  table: 'ALL',
  range: 'range',
  lookup: 'ref',
  scan: 'index',
};
const field =
  /^\s{0,200}"(table_name|access_type|key|rows_examined_per_scan|rows)"\s{0,4}:\s{0,4}"?([^",]{1,130})"?,?\s{0,10}$/;
const most = 200;

/** Plans in a text as EXPLAIN FORMAT=TREE and FORMAT=JSON print them. Push lines, then `end()`. */
export class ExplainLines {
  readonly #rows: Cell[][] = [];
  /** The table of a plan in JSON that is being read. */
  #table = new Map<string, string>();
  #isPlan = false;
  /** Tables below a hash join, each of which is read once, whatever stands before it. */
  #hashed: number | null = null;

  push(line: string): void {
    if (line.length > 1_000) return;
    this.#isPlan ||= line.includes('"query_block"');
    const [, what = '', table, key, rows] = step.exec(line) ?? [];
    if (/^\s{0,200}(?:EXPLAIN: ?)?-> .{0,200}\bhash join\b/i.test(line)) this.#hashed ??= 0;
    else if (/^(?:EXPLAIN: ?)?->/.test(line)) this.#hashed = null;
    if (table !== undefined) this.#add(table, accessOf(what), key, Number(rows));
    else if (this.#isPlan) this.#pushField(line);
  }

  /** Rows of EXPLAIN; null: there is none. */
  end(): { section: 'explains'; columns: string[]; rows: Cell[][] } | null {
    return this.#rows.length === 0
      ? null
      : { section: 'explains', columns: [...explainColumns], rows: this.#rows };
  }

  #pushField(line: string): void {
    const [, name, value = ''] = field.exec(line) ?? [];
    if (name === undefined) return;
    if (name === 'table_name') this.#table = new Map();
    this.#table.set(name, value);
    if (name !== 'rows_examined_per_scan' && name !== 'rows') return;
    const [table, access] = [this.#table.get('table_name'), this.#table.get('access_type')];
    if (table !== undefined && access !== undefined)
      this.#add(table, access, this.#table.get('key'), Number(value));
    this.#table = new Map();
  }

  #add(table: string, access: string, key: string | undefined, rows: number): void {
    if (!Number.isFinite(rows) || this.#rows.length >= most) return;
    if (this.#hashed !== null) this.#hashed += 1;
    // Steps of one SELECT are taken for nested loops.
    const id = this.#hashed === null ? null : `hash ${this.#hashed}`;
    this.#rows.push(explainRow({ id, table, type: access, key: key ?? null, rows: Math.round(rows) }));
  }
}

function accessOf(what: string): string {
  const word = ['table', 'range', 'lookup'].find((one) => what.toLowerCase().includes(one)) ?? 'scan';
  return accessTypes[word] ?? 'ALL';
}
