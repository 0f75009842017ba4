import { type StackSummary, stackSection, summariseStacks } from '../../../knowledge/stacks/stack-section';
import type { Unit } from '../../../shared/analysis';
import type { FactDefinition, FactType } from '../inputs/definition';
import type { FactReader } from '../inputs/fact-reader';

const source = 'sampled stacks (perf, pt-pmp, gdb), read with the table of functions and their meaning';
const needs = [`section.${stackSection}`] as const;

/** Facts on what the sampled stacks of the server say, where a snapshot holds any. */
export const stackFacts: FactDefinition[] = [
  fact('stack_top', 'none', 'string', {
    what: 'What most of the sampled stacks mean, as far as the table of functions knows them.',
    formula: 'meaning with the largest share of the samples; idle threads are left out',
    compute: (read) => top(read).meaning.meaning,
  }),
  fact('stack_top_next', 'none', 'string', {
    what: 'What to look at next after the most frequent meaning of the sampled stacks.',
    formula: 'its entry in the table of functions',
    compute: (read) => top(read).meaning.next,
  }),
  fact('stack_top_share', 'ratio', 'number', {
    what: 'Share of the sampled stacks that have the most frequent meaning.',
    formula: 'its samples / all samples but those of idle threads',
    compute: (read) => top(read).share,
  }),
  fact('stack_known_share', 'ratio', 'number', {
    what: 'Share of the sampled stacks with a function whose meaning is known.',
    formula: 'samples with a meaning / all samples but those of idle threads',
    compute: (read) => summary(read).known,
  }),
];

function fact(
  id: string,
  unit: Unit,
  type: FactType,
  {
    what,
    formula,
    compute,
  }: { what: string; formula: string; compute: (read: FactReader) => string | number },
): FactDefinition {
  return { id, unit, type, needs, doc: { what, formula, source }, compute };
}

function summary(read: FactReader): StackSummary {
  if (!read.hasSection(stackSection)) {
    return read.missing(
      'absent',
      'No stacks were sampled.',
      'Take a snapshot with --perf 5s on the machine of the server, or import the output of perf or pt-pmp.',
    );
  }
  const summed = summariseStacks(read.rows(stackSection));
  return summed ?? read.missing('absent', 'The sampled stacks hold nothing but idle threads.');
}

function top(read: FactReader): StackSummary['shares'][number] {
  const first = summary(read).shares[0];
  return first ?? read.missing('absent', 'No function in the sampled stacks has a known meaning.');
}
