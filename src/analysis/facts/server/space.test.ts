import { expect, test } from 'vitest';
import { buildSnapshot, tableSection } from '../../../../test/analysis/snapshot-builder';
import { factCatalog } from '../catalog';
import { FactSet } from '../inputs/fact-set';
import { Observed } from '../inputs/observed';

const gib = 1024 ** 3;
const local = (value: number) => ({ origin: 'local' as const, value });

type Build = Parameters<typeof buildSnapshot>[0];

function reading(id: string, build: Build) {
  return new FactSet(new Observed(buildSnapshot(build)), factCatalog()).reading(id);
}

const least = (host: NonNullable<Build['host']>) => reading('space_least_share', { host });

test('one file system that is nearly full is enough; that none is takes all that the server writes to', () => {
  const data = { dataFree: local(50 * gib), dataTotal: local(100 * gib) };
  const full = { binlogFree: local(0), binlogTotal: local(100 * gib) };
  expect(least({ ...data, ...full })).toEqual({ known: true, value: 0 });
  expect(least(data).known).toBe(false);
});

test('ibdata1 fills a disk that is nearly full if it takes more than is left', () => {
  const fills = (gibibytes: number, free: number) =>
    reading('system_tablespace_fills_disk', {
      host: { dataFree: local(free * gib), dataTotal: local(100 * gib) },
      sections: {
        'shared-tablespaces': tableSection(['kind', 'file_size'], { end: [['system', gibibytes * gib]] }),
      },
    });
  expect(fills(50, 4)).toEqual({ known: true, value: true });
  expect(fills(3, 4)).toEqual({ known: true, value: false });
  expect(fills(50, 6)).toEqual({ known: true, value: false });
  expect(reading('system_tablespace_fills_disk', {}).known).toBe(false);
});
