import { expect, test } from 'vitest';
import { buildSnapshot, tableSection } from '../../test/analysis/snapshot-builder';
import { stackFacts } from './stack-facts';

const stacks = (rows: (string | number | null)[][]) =>
  buildSnapshot({
    sections: {
      stacks: tableSection(['BASIS', 'COUNT', 'FRAMES', 'KIND', 'MEANING', 'NEXT'], { end: rows }),
    },
  });

test('sampled stacks are identified by meaning and share, with what the table does not know', () => {
  const reported = stackFacts(
    stacks([
      ['cpu', 60, 'ut_delay;f', 'cpu', 'Threads spin.', 'The caller.'],
      ['cpu', 30, 'row_search_mvcc;g', 'cpu', 'A scan.', 'Digests.'],
      ['cpu', 900, 'poll', 'idle', 'Nothing to do.', ''],
      ['cpu', 10, 'nobody_knows', null, null, null],
    ]),
  );
  expect(reported?.facts.map(({ name }) => name)).toEqual(['60.0 %', '30.0 %', '10.0 %']);
  expect(reported?.facts[0]?.value).toBe('Threads spin. Next: The caller.');
});

test('stacks that could not be sampled say why; a snapshot without them says nothing', () => {
  expect(stackFacts(buildSnapshot({}))).toBeNull();
  const reason = { code: 'absent' as const, text: 'perf is not there.', remedy: 'Install it.' };
  const failed = buildSnapshot({ sections: { stacks: { status: 'failed', reason, tookMs: 1 } } });
  expect(stackFacts(failed)).toEqual({
    heading: expect.stringContaining('perf is not there. Install it.'),
    facts: [],
  });
});
