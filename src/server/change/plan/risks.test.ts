import { expect, test } from 'vitest';
import { risksOf } from './risks';

const server = { flavour: 'mysql', hosting: 'self' } as const;
const change = (variable: string, current: string, proposed: string) => ({ variable, current, proposed });

test('what lowering a cache costs is no risk of raising it', () => {
  expect(risksOf([change('table_open_cache', '64', '4000')], server)).toEqual([]);
  expect(risksOf([change('max_connections', '40', '200')], server)).toEqual([]);
  expect(risksOf([change('table_open_cache', '4000', '64')], server)).toEqual([
    'Lowering a cache drops what is in it; it fills again with use.',
  ]);
});

test('a risk that two changes share is named once', () => {
  const both = [change('table_open_cache', '400', '64'), change('thread_cache_size', '9', '1')];
  expect(risksOf(both, server)).toHaveLength(1);
});
