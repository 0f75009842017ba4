import type { Cell, Section, Series, Snapshot, Table } from '../../../src/shared/snapshot.ts';

type End = 'start' | 'end';
export type Row = Record<string, Cell>;

/** A real snapshot while it is edited: every edit keeps both readings and the samples of one counter in step. */
export class Draft {
  readonly snapshot: Snapshot;
  /** Seconds that the server has been up at the start of the window. */
  uptime: number;
  /** How high the waves of the load are, from 0 to 1. */
  private readonly waves: number;
  private readonly zeroMs: number;

  constructor(base: Snapshot, uptime: number, waves = 1) {
    this.snapshot = structuredClone(base);
    this.uptime = uptime;
    this.waves = waves;
    this.zeroMs = Date.parse(this.samples.startedAt);
  }

  get samples(): NonNullable<Snapshot['samples']> {
    if (this.snapshot.samples === null) throw new Error('A base snapshot has a window.');
    return this.snapshot.samples;
  }

  /** Seconds from the beginning of the samples to a reading of a section; what was not read then counts as their ends. */
  at(section: string, end: End): number {
    const at = this.snapshot.sections[section]?.data?.[end]?.at;
    if (at !== undefined) return (Date.parse(at) - this.zeroMs) / 1000;
    return end === 'start' ? 0 : this.length;
  }

  /** Seconds of the window. */
  get length(): number {
    return (this.samples.times.at(-1) ?? 0) / 1000;
  }

  /** Seconds between the two readings of a section. */
  seconds(section: string): number {
    return this.at(section, 'end') - this.at(section, 'start');
  }

  /**
   * A counter at a moment. Load comes in waves of some seconds, the same for all counters, so that shares hold at every
   * sample and no sample looks drawn.
   * @param perSecond its mean increase
   * @param before its value when the samples began
   */
  counter(perSecond: number, before: number, seconds: number): number {
    const wave = 0.05 * Math.sin(2.1 * seconds) + 0.02 * Math.sin(5.3 * seconds);
    return Math.max(0, Math.round(before + perSecond * (seconds + this.waves * wave)));
  }

  hasVariable(name: string): boolean {
    return this.table('variables', 'end')?.rows.some((row) => row[0] === name) ?? false;
  }

  variable(name: string): string | null {
    const row = this.table('variables', 'end')?.rows.find((cells) => cells[0] === name);
    return row?.[1] == null ? null : String(row[1]);
  }

  /** Sets a variable that this version has. @returns whether it has it */
  set(name: string, value: string | number): boolean {
    const table = this.table('variables', 'end');
    const row = table?.rows.find((cells) => cells[0] === name);
    if (table === undefined || row === undefined) return false;
    if (row[1] === String(value)) return true;
    row[1] = String(value);
    const source = table.columns.indexOf('source');
    if (source >= 0 && row[source] !== null) row[source] = 'GLOBAL';
    return true;
  }

  addVariable(name: string, value: string | number): void {
    if (this.set(name, value)) return;
    const table = this.table('variables', 'end');
    table?.rows.push(
      table.columns.map((_, index) => (index === 0 ? name : index === 1 ? String(value) : null)),
    );
  }

  removeVariable(name: string): void {
    const table = this.table('variables', 'end');
    if (table !== undefined) table.rows = table.rows.filter((row) => row[0] !== name);
  }

  hasStatus(name: string): boolean {
    return this.table('status', 'end')?.rows.some((row) => row[0] === name) ?? false;
  }

  /** Makes room for a status variable that only a plugin or another build has. */
  addStatus(name: string, value = '0'): void {
    if (this.hasStatus(name)) return;
    for (const end of ['start', 'end'] as const) this.table('status', end)?.rows.push([name, value]);
  }

  removeStatus(name: string): void {
    for (const end of ['start', 'end'] as const) {
      const table = this.table('status', end);
      if (table !== undefined) table.rows = table.rows.filter((row) => row[0] !== name);
    }
    delete this.samples.series[name];
  }

  /** A counter of the status: both readings and every sample. @param total at the start of the window */
  rate(name: string, perSecond: number, total = 0.6 * perSecond * this.uptime): void {
    for (const end of ['start', 'end'] as const)
      this.putStatus(name, end, this.counter(perSecond, total, this.at('status', end)));
    const kept = this.samples.series[name];
    if (!this.hasStatus(name) && kept === undefined) return;
    if (perSecond === 0 && kept === undefined) return;
    this.series(name, 'counter', kept?.unit ?? 'count', (seconds) => this.counter(perSecond, total, seconds));
  }

  /** A level of the status, the same at every reading but for a wave. @param share of the level by which it moves */
  level(name: string, level: number, share = 0): void {
    const value = (seconds: number) => Math.round(level * (1 + share * Math.sin(1.7 * seconds)));
    for (const end of ['start', 'end'] as const) this.putStatus(name, end, value(this.at('status', end)));
    const kept = this.samples.series[name];
    if (kept !== undefined || (this.hasStatus(name) && level !== 0)) {
      this.series(name, 'gauge', kept?.unit ?? 'count', value);
    }
  }

