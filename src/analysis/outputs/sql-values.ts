import type { Setting } from '../../shared/plan';
import { isSqlNumber, type Sql, sql, sqlNumber, sqlString, sqlStringRefusal } from '../../shared/writers/sql';
import { plainNumber } from '../settings/plain-number';

/** A setting as a SET has it. Digits that a double cannot hold are text here, and still a number to the server. */
export function sqlSetting(setting: Setting): Sql {
  if (setting === null) return sql`DEFAULT`;
  if (typeof setting === 'boolean') return setting ? sql`ON` : sql`OFF`;
  if (typeof setting === 'number') return sqlNumber(plainNumber(setting));
  return /^-?\d{16,40}$/.test(setting) ? sqlNumber(setting) : sqlString(setting);
}

/** Why a SET cannot have a setting, after "its value"; null: it can. */
export function sqlSettingRefusal(setting: Setting): string | null {
  if (typeof setting === 'number') return isSqlNumber(plainNumber(setting)) ? null : 'is no number in SQL';
  return typeof setting === 'string' ? sqlStringRefusal(setting) : null;
}

/** A value as SHOW VARIABLES prints it; null: SQL cannot carry it. */
export function sqlPrinted(value: string): Sql | null {
  if (isSqlNumber(value)) return sqlNumber(value);
  if (value === 'ON') return sql`ON`;
  if (value === 'OFF') return sql`OFF`;
  return sqlStringRefusal(value) === null ? sqlString(value) : null;
}
