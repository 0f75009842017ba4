import { type Snapshot, sectionRows } from '../shared/snapshot';
import type { Fact } from '../view/fact';
import { texts } from './texts.ts';

const mostMeanings = 15;

/** What the sampled stacks mean, a line for each meaning with its share; null: no stacks were asked for. */
export function stackFacts(snapshot: Snapshot): { heading: string; facts: Fact[] } | null {
  const section = snapshot.sections.stacks;
  if (section === undefined) return null;
  if (section.status !== 'ok') {
    const { text = texts.noReasonIsKnown, remedy } = section.reason ?? {};
    return {
      heading: texts.theyWereNotSampled(text, remedy === undefined ? '' : ` ${remedy}`),
      facts: [],
    };
  }
  const rows = sectionRows(snapshot, 'stacks').filter(({ kind }) => kind !== 'idle');
  const total = rows.reduce((sum, { count }) => sum + Number(count), 0);
  if (!(total > 0)) return { heading: texts.onlyIdleThreadsWereFound, facts: [] };
  const counts = new Map<string, number>();
  for (const { count, meaning, next } of rows) {
    const label =
      meaning == null
        ? texts.functionsWhoseMeaningIsNot
        : `${meaning}${next == null ? '' : texts.next(next)}`;
    counts.set(label, (counts.get(label) ?? 0) + Number(count));
  }
  const of = rows[0]?.basis === 'threads' ? texts.threadsThatWereNotIdle : texts.samplesOfWhatRanOn;
  const facts = [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, mostMeanings)
    .map(([label, count]) => ({ name: `${((count / total) * 100).toFixed(1)} %`, value: label }));
  return { heading: texts.byWhatTheInnermostKnown(of), facts };
}
