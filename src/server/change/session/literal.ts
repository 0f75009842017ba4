import { LatchkeyError } from '../../../shared/base/error';
import { parseSize } from '../../../shared/base/units';
import type { ValueType } from '../../../shared/change';
import { texts } from './texts';

/** A value that the caller requests: as text as option files write it (`128M`, `ON`), or as a number or switch. */
export type RequestedValue = string | number | boolean;

const namePattern = /^[a-z_][a-z0-9_$]*(\.[a-z_][a-z0-9_$]*)?$/;

/**
 * A variable's name in backquotes, each part of `component.variable` by itself.
 * @throws LatchkeyError usage for anything that is no variable name.
 */
export function quotedName(variable: string): string {
  if (!namePattern.test(variable)) {
    throw new LatchkeyError('usage', texts.isNotTheNameOf(variable));
  }
  return variable
    .split('.')
    .map((part) => `\`${part}\``)
    .join('.');
}

/**
 * The request as the server takes it in a SET: sizes of numeric variables in bytes, switches as ON and OFF.
 * @throws LatchkeyError usage when a numeric variable is requested something that is no number.
 */
export function requestedText(variable: string, requested: RequestedValue, type: ValueType): string {
  if (typeof requested === 'boolean')
    return type === 'number' ? (requested ? '1' : '0') : requested ? 'ON' : 'OFF';
  const text = String(requested).trim();
  if (type === 'text') return text;
  if (/^-?\d+(\.\d+)?$/.test(text)) return text;
  const size = parseSize(text);
  if (size === null || !Number.isSafeInteger(size)) {
    throw new LatchkeyError('usage', texts.takesANumberNot(variable, text));
  }
  return String(size);
}

/** Numbers bare, everything else quoted. `backslashEscapes`: false under the SQL mode NO_BACKSLASH_ESCAPES. */
export function valueLiteral(value: string, type: ValueType, backslashEscapes: boolean): string {
  if (type === 'number' && /^-?\d+(\.\d+)?$/.test(value)) return value;
  const escaped = backslashEscapes ? value.replaceAll('\\', '\\\\') : value;
  return `'${escaped.replaceAll("'", "''")}'`;
}

/** The only statement by which the gate changes a server. */
export function setGlobalSql(
  item: { variable: string; type: ValueType },
  value: string,
  backslashEscapes: boolean,
): string {
  return `SET GLOBAL ${quotedName(item.variable)} = ${valueLiteral(value, item.type, backslashEscapes)}`;
}
