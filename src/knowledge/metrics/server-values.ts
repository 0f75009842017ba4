import { statusVariable } from '../catalog/status/status-catalog';
import { type ServerKind, variableFacts } from '../catalog/variable-catalog';

/**
 * A number of a store as a server would print it: whole ones without exponent, as exact as the store has them (above 2^53
 * it has rounded them). null: it is none.
 */
export function printedNumber(text: string): string | null {
  if (/^-?\d{1,30}$/.test(text)) return text;
  const value = Number(text);
  if (text === '' || !Number.isFinite(value)) return null;
  return Number.isInteger(value) ? BigInt(value).toString() : String(value);
}

/** Texts of status variables for which exporters put 1 and 0 (mysqld_exporter, parseStatus). */
const statusWords: Readonly<Record<string, readonly [one: string, zero: string]>> = {
  wsrep_cluster_status: ['Primary', 'non-Primary'],
};

/** Value of a status variable from the number of a store; null: the number does not say. @param name the server's */
export function statusValue(name: string, number: string): string | null {
  return statusValues(name)(number);
}

/** The same for many numbers: values of a status variable from the numbers of a store; null: the number does not say. @param name the server's */
export function statusValues(name: string): (number: string) => string | null {
  const facts = statusVariable(name);
  if (facts?.unit !== 'none') return (number) => number;
  const [one, zero] = statusWords[name] ?? ['ON', 'OFF'];
  // Any other number is what an exporter makes of a date or of the end of a text.
  return (number) => (number === '1' ? one : number === '0' ? zero : null);
}

/** How near to a bound a number is that a store has rounded: doubles, and fewer digits still in VictoriaMetrics. */
const rounding = 1e-11;

/**
 * Value of a server variable from the number of a store: ON and OFF for 1 and 0 of a switch, the bound where a store has
 * rounded it. null: the number does not say, as for an enum whose OFF and DISABLED are 0 alike.
 * @param lookUp `variableFacts`, or the same with a memory
 */
export function variableValue(
  name: string,
  number: string,
  server: ServerKind,
  lookUp: typeof variableFacts = variableFacts,
): string | null {
  const facts = lookUp(name, server);
  if (facts === undefined) return number;
  const { type, values = [], limits } = facts;
  const bit = number === '1' ? 1 : number === '0' ? 0 : null;
  if (type === 'boolean') return bit === null ? null : bit === 1 ? 'ON' : 'OFF';
  if (type === 'enum') return values.includes(number) ? number : wordOf(values, bit);
  if (type === 'size' || type === 'integer') return withinLimit(number, limits.max);
  if (type === 'number') return number;
  // A text or a set: of numbers, exporters see the text itself or the end of it.
  return null;
}

function wordOf(values: readonly string[], bit: 0 | 1 | null): string | null {
  if (bit === null) return null;
  const words = bit === 1 ? ['ON', 'YES', 'PRIMARY'] : ['OFF', 'NO', 'DISABLED'];
  const fitting = values.filter((value) => words.includes(value.toUpperCase()));
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}

function withinLimit(number: string, max: string | null): string {
  if (max === null) return number;
  const [value, most] = [Number(number), Number(max)];
  return most > 2 ** 53 && Math.abs(value - most) <= most * rounding ? max : number;
}
