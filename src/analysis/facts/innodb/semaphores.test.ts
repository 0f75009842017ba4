import { expect, test } from 'vitest';
import { buildSnapshot } from '../../../../test/analysis/snapshot-builder';
import { factCatalog } from '../catalog';
import { FactSet } from '../inputs/fact-set';
import { Observed } from '../inputs/observed';

function factsOf(text?: string) {
  const end = { at: '2026-11-24T10:00:00Z', tookMs: 1, text: text ?? '' };
  const section = { status: 'ok' as const, tookMs: 1, data: { end } };
  const build = text === undefined ? {} : { sections: { 'innodb-status': section } };
  return new FactSet(new Observed(buildSnapshot(build)), factCatalog());
}

const cell = (file: string, seconds: number, extra = '') =>
  `--Thread 140182736152832 has waited at ${file} line 1137 for ${seconds.toFixed(4)} seconds the semaphore:
S-lock on RW-latch at 0x7f8123 created in file ${file} line 176
a writer (thread id 140182736152831) has reserved it in mode  exclusive
number of readers 0, waiters flag 1, lock_word: 0
${extra}`;
const status = (...cells: string[]) => `=====================================
2026-11-24 10:00:00 7f8123 INNODB MONITOR OUTPUT
=====================================
Per second averages calculated from the last 20 seconds
----------
SEMAPHORES
----------
OS WAIT ARRAY INFO: reservation count 918, signal count 1827
${cells.join('')}
----------------------------
END OF INNODB MONITOR OUTPUT
============================
`;

test('threads of SEMAPHORES are grouped by the latch that they wait for', () => {
  const text = status(
    cell('btr0sea.cc', 0),
    cell('btr0sea.cc', 2),
    cell('btr0sea.cc', 1),
    cell('log0log.cc', 9),
  );
  const facts = factsOf(text);
  expect(facts.reading('semaphore_waiters')).toMatchObject({ known: true, value: 3 });
  expect(facts.reading('semaphore_longest')).toMatchObject({ known: true, value: 2 });
  expect(facts.reading('semaphore_latch')).toMatchObject({ known: true, value: 'adaptive hash index' });
});

test('where nobody waits there are none, and no latch', () => {
  const facts = factsOf(status());
  expect(facts.reading('semaphore_waiters')).toMatchObject({ known: true, value: 0 });
  expect(facts.reading('semaphore_latch').known).toBe(false);
  expect(factsOf().reading('semaphore_waiters').known).toBe(false);
});
