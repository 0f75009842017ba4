import { LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { LatchkeyError } from '../../shared/base/error';
import { type RuleDocument, ruleSchema } from './rule-schema';
import { texts } from './texts';

export interface RuleFile {
  path: string;
  text: string;
  /** What this very build made of `text`, as JSON: a `BuiltRule`. */
  built?: unknown;
}

/** A rule's document with the means to say where in its file something stands. */
export interface LoadedRule {
  path: string;
  document: Omit<RuleDocument, 'examples'>;
  examples(): RuleDocument['examples'];
  /** `file:line` of a key path such as ['evidence', 0, 'value']; of its nearest parent when it is absent. */
  at(keys: readonly PropertyKey[]): string;
}

/** Larger than any rule that a person could read. */
const longestRule = 32 * 1024;

/** Reads and validates one rule file. @throws LatchkeyError 'invalid-rule' with path and line. */
export function loadRule({ path, text }: RuleFile): LoadedRule {
  if (text.length > longestRule) {
    throw new LatchkeyError('invalid-rule', texts.n1ItIsLongerThan(path, longestRule / 1024));
  }
  const lines = new LineCounter();
  const yaml = readYaml(path, () => parseDocument(text, { lineCounter: lines, prettyErrors: false }));
  const broken = yaml.errors[0];
  if (broken !== undefined) {
    throw new LatchkeyError(
      'invalid-rule',
      `${path}:${lines.linePos(broken.pos[0]).line}: ${broken.message}`,
    );
  }
  const at = (keys: readonly PropertyKey[]) => {
    for (let length = keys.length; length > 0; length -= 1) {
      const node = yaml.getIn(keys.slice(0, length), true);
      const start = rangeStart(node);
      if (start !== null) return `${path}:${lines.linePos(start).line}`;
    }
    return `${path}:1`;
  };
  // A rule has no use for aliases, and a few lines of them can stand for gigabytes.
  const checked = ruleSchema.safeParse(readYaml(path, () => yaml.toJS({ maxAliasCount: 0 })));
  if (!checked.success) {
    const issue = checked.error.issues[0];
    const keys = issue?.path ?? [];
    throw new LatchkeyError('invalid-rule', `${at(keys)}: ${issueText(issue, keys)}`, {
      hint: texts.docsRulesMdDescribesWhat,
    });
  }
  const { examples, ...document } = checked.data;
  return { path, document, examples: () => examples, at };
}

/** What the YAML library throws (too many aliases, too deep a nesting) is an error of the rule. */
function readYaml<R>(path: string, read: () => R): R {
  try {
    return read();
  } catch (thrown) {
    const isDeep = thrown instanceof RangeError;
    const text = thrown instanceof Error ? thrown.message : String(thrown);
    throw new LatchkeyError('invalid-rule', `${path}:1: ${isDeep ? texts.itIsNestedTooDeeply : text}.`, {
      cause: thrown,
    });
  }
}

function issueText(issue: z.core.$ZodIssue | undefined, keys: readonly PropertyKey[]): string {
  const where = keys.length === 0 ? 'the rule' : keys.map(String).join('.');
  return `${where}: ${issue?.message ?? 'not valid'}`;
}

function rangeStart(node: unknown): number | null {
  if (typeof node !== 'object' || node === null || !('range' in node)) return null;
  const { range } = node;
  return Array.isArray(range) && typeof range[0] === 'number' ? range[0] : null;
}