  /** A level that is sampled and no status variable: of sessions, of the host. */
  gauge(name: string, unit: string, level: (seconds: number) => number): void {
    this.series(name, 'gauge', unit, level);
  }

  /** Whole numbers whose mean is the level: what a sample of sessions shows of 2.4 of them. */
  dithered(name: string, level: number): void {
    let carried = 0.5;
    const values = this.samples.times.map((_, index) => {
      const wanted = level * (1 + 0.12 * Math.sin(1.9 * index)) + carried;
      const shown = Math.max(0, Math.floor(wanted));
      carried = wanted - shown;
      return shown;
    });
    this.samples.series[name] = { kind: 'gauge', unit: 'count', base: '0', values };
  }

  /** A sampled counter that is no status variable. */
  hostCounter(name: string, unit: string, perSecond: number, total = 0.6 * perSecond * this.uptime): void {
    this.series(name, 'counter', unit, (seconds) => this.counter(perSecond, total, seconds));
    const names = this.samples.host?.names;
    if (names !== undefined && !names.includes(name)) names.push(name);
  }

  removeSeries(matches: (name: string) => boolean): void {
    for (const name of Object.keys(this.samples.series)) if (matches(name)) delete this.samples.series[name];
    const { host } = this.samples;
    if (host !== undefined) host.names = host.names.filter((name) => !matches(name));
  }

  /** Replaces the rows of a section at both of its ends. @param rows by column in lower case; others become null */
  rows(section: string, rows: (end: End) => Row[]): void {
    const kept = this.snapshot.sections[section];
    if (kept?.data === undefined) return;
    for (const end of ['start', 'end'] as const) {
      const table = this.table(section, end);
      if (table !== undefined) table.rows = rows(end).map((row) => cells(table, row));
    }
    kept.rows = kept.data.end?.table?.rows.length ?? 0;
  }

  /** Gives a section that the base lacks, or whose columns were empty. */
  section(section: string, columns: readonly string[], rows: readonly Row[]): void {
    const at = this.snapshot.sections.variables?.data?.end?.at ?? this.samples.startedAt;
    const table: Table = { columns: [...columns], rows: [] };
    table.rows = rows.map((row) => cells(table, row));
    this.snapshot.sections[section] = {
      status: 'ok',
      tookMs: 1,
      rows: rows.length,
      data: { end: { at, tookMs: 1, table } },
    };
  }

  /** Whether the base read rows of a section, so that its columns are known. */
  hasColumns(section: string): boolean {
    return (this.table(section, 'end')?.columns.length ?? 0) > 0;
  }

  /** Adds a row to a section. */
  add(section: string, row: Row): void {
    const kept = this.snapshot.sections[section];
    const table = this.table(section, 'end');
    if (kept === undefined || table === undefined) return;
    table.rows.push(cells(table, row));
    kept.rows = table.rows.length;
  }

  /** Edits each row of a section where it stands. */
  edit(section: string, change: (row: Row, end: End) => void): void {
    for (const end of ['start', 'end'] as const) {
      const table = this.table(section, end);
      if (table === undefined) continue;
      const names = table.columns.map((column) => column.toLowerCase());
      for (const cellsOfRow of table.rows) {
        const row: Row = Object.fromEntries(names.map((name, index) => [name, cellsOfRow[index] ?? null]));
        change(row, end);
        names.forEach((name, index) => {
          cellsOfRow[index] = row[name] ?? null;
        });
      }
    }
  }

  /** Edits the text of a section, such as that of the InnoDB status. */
  text(section: string, change: (text: string, end: End) => string): void {
    for (const end of ['start', 'end'] as const) {
      const capture = this.snapshot.sections[section]?.data?.[end];
      if (capture?.text !== undefined) capture.text = change(capture.text, end);
    }
  }

  /** Says of a section that it was not collected. */
  skip(section: string, reason: NonNullable<Section['reason']>): void {
    this.snapshot.sections[section] = { status: 'skipped', tookMs: 0, reason };
  }

  private table(section: string, end: End): Table | undefined {
    return this.snapshot.sections[section]?.data?.[end]?.table;
  }

  private putStatus(name: string, end: End, value: number): void {
    const row = this.table('status', end)?.rows.find((cellsOfRow) => cellsOfRow[0] === name);
    if (row !== undefined) row[1] = String(value);
  }

  private series(name: string, kind: Series['kind'], unit: string, value: (seconds: number) => number): void {
    const values = this.samples.times.map((ms) => value(ms / 1000));
    const base = kind === 'counter' ? (values[0] ?? 0) : 0;
    this.samples.series[name] = { kind, unit, base: String(base), values: values.map((one) => one - base) };
  }
}

function cells(table: Table, row: Row): Cell[] {
  return table.columns.map((column) => row[column.toLowerCase()] ?? null);
}
