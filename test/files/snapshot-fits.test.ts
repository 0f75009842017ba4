import { globSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { fitsOf } from '../../src/shared/base/fits';
import { seededRandom } from '../../src/shared/base/random';
import { snapshotSchema } from '../../src/shared/snapshot';

const files = globSync(['samples/*.lks', 'bench/diagnosis/production/bases/*.lks']);
const changesOfEach = 60;
const odd: readonly unknown[] = [null, -1, 0.5, '', 'x', true, [], {}, Number.NaN, undefined];

test.each(files)('%s: what fits the contract is what the contract takes as it is', (file) => {
  const text = gunzipSync(readFileSync(file)).toString();
  const fits = fitsOf(snapshotSchema);
  expect(fits(JSON.parse(text))).toBe(true);
  const random = seededRandom(files.indexOf(file) + 1);
  for (let change = 0; change < changesOfEach; change += 1) {
    const document: unknown = JSON.parse(text);
    const what = changed(document, random);
    const before = JSON.stringify(document);
    if (!fits(document)) continue;
    const parsed = snapshotSchema.safeParse(document);
    expect(parsed.success, what).toBe(true);
    expect(plain(parsed.data), what).toEqual(plain(JSON.parse(before)));
  }
});

/** Goes down by chance, and changes, removes or adds one value where it ends. @returns what it did */
function changed(document: unknown, random: () => number): string {
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];
  let at = document;
  const way: string[] = [];
  for (;;) {
    if (typeof at !== 'object' || at === null) return way.join('.');
    const holder = at as Record<string, unknown>;
    const name = pick(Object.keys(holder)) ?? 'more';
    way.push(name);
    const inner = holder[name];
    if (random() < 0.75 && typeof inner === 'object' && inner !== null) {
      at = inner;
      continue;
    }
    const how = random();
    if (how < 0.2) delete holder[name];
    else if (how < 0.4) holder[`${name}x`] = inner;
    else holder[name] = pick(odd);
    return way.join('.');
  }
}

/** What JSON can say of it. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
