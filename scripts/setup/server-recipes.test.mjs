import { expect, test } from 'vitest';
import { serverIds, serverTitles } from '../servers/recipe.ts';
import { recipes } from './server-recipes.mjs';

test('every server that tests can start is one that set-up brings, under the same title', () => {
  const titles = Object.fromEntries(Object.entries(recipes).map(([id, { title }]) => [id, title]));
  expect(titles).toEqual(serverTitles);
  expect(Object.keys(recipes)).toEqual([...serverIds]);
});
