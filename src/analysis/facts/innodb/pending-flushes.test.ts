import { expect, test } from 'vitest';
import { buildSnapshot } from '../../../../test/analysis/snapshot-builder';
import { factDefinitions } from '../catalog';
import { FactSet } from '../inputs/fact-set';
import { Observed } from '../inputs/observed';

const definitions = new Map(factDefinitions.map((one) => [one.id, one]));
const factOf = (build: Parameters<typeof buildSnapshot>[0], id: string) => {
  const reading = new FactSet(new Observed(buildSnapshot(build)), definitions).reading(id);
  return reading.known ? reading.value : null;
};

test('pending flushes are those of the status, and unknown without it', () => {
  const status = { Innodb_os_log_pending_fsyncs: 2, Innodb_os_log_fsyncs: 864_000, Uptime: 864_000 };
  expect(factOf({ status }, 'redo_flushes_pending')).toBe(2);
  expect(factOf({ status }, 'redo_flushes_each_second')).toBe(1);
  expect(factOf({ status: { Uptime: 1 } }, 'redo_flushes_pending')).toBeNull();
});
