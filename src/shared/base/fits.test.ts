import { expect, test } from 'vitest';
import { z } from 'zod';
import { listOf, membersOf } from '../first-issue';
import { fitsOf } from './fits';

const schema = z.object({
  name: z.literal(['a', 'b']),
  size: z.number().int().nonnegative(),
  at: z.iso.datetime().optional(),
  base: z.string().regex(/^-?\d+$/),
  pair: z.tuple([z.number().positive(), z.enum(['on', 'off'])]).nullable(),
  rows: listOf(z.object({ id: z.uuid() })),
  parts: membersOf(z.union([z.boolean(), z.object({ of: z.null() })])),
});
const whole = {
  name: 'a',
  size: 3,
  base: '-12',
  pair: [0.5, 'on'],
  rows: [{ id: '6f2a1f9e-3a51-4f0e-9d6c-0f5f5c8b2a11' }],
  parts: { one: true, two: { of: null } },
};

test('what a schema takes as it is fits', () => {
  expect(fitsOf(schema)(whole)).toBe(true);
  expect(fitsOf(schema)({ ...whole, at: '2026-11-25T10:00:00Z', pair: null, rows: [], parts: {} })).toBe(
    true,
  );
});

test.each<[string, object]>([
  ['a name besides', { more: 1 }],
  ['a name besides, deeper', { rows: [{ ...whole.rows[0], more: 1 }] }],
  ['a name missing', { base: undefined }],
  ['a fraction', { size: 1.5 }],
  ['less than the least', { size: -1 }],
  ['the bound itself, which is left out', { pair: [0, 'on'] }],
  ['no moment', { at: 'yesterday' }],
  ['another text', { base: '1.5' }],
  ['a longer tuple', { pair: [1, 'on', 2] }],
  ['no identifier', { rows: [{ id: '1' }] }],
  ['a list for members', { parts: [] }],
  ['a member that is neither', { parts: { one: { of: 1 } } }],
  ['no number', { size: Number.NaN }],
])('%s does not fit', (_, change) => {
  expect(fitsOf(schema)({ ...whole, ...change })).toBe(false);
});

test('what a schema changes does not fit: it has the word', () => {
  expect(fitsOf(z.string().trim())(' a')).toBe(false);
  expect(fitsOf(z.string().trim())('a')).toBe(true);
  expect(fitsOf(z.string().transform(Number))('1')).toBe(false);
  expect(fitsOf(z.object({ of: z.number().default(1) }))({})).toBe(false);
  expect(fitsOf(z.coerce.number())('1')).toBe(false);
});
