import type { Finding, Unit } from '../../shared/analysis';
import { counted, formatBytes, sizeLiteral } from '../../shared/base/units';
import type { Setting } from '../../shared/plan';
import { isSizeVariable } from '../../shared/size-variables';
import { texts } from './texts.tsx';

/** A setting as an option file writes it: sizes with their suffix, switches as ON and OFF. */
export function settingText(value: Setting, unit: Unit): string {
  if (value === null) return texts.notSet;
  if (typeof value === 'boolean') return value ? 'ON' : 'OFF';
  if (typeof value === 'number') return unit === 'bytes' ? sizeLiteral(value) : String(value);
  return value === '' ? "''" : value;
}

/** A setting for people: a size also in the unit that reads best, when the option file's form does not. */
export function settingLabel(value: Setting, unit: Unit): string {
  const text = settingText(value, unit);
  if (typeof value !== 'number' || unit !== 'bytes' || !/^\d{5,}$/.test(text)) return text;
  return `${text} (${formatBytes(value)})`;
}

/** The unit of a variable: as the findings advise on it, else what is known of it. */
export function unitIn(advised: ReadonlyMap<string, Unit>): (variable: string) => Unit {
  return (variable) => advised.get(variable) ?? (isSizeVariable(variable) ? 'bytes' : 'none');
}

/** The exact bytes of a size, for those who point at it; undefined: it is none, or it is exact already. */
export function exactBytes(value: Setting, unit: Unit): string | undefined {
  const isShort = typeof value === 'number' && unit === 'bytes' && settingText(value, unit) !== String(value);
  return isShort ? counted(value, 'byte') : undefined;
}

/** The unit of each variable that the findings advise on. */
export function advisedUnits(findings: readonly Finding[]): ReadonlyMap<string, Unit> {
  return new Map(
    findings.flatMap((finding) => finding.advice.map((advice) => [advice.variable, advice.unit])),
  );
}
