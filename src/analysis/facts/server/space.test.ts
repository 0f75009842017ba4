import { expect, test } from 'vitest';
import { buildSnapshot } from '../../../../test/analysis/snapshot-builder';
import { factCatalog } from '../catalog';
import { FactSet } from '../inputs/fact-set';
import { Observed } from '../inputs/observed';

const gib = 1024 ** 3;
const local = (value: number) => ({ origin: 'local' as const, value });

function least(host: NonNullable<Parameters<typeof buildSnapshot>[0]['host']>) {
  const facts = new FactSet(new Observed(buildSnapshot({ host })), factCatalog());
  return facts.reading('space_least_share');
}

test('one file system that is nearly full is enough; that none is takes all that the server writes to', () => {
  const data = { dataFree: local(50 * gib), dataTotal: local(100 * gib) };
  const full = { binlogFree: local(0), binlogTotal: local(100 * gib) };
  expect(least({ ...data, ...full })).toEqual({ known: true, value: 0 });
  expect(least(data).known).toBe(false);
});
