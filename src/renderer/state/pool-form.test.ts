import { expect, test } from 'vitest';
import { sizeLiteral } from '../../shared/base/units';
import {
  chunkAt,
  chunkPosition,
  chunkPositions,
  defaultPoolForm,
  poolFormOf,
  readPoolForm,
  sizeAt,
  sizePosition,
  sizePositions,
} from './pool-form';

test('what a snapshot fills in reads back as its questions', () => {
  const server = { flavour: 'mysql', version: [9, 7, 1], pageBytes: 16_384, cpus: 2 } as const;
  const questions = {
    start: {
      ...server,
      version: [9, 7, 1] as [number, number, number],
      at: 'start' as const,
      sizeBytes: 2 ** 30,
    },
    set: {
      ...server,
      version: [9, 7, 1] as [number, number, number],
      at: 'set' as const,
      sizeBytes: 2 ** 30,
      currentSizeBytes: 2 ** 30,
      instances: 1,
      chunkBytes: 2 ** 27,
    },
  };
  expect(readPoolForm(poolFormOf(questions))).toEqual({ errors: {}, ...questions });
});

test('every field that the server would not read is named, and nothing is asked', () => {
  const read = readPoolForm({
    ...defaultPoolForm,
    version: '8.0',
    size: '1.5G',
    instances: '2.5',
    chunk: '2048T',
    cpus: '0',
    dedicated: true,
  });
  expect(Object.keys(read.errors).sort()).toEqual([
    'chunk',
    'cpus',
    'instances',
    'memory',
    'size',
    'version',
  ]);
  expect([read.start, read.set]).toEqual([null, null]);
});

test('without a size there is no SET GLOBAL to ask about', () => {
  const { start, set } = readPoolForm({ ...defaultPoolForm, size: '' });
  expect(start).not.toHaveProperty('sizeBytes');
  expect(set).toBeNull();
});

test('the sliders come back to where they were', () => {
  for (let position = 0; position <= sizePositions; position += 1) {
    expect(sizePosition(sizeLiteral(sizeAt(position)))).toBe(position);
  }
  for (let position = 0; position <= chunkPositions; position += 1) {
    expect(chunkPosition(chunkAt(position))).toBe(position);
  }
});
