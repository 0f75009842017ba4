import type { VariableFacts } from '../../../knowledge/catalog/variable-catalog';
import { parseSize, sizeLiteral } from '../../../shared/base/units';
import type { Setting } from '../../../shared/plan';

/**
 * A variable's printed value in the type that judging uses: `134217728` a number, `ON` and `YES` true.
 * Without a type from the catalog the text decides; `0` and `1` of a switch are switches only by the catalog.
 */
export function parseSettingText(
  text: string,
  type: VariableFacts['type'] | undefined,
): string | number | boolean {
  if (type === 'string' || type === 'enum' || type === 'set') return text;
  if (type === 'boolean') return switchValue(text) ?? text;
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isFinite(number)) return number;
  return type === undefined
    ? /^(on|yes)$/i.test(text)
      ? true
      : /^(off|no)$/i.test(text)
        ? false
        : text
    : text;
}

/** What a user typed for a variable: sizes with suffix, switches in any of their spellings. null: not a value. */
export function parseTypedSetting(text: string, type: VariableFacts['type'] | undefined): Setting {
  if (type === 'size' || type === 'integer') return parseSize(text) ?? signedNumber(text);
  if (type === 'number') return signedNumber(text);
  if (type === 'boolean') return switchValue(text);
  return text;
}

function signedNumber(text: string): number | null {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : null;
}

function switchValue(text: string): boolean | null {
  if (/^(on|yes|true|1)$/i.test(text.trim())) return true;
  if (/^(off|no|false|0)$/i.test(text.trim())) return false;
  return null;
}

/** A setting as an option file writes it: sizes with suffix, flags ON or OFF. Quoting is the file's business. */
export function optionFileText(setting: Setting, type: VariableFacts['type'] | undefined): string {
  if (setting === null) return '';
  if (typeof setting === 'boolean') return setting ? 'ON' : 'OFF';
  if (typeof setting === 'number') return type === 'size' ? sizeLiteral(setting) : String(setting);
  return setting;
}

/** Whether two settings mean the same to the server: names without regard to case, switches in any spelling, fractions by value. */
export function sameSetting(a: Setting, b: Setting): boolean {
  if (a === null || b === null) return a === b;
  if (typeof a === 'boolean' || typeof b === 'boolean') {
    const left = switchValue(String(a));
    return left !== null && left === switchValue(String(b));
  }
  const [left, right] = [String(a).trim().toLowerCase(), String(b).trim().toLowerCase()];
  // Servers print fractions with all their digits: 1.000000.
  if (/^-?\d+\.\d+$/.test(left) || /^-?\d+\.\d+$/.test(right)) return Number(left) === Number(right);
  return left === right;
}
