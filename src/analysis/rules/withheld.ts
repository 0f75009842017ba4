import { managedRangeText } from '../../knowledge/catalog/managed-ranges';
import type { Advice, Unit } from '../../shared/analysis';
import { formatSetting, formatValue } from '../../shared/base/units';
import type { Bindings } from './bindings';
import type { InputSource } from './input-source';
import { referenceTo } from './reference';
import type { CompiledAdvice } from './rule-set';
import type { JudgedServer } from './server-range';
import { evaluateOrNull } from './template';

/**
 * Why a finding gives no value for a variable that would help, as a sentence; null: the server has no such variable, or the rule
 * wants no other value. A paste holds a part of the variables, and the catalog knows the oldest servers in part.
 */
export function withheldText(item: CompiledAdvice, bindings: Bindings, source: InputSource): string | null {
  const { variable } = item;
  const condition = item.if === null ? true : evaluateOrNull(item.if, bindings);
  if (condition !== true && condition !== null) return null;
  const reading = source.read(referenceTo('variable', variable));
  const unit = source.unitOf(variable);
  if (reading.known) {
    const isUnknownHere = condition === true && unit === undefined;
    return isUnknownHere ? `No value for ${variable}: its bounds on this version are not known here.` : null;
  }
  if (reading.reason.code === 'absent' || unit === undefined) return null;
  const wanted = wantedText(item, bindings, unit);
  return `No value for ${variable} is in the plan, because its present value was not read.${wanted}`;
}

/** A bound that takes less than a tenth off the value costs nothing. */
const worthSaying = 1.1;

/**
 * Why a service that runs the server bounds a value below what was measured, as a sentence; null: it does not. An advice that
 * is left is within the bound.
 */
export function cappedText(item: CompiledAdvice, bindings: Bindings, source: InputSource): string | null {
  const { variable, sizing } = item;
  if (item.if !== null && evaluateOrNull(item.if, bindings) !== true) return null;
  const range = source.range(variable);
  const unit = source.unitOf(variable);
  const wanted = evaluateOrNull(item.propose, bindings);
  const present = source.read(referenceTo('variable', variable));
  if (range === null || range.max === null || unit === undefined || typeof wanted !== 'number') return null;
  const atMost = sizing?.atMost == null ? null : evaluateOrNull(sizing.atMost, bindings);
  const needed = typeof atMost === 'number' ? Math.min(wanted, atMost) : wanted;
  if (sizing?.direction === 'lower' || needed < range.max * worthSaying) return null;
  if (present.known && Number(present.value) > needed) return null;
  const text = managedRangeText(range, unit);
  const grows = range.ofMemory ? ' An instance with more memory has a higher limit.' : '';
  return `${variable} of ${formatSetting(needed, unit)} would fit what was measured, but ${text}${grows}`;
}

/** " About 64 MiB would follow." */
function wantedText({ propose, sizing }: CompiledAdvice, bindings: Bindings, unit: Unit): string {
  const value = evaluateOrNull(propose, bindings);
  const atMost = sizing?.atMost == null ? null : evaluateOrNull(sizing.atMost, bindings);
  if (typeof value !== 'number' || !Number.isFinite(value)) return '';
  const bounded = typeof atMost === 'number' ? Math.min(value, atMost) : value;
  return ` About ${formatValue(bounded, unit)} would follow.`;
}

/** What is presumed of a variable that nobody read, as a sentence. */
export function presumedText(
  { variable, current, proposed, unit }: Pick<Advice, 'variable' | 'current' | 'proposed' | 'unit'>,
  { flavour, version }: JudgedServer,
): string {
  const check = `Check SHOW VARIABLES LIKE '${variable}' first`;
  if (current === null)
    return `${variable} was not read, and its default depends on the version. ${check}, and leave a larger value as it is.`;
  const whose = `${flavour === 'mariadb' ? 'MariaDB' : 'MySQL'} ${version.slice(0, 2).join('.')}`;
  const other = Number(proposed) > Number(current) ? 'larger' : 'smaller';
  return `${variable} was not read: ${formatSetting(current, unit)} is the default of ${whose}. ${check}, and leave a ${other} value as it is.`;
}
