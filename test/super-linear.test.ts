import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { analyse } from 'scslre';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Patterns that may take more than linear time, each with what bounds the texts that they meet. */
const bounded: readonly { file: string; pattern: string; why: string }[] = [
  {
    file: 'src/shared/base/units.ts',
    pattern: String.raw`/\B(?=(\d{3})+$)/g`,
    why: 'the whole part of a number: 21 digits at most, more are written with an exponent',
  },
  {
    file: 'src/renderer/pages/rule/index.tsx',
    pattern: String.raw`/\{\{\s*(.*?)\s*(?:\|\s*\w+\s*)?\}\}/g`,
    why: 'a text of a rule that was loaded: its file is 32 KiB at most, and its templates were compiled',
  },
  {
    file: 'src/analysis/rules/expression-text.ts',
    pattern: String.raw`/("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(\d+\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+)|(\d+)|([A-Za-z_]\w*)|(\s+)|(.)/gs`,
    why: 'every character starts a match; an expression of a rule, whose file is 32 KiB at most',
  },
  {
    file: 'src/analysis/rules/template.ts',
    pattern: String.raw`/\{\{(.*?)\}\}/gs`,
    why: 'a text of a rule, whose file is 32 KiB at most',
  },
];

/** Patterns that are put together while the program runs, each with why they are linear. */
const composed: readonly { file: string; count: number; why: string }[] = [
  {
    file: 'src/evidence/redaction/text/secret-option.ts',
    count: 2,
    why: 'names of a fixed list with a bounded end, a sign, and one value that ends with what it began with',
  },
  {
    file: 'src/analysis/rules/known-text.ts',
    count: 2,
    why: 'bounded parts on both sides of a mark, and spaces after a sign that ends a sentence',
  },
  {
    file: 'src/analysis/rules/one-text.ts',
    count: 2,
    why: 'at most three words behind a 1, then one of a list, each ended by a blank',
  },
  { file: 'src/shared/writers/visible.ts', count: 1, why: 'single characters' },
  {
    file: 'src/server/machine/memory.ts',
    count: 1,
    why: 'a fixed name at the start of a line, then white space and digits',
  },
  {
    file: 'src/server/machine/sample.ts',
    count: 2,
    why: 'fixed names at the start of lines that the kernel writes',
  },
  {
    file: 'src/server/connect/ssh/known-hosts.ts',
    count: 1,
    why: 'patterns of the own known_hosts against the host name that was typed',
  },
  { file: 'src/evidence/redaction/text/error-text.ts', count: 1, why: 'fixed words at the start' },
  {
    file: 'src/server/change/gate/instruments.ts',
    count: 1,
    why: 'patterns of the own file of switches against names of variables',
  },
  {
    file: 'src/knowledge/stacks/stack-text.ts',
    count: 1,
    why: 'the source of a pattern that is looked at here',
  },
  {
    file: 'src/knowledge/innodb-status/fragment.ts',
    count: 2,
    why: 'fixed words at the start of a line, or after a blank; digits before them end at a blank',
  },
  {
    file: 'src/files/import/paste/file-systems.ts',
    count: 1,
    why: 'bounded parts, of lines of 600 characters at most',
  },
  {
    file: 'src/files/import/paste/mysqlreport.ts',
    count: 1,
    why: 'fixed words at the start of a line, and bounded numbers',
  },
  {
    file: 'src/knowledge/innodb-status/file-io.ts',
    count: 2,
    why: 'the fuzzed reader of InnoDB status shows it',
  },
  {
    file: 'src/knowledge/innodb-status/line-form.ts',
    count: 1,
    why: 'the fuzzed reader of InnoDB status shows it',
  },
  {
    file: 'src/knowledge/innodb-status/own-lines.ts',
    count: 2,
    why: 'the fuzzed redaction of InnoDB status shows it',
  },
  { file: 'src/files/import/kinds/slow-log-statements.ts', count: 1, why: 'a fixed name, then digits' },
  {
    file: 'src/files/import/paste/reports.ts',
    count: 3,
    why: 'the lines of reports, each with bounded repetitions, against lines of 2,000 characters at most',
  },
  {
    file: 'src/files/import/paste/stated-machine.ts',
    count: 10,
    why: 'a number of bounded length that begins behind no digit, single optional blanks and words, and texts of 80 characters at most between words, against lines of 2,000 characters at most',
  },
  {
    file: 'src/files/import/paste/listed-file.ts',
    count: 2,
    why: 'bounded parts, of lines of 400 characters at most',
  },
  {
    file: 'src/files/import/paste/container-limits.ts',
    count: 3,
    why: 'a size of bounded length behind one fixed word, against a value of a line of 600 characters or a command of 4,600 at most',
  },
  {
    file: 'src/files/import/paste/spoken-settings.ts',
    count: 2,
    why: 'fixed words, at most five words between them and a number of bounded length, against lines of 2,000 characters at most',
  },
  {
    file: 'src/files/import/paste/storage-tests.ts',
    count: 5,
    why: 'fixed words with bounded parts between them, against lines of 400 characters at most',
  },
  { file: 'src/cli/text/style.ts', count: 1, why: 'fixed sequences' },
];

const sources = globSync('src/**/*.{ts,tsx}', { cwd: root })
  .map((file) => file.split(sep).join('/'))
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .sort();

/** The patterns of a source: those written as such, and how many are put together. */
function patternsOf(file: string): { literals: string[]; composed: number } {
  const source = ts.createSourceFile(
    file,
    readFileSync(join(root, file), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const literals: string[] = [];
  let count = 0;
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) literals.push(node.text);
    if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp') {
      const [first] = node.arguments ?? [];
      if (first !== undefined && ts.isStringLiteralLike(first)) literals.push(`/${first.text}/`);
      else count += 1;
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { literals, composed: count };
}

/** What makes a pattern take more than linear time; empty: nothing. */
function superLinear(literal: string): string[] {
  const end = literal.lastIndexOf('/');
  const { reports } = analyse({ source: literal.slice(1, end), flags: literal.slice(end + 1) });
  return reports.map(({ type, exponential }) => `${type}${exponential ? ', exponential' : ''}`);
}

describe('regular expressions of the sources', () => {
  test('none takes more than linear time but those whose texts are bounded', () => {
    const found = sources.flatMap((file) =>
      patternsOf(file)
        .literals.filter((pattern) => superLinear(pattern).length > 0)
        .map((pattern) => ({ file, pattern })),
    );
    expect(sources.length).toBeGreaterThan(400);
    const key = ({ file, pattern }: { file: string; pattern: string }) => `${file}: ${pattern}`;
    expect(found.map(key).sort()).toEqual(bounded.map(key).sort());
  });

  test('those that are put together are known, each with why it is linear', () => {
    const found = sources
      .map((file) => [file, patternsOf(file).composed])
      .filter(([, count]) => count !== 0)
      .sort();
    expect(found).toEqual(composed.map(({ file, count }) => [file, count]).sort());
  });

  test.each([
    String.raw`/\s*\n\s*/g`,
    '/=+$/',
    '/^(a+)+$/',
    String.raw`/^a*\s*a*$/`,
    String.raw`/\([^)]*\)/g`,
  ])('the check finds %s', (pattern) => {
    expect(superLinear(pattern)).not.toEqual([]);
  });
});
