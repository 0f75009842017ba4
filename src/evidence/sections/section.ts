import type { ColumnContract } from './column';

/** What one section of a snapshot holds. */
export interface SectionContract {
  title: string;
  /** By name in lower case: servers differ in case. A server may lack some. Empty for a section that is one text. */
  columns: Readonly<Record<string, ColumnContract>>;
  /** The section is this text, whose literals are removed by a reader of its own. */
  text?: 'innodb-status';
  /** The column that names the variable of each row, where there is a column of settings. */
  settingName?: string;
  /** Who fills it: a collector (absent), or only what is named here. */
  filledBy?: 'import' | 'import or --perf';
}
