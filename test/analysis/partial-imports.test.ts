import fc from 'fast-check';
import { expect, test } from 'vitest';
import { filesOf, publishedCases } from '../../bench/diagnosis/published-case';
import { analyze } from '../../src/analysis';
import { factCatalog } from '../../src/analysis/facts/catalog';
import { FactSet } from '../../src/analysis/facts/inputs/fact-set';
import { Observed } from '../../src/analysis/facts/inputs/observed';
import { SnapshotInputs } from '../../src/analysis/rules/snapshot-inputs';
import { readSnapshot } from '../../src/files/snapshot/snapshot-file';
import type { Snapshot } from '../../src/shared/snapshot';
import { importPaste } from '../files/import/pasted';
import { productRules } from './rule-files';

const set = productRules();

async function pasted(text: string): Promise<Snapshot | null> {
  try {
    const { snapshot } = await importPaste(text);
    return snapshot;
  } catch (error) {
    // A text without anything of a server is refused; nothing else may be.
    expect(error).toMatchObject({ code: 'file-unreadable' });
    return null;
  }
}

/** Whole answers of two servers as lines, and what people posted. */
async function texts(): Promise<string[]> {
  const names = ['mysql-9.7-starved-redo', 'mariadb-10.11-query-cache'];
  const whole = await Promise.all(
    names.map(async (name) => {
      const { sections } = await readSnapshot(`samples/${name}.lks`);
      const rows = [sections.variables, sections.status].flatMap((one) => one?.data?.end?.table?.rows ?? []);
      return [
        ...rows.map(([key, value]) => `${key}\t${value}`),
        sections['innodb-status']?.data?.end?.text,
      ].join('\n');
    }),
  );
  const posts = publishedCases('worked').map((one) =>
    filesOf(one)
      .map(([, text]) => text)
      .join('\n'),
  );
  return [...whole, ...posts];
}

const unreadable = ['?', '', 'NaN', '-1', '1e999', '99999999999999999999999', '<b>12</b>'];
/** Some lines of a text, each as it stands, without its number, or with one that cannot be read. */
const someLines = (text: string) =>
  fc
    .subarray(
      text.split('\n').filter((line) => line.trim() !== ''),
      { minLength: 1 },
    )
    .chain((lines) =>
      fc
        .array(fc.option(fc.constantFrom(...unreadable), { freq: 12 }), {
          minLength: lines.length,
          maxLength: lines.length,
        })
        .map((damage) =>
          lines
            .map((line, index) => {
              const by = damage[index];
              return by == null ? line : line.replace(/[\d.]+(?=\D*$)/, by);
            })
            .join('\n'),
        ),
    );

test('any part of a text is judged without a crash, and no check passes of which nothing is known', async () => {
  const all = await texts();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...all).chain(someLines), async (text) => {
      const snapshot = await pasted(text);
      if (snapshot === null) return;
      const { passed, headline, findings, notChecked } = analyze(snapshot, set, { path: null });
      const observed = new Observed(snapshot, set.lookUp);
      const facts = new FactSet(observed, set.facts);
      const inputs = new SnapshotInputs(observed, facts);
      for (const { ruleId } of passed) {
        const rule = set.rules.find(({ id }) => id === ruleId);
        const deciding = [rule?.only, rule?.when].flatMap((condition) => condition?.references ?? []);
        // Whether the Performance Schema is on was read; what the server is, was not seen of its load.
        const observable = deciding.filter(
          ({ namespace, name }) =>
            namespace !== 'seconds' && (namespace !== 'server' || name === 'performance_schema'),
        );
        const isSeen = observable.length === 0 || observable.some((one) => inputs.read(one).known);
        expect(isSeen, `${ruleId} passed, and nothing of it is known`).toBe(true);
      }
      // A reading in which neither the load nor the reads of the pool were seen is never called healthy.
      if (headline.kind === 'healthy') {
        const judged = new FactSet(observed, factCatalog());
        expect(judged.reading('statement_rate').known && judged.reading('pool_miss_ratio').known).toBe(true);
      }
      if (passed.length === 0 && findings.length === 0)
        expect(headline.text).toContain(`${notChecked.length} rules could not be checked`);
      expect(headline.text).not.toMatch(/undefined|NaN|null/);
    }),
    // One seed, so that it fails for everybody or nobody; another is tried with LATCHKEY_SEED.
    { numRuns: 60, seed: Number(process.env.LATCHKEY_SEED ?? 20_261_122) },
  );
});
