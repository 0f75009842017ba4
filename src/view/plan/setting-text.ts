import type { Finding, Unit } from '../../shared/analysis';
import { formatBytes, sizeLiteral } from '../../shared/base/units';
import type { Setting } from '../../shared/plan';
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

/** The unit of each variable that the findings advise on. */
export function advisedUnits(findings: readonly Finding[]): ReadonlyMap<string, Unit> {
  return new Map(
    findings.flatMap((finding) => finding.advice.map((advice) => [advice.variable, advice.unit])),
  );
}
