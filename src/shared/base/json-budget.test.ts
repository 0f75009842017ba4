import { globSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { JsonBudget, type JsonLimits, JsonRefused } from './json-budget';
import { seededRandom } from './random';

const limits: JsonLimits = {
  textBytes: 64 * 1024 ** 2,
  partBytes: {},
  memberBytes: {},
  otherBytes: 64 * 1024 ** 2,
  memberMemory: {},
  parts: 20_000,
  stringBytes: 4 * 1024 ** 2,
  nameBytes: 1024,
  depth: 24,
  memoryBytes: 512 * 1024 ** 2,
};

/** What is counted of a text that comes in pieces of so many bytes. */
function counted(bytes: Uint8Array, piece: number, within: JsonLimits = limits): unknown {
  const budget = new JsonBudget(within);
  try {
    for (let at = 0; at < bytes.length; at += piece) budget.push(bytes.subarray(at, at + piece));
  } catch (error) {
    if (error instanceof JsonRefused) return error.message;
    throw error;
  }
  return { open: budget.open, text: budget.text, memory: budget.memory };
}

test.each(globSync('samples/*.lks'))('%s: the same is counted in one piece and in many', (file) => {
  const bytes = gunzipSync(readFileSync(file));
  expect(counted(bytes, 61)).toEqual(counted(bytes, bytes.length));
});

const scraps = '[ ] [[ ]] { } , : "" "a" "längst" "\\"\\\\" "\\u00e9" 1 -2.5e3 true null "x": \n'.split(' ');

test('any text counts the same byte by byte, whatever is refused', () => {
  const random = seededRandom(4);
  const narrow = { ...limits, depth: 9, stringBytes: 6, nameBytes: 4, memoryBytes: 40_000 };
  const seen = new Set<string>();
  for (let run = 0; run < 3000; run += 1) {
    const length = 1 + Math.floor(random() * 60);
    const some = Array.from({ length }, () => scraps[Math.floor(random() * scraps.length)] ?? '');
    const text = `${'[{"a":'.slice(0, Math.floor(random() * 7))}${random() < 0.5 ? '[[[[' : ''}${some.join(random() < 0.5 ? ',' : ' ')}`;
    const bytes = Buffer.from(text);
    const whole = counted(bytes, bytes.length, narrow);
    expect(whole, text).toEqual(counted(bytes, 1, narrow));
    seen.add(typeof whole === 'string' ? whole : 'counted');
  }
  expect(seen.size).toBeGreaterThan(3);
});
