import { array, assert, constantFrom, integer, property, tuple, uniqueArray } from 'fast-check';
import { expect, test } from 'vitest';
import { findingOf, firedOf } from '../../../test/analysis/finding';
import { rootOf } from './causes';
import type { FiredRule } from './evaluate';
import { rankFindings } from './rank';

type Part = Partial<FiredRule['finding']> & { explains?: string[] };

const fired = (ruleId: string, { explains, ...part }: Part = {}) =>
  firedOf(findingOf(ruleId, part), explains);

const ids = (findings: { ruleId: string }[]) => findings.map(({ ruleId }) => ruleId);

test('a symptom stands under its cause, after every cause, however large its share is', () => {
  const findings = rankFindings([
    fired('symptom', { impact: { share: 0.9, basis: 'measured', text: '' } }),
    fired('cause', { explains: ['symptom', 'silent'] }),
    fired('other'),
  ]);
  expect(ids(findings)).toEqual(['cause', 'other', 'symptom']);
  expect(findings[2]?.explainedBy).toEqual([{ ruleId: 'cause', text: 'cause brings symptom about' }]);
});

test('of several causes the nearest comes first, and the root is found through it', () => {
  const findings = rankFindings([
    fired('root', { explains: ['between', 'last'] }),
    fired('between', { explains: ['last'] }),
    fired('last'),
  ]);
  const last = findings.find(({ ruleId }) => ruleId === 'last');
  expect(ids(last?.explainedBy ?? [])).toEqual(['between', 'root']);
  expect(last && rootOf(last, findings).ruleId).toBe('root');
});

test('a cause is as grave as what it brings about, and no remark where it brings something about', () => {
  const [cause] = rankFindings([
    fired('cause', { severity: 'notice', standing: 'remark', explains: ['middle'] }),
    fired('middle', { severity: 'notice', explains: ['grave'] }),
    fired('grave', { severity: 'critical' }),
  ]);
  expect(cause).toMatchObject({ ruleId: 'cause', severity: 'critical', standing: 'finding', rank: 1 });
});

test('levers come before resources of the same gravity, shares or not; remarks and what is past come last', () => {
  const findings = rankFindings([
    fired('cpu', {
      role: 'resource',
      severity: 'critical',
      impact: { share: 1, basis: 'measured', text: '' },
    }),
    fired('lever'),
    fired('remark', { severity: 'notice', standing: 'remark' }),
    fired('past', { severity: 'notice', standing: 'earlier' }),
    fired('notice', { severity: 'notice' }),
  ]);
  expect(ids(findings)).toEqual(['lever', 'cpu', 'notice', 'remark', 'past']);
});

test('whatever the links, each explained finding has a cause that fired and a root that nothing explains', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  // Only forward links: rule files with others are refused.
  const links = array(tuple(integer({ min: 0, max: 4 }), integer({ min: 1, max: 5 })), { maxLength: 12 });
  assert(
    property(uniqueArray(constantFrom(...names)), links, (present, pairs) => {
      const explains = (name: string) =>
        pairs.flatMap(([from, to]) => (names[from] === name && to > from ? [names[to] ?? ''] : []));
      const findings = rankFindings(
        present.map((name) => fired(name, { explains: [...new Set(explains(name))] })),
      );
      expect(ids(findings).sort()).toEqual([...present].sort());
      for (const finding of findings) {
        for (const { ruleId } of finding.explainedBy) {
          expect(present).toContain(ruleId);
          expect(explains(ruleId)).toContain(finding.ruleId);
        }
        expect(rootOf(finding, findings).explainedBy).toEqual([]);
      }
      const roots = findings.filter(({ explainedBy }) => explainedBy.length === 0).length;
      expect(findings.slice(0, roots).every(({ explainedBy }) => explainedBy.length === 0)).toBe(true);
    }),
  );
});
