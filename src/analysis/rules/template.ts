import { type Unit, unitSchema, type Value } from '../../shared/analysis';
import { foldedLines } from '../../shared/base/short-text';
import { formatValue } from '../../shared/base/units';
import type { Bindings } from './bindings';
import type { Expression } from './expression';
import { knownText, unknownMark } from './known-text';
import { oneMark, withSingulars, withSingularsOf } from './one-text';
import { missing } from './plain-expression';
import { slowRates } from './slow-rates';

/** A text with `{{ expression }}` or `{{ expression | unit }}` in it. */
export interface Template {
  source: string;
  references: Expression['references'];
  /**
   * Without the clauses and sentences whose values are not known.
   * @param unitOf unit of a lone input, for values without `| unit`
   * @param otherwise where nothing is left of it; a text that is meant to be empty stays so
   */
  render(bindings: Bindings, unitOf: (expression: Expression) => Unit, otherwise?: string): string;
}

export type TemplatePart = { text: string } | { source: string; unit: Unit | null; problem?: string };

/** Splits a text into plain parts and expressions. */
export function splitTemplate(text: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let position = 0;
  for (const match of text.matchAll(/\{\{(.*?)\}\}/gs)) {
    if (match.index > position) parts.push({ text: text.slice(position, match.index) });
    position = match.index + match[0].length;
    const inner = (match[1] ?? '').trim();
    // One bar is the unit; two are CEL's "or".
    const unit = /^(.*[^|\s])\s*\|\s*([a-z/]+)$/s.exec(inner);
    if (unit === null) {
      parts.push({ source: inner, unit: null });
      continue;
    }
    const parsed = unitSchema.safeParse(unit[2]);
    parts.push(
      parsed.success
        ? { source: unit[1] ?? '', unit: parsed.data }
        : { source: unit[1] ?? '', unit: null, problem: `there is no unit ${unit[2]}` },
    );
  }
  if (position < text.length) parts.push({ text: text.slice(position) });
  return parts;
}

export type CompiledPart = { text: string } | { expression: Expression; unit: Unit | null };

export function createTemplate(source: string, parts: CompiledPart[]): Template {
  return {
    source,
    references: parts.flatMap((part) => ('expression' in part ? part.expression.references : [])),
    render: (bindings, unitOf, otherwise = '') => {
      const text = parts
        .map((part) => {
          if ('text' in part) return foldedLines(part.text);
          const value = evaluateOrNull(part.expression, bindings);
          if (value === null) return unknownMark;
          return valueText(value, part.unit ?? unitOf(part.expression), part.expression.source);
        })
        .join('');
      const known = slowRates(withSingulars(knownText(text)).trim());
      return known || (text.includes(unknownMark) ? otherwise : '');
    },
  };
}

/** A value as it stands in the text: no mark comes from it but that of a one. */
function valueText(value: string | number | boolean, unit: Unit, source: string): string {
  const text = formatValue(value, unit).replaceAll(unknownMark, '').replaceAll(oneMark, '');
  if (typeof value === 'number') return text === '1' ? `1${oneMark}` : text;
  // What is counted may stand behind the expression: `1 quoted` and ` statements fail`.
  return source.includes('text(') ? withSingularsOf(text).replace(oneAtEnd, `$&${oneMark}`) : text;
}

/** A one with nothing but adjectives behind it; the mark goes right behind the one. */
const oneAtEnd = /(?<![\w.,=+<>/*-])(?<!= )1(?=(?: [A-Za-z-]{2,20}){0,2}$)/;

/** The value of an expression for display: null ("unknown") where one of its inputs is not known. */
export function evaluateOrNull(expression: Expression, bindings: Bindings): Value {
  const isUnknown = expression.references.some((reference) => bindings.valueOf(reference) === undefined);
  if (isUnknown && !expression.source.includes('known(')) return null;
  try {
    const value = expression.evaluate(bindings);
    return value === missing ? null : value;
  } catch {
    // CEL found an input unknown behind a `known()` that let it through: as good as unknown.
    return null;
  }
}
