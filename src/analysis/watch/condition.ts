import { listedStatusVariables, statusVariable } from '../../knowledge/catalog/status/status-catalog';
import type { Value } from '../../shared/analysis';
import { LatchkeyError } from '../../shared/base/error';
import { bindingsOf } from '../rules/bindings';
import { createEnvironment } from '../rules/environment';
import { compileExpression, type Expression } from '../rules/expression';
import { prepareExpression } from '../rules/expression-text';
import { describeInput } from '../rules/input-catalog';
import { type Reference, referenceText, referenceTo } from '../rules/reference';
import { texts } from './texts';

/** What a trigger reads at one sample: levels, and rates since the sample before. undefined: the server has none. */
export interface WatchedValues {
  status(name: string): number | string | undefined;
  rate(name: string): number | undefined;
}

/** A condition over status and rates that has to hold for a while. */
export interface WatchCondition {
  /** As the user wrote it. */
  source: string;
  /** The status variables that it reads. */
  names: string[];
  /** How long it must hold without a break before it triggers, ms; 0: at the first sample. */
  holdMs: number;
  /** null: something it reads is not known at this sample. */
  holds(values: WatchedValues): boolean | null;
}

const suffix = /(?<!\s)\s+for\s+(\d+(?:\.\d+)?)\s*(ms|s|min|m|h)\s*$/i;
const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, min: 60_000, h: 3_600_000 };
const word = /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?<![\w.])([A-Za-z_]\w*)(?!\s*[\w(.])/g;
const constants = ['true', 'false', 'null', 'in', 'KiB', 'MiB', 'GiB'];
/** More than a person writes; a parser of nested expressions takes long over what is no expression. */
const longestCondition = 2000;
/** Of a longer name nothing similar is looked for. */
const longestName = 64;
const hint =
  "Write a comparison in the language of rules, such as 'Threads_running > 25 for 5s' or 'rate.Questions < 100.0 && status.Threads_connected > 50 for 10s'.";

/**
 * Compiles `EXPRESSION [for TIME]`: CEL as in rules over `status.X` (levels) and `rate.X` (counters, per second); a
 * bare name of a level is short for `status.X`.
 * @throws LatchkeyError 'usage' that says what is wrong, with the nearest name where one is misspelt
 */
export function compileCondition(source: string): WatchCondition {
  if (source.length > longestCondition) {
    throw refused(`${source.slice(0, 40)} ...`, `it is longer than ${longestCondition} characters`);
  }
  const held = suffix.exec(source);
  if (held === null && /\sfor\b[^"')]*$/i.test(source)) {
    throw refused(source, 'what follows "for" is no time: give 500ms, 5s, 2m or 1h');
  }
  const holdMs = held === null ? 0 : Number(held[1]) * (unitMs[String(held[2]).toLowerCase()] ?? 1000);
  const text = (held === null ? source : source.slice(0, held.index)).trim();
  if (text === '') throw refused(source, 'there is no condition');
  const expression = compile(source, qualify(source, text));
  const names = [...new Set(expression.references.map(({ name }) => name))];
  return {
    source,
    names,
    holdMs,
    holds: (values) => {
      const bound = new Map<string, Value>();
      for (const { namespace, name, text } of expression.references) {
        const value = namespace === 'rate' ? values.rate(name) : values.status(name);
        if (value === undefined) return null;
        bound.set(text, value);
      }
      return expression.evaluate(bindingsOf(bound)) === true;
    },
  };
}

/** Bare names become `status.Name`. */
function qualify(source: string, text: string): string {
  return text.replaceAll(word, (whole: string, quoted: string | undefined, name: string | undefined) => {
    if (quoted !== undefined || name === undefined || constants.includes(name)) return whole;
    checkName(source, referenceTo('status', name));
    return `status.${name}`;
  });
}

function compile(source: string, text: string): Expression {
  const prepared = prepareExpression(text);
  if (prepared.references.length === 0) throw refused(source, 'it names no status variable');
  const types = prepared.references.map((reference) => {
    checkName(source, reference);
    const described = describeInput(reference, new Map());
    if ('problem' in described) throw refused(source, described.problem);
    return [referenceText(reference), described.type] as const;
  });
  const compiled = compileExpression(createEnvironment(Object.fromEntries(types)), text, prepared, 'bool');
  if ('problem' in compiled) throw refused(source, compiled.problem);
  return compiled;
}

function checkName(source: string, { namespace, name }: Reference): void {
  if (namespace !== 'status' && namespace !== 'rate') {
    throw refused(source, `only status and rate can be watched, not ${namespace}.${name}`);
  }
  const found = statusVariable(name);
  if (found === undefined) {
    const near = nearestName(name);
    throw refused(
      source,
      `there is no status variable ${name}${near === undefined ? '' : `; did you mean ${near}?`}`,
    );
  }
  if (found.name !== name) throw refused(source, `status variable ${name} is spelt ${found.name}`);
}

function refused(source: string, problem: string): LatchkeyError {
  const end = /[.?!]$/.test(problem) ? '' : '.';
  return new LatchkeyError('usage', texts.theConditionCannotBeWatched(source, problem, end), {
    hint,
  });
}

/** The listed name with the smallest edit distance, at most a third of its length away. */
function nearestName(name: string): string | undefined {
  if (name.length > longestName) return undefined;
  let best: { name: string; distance: number } | undefined;
  for (const candidate of listedStatusVariables()) {
    // Names of such different lengths are further apart than what is taken for similar.
    if (Math.abs(candidate.name.length - name.length) > name.length / 3) continue;
    const distance = editDistance(name.toLowerCase(), candidate.name.toLowerCase());
    if (best === undefined || distance < best.distance) best = { name: candidate.name, distance };
  }
  return best !== undefined && best.distance <= name.length / 3 ? best.name : undefined;
}

/** Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replace = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, replace));
    }
    previous = row;
  }
  return previous[b.length] ?? 0;
}
