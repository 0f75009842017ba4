import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { nouns, oneMark, withSingulars, withSingularsOf } from '../../src/analysis/rules/one-text';
import { splitTemplate } from '../../src/analysis/rules/template';
import { readRules } from './rule-files';

const one = (text: string) => withSingulars(text.replaceAll('#', `1${oneMark}`));

test.each([
  ['blocks # transactions, the longest for 5 s', 'blocks 1 transaction, the longest for 5 s'],
  ['# transactions a second are rolled back', '1 transaction a second is rolled back'],
  ['# sessions wait for a lock', '1 session waits for a lock'],
  ['# prepared transactions keep their locks', '1 prepared transaction keeps their locks'],
  ['# page cleaner threads serve 8 instances', '1 page cleaner thread serves 8 instances'],
  ['# indexes were never read', '1 index was never read'],
  ['# queries', '1 query'],
  ['# of the connections have done nothing', '1 of the connections have done nothing'],
  ['is # times the limit of 2 connections', 'is 1 time the limit of 2 connections'],
  ['12 sessions wait', '12 sessions wait'],
])('"%s"', (text, singular) => {
  expect(one(text)).toBe(singular);
});

test('a one that an expression wrote is followed by the singular too, an assigned one is not', () => {
  expect(withSingularsOf(' of 1 rows')).toBe(' of 1 row');
  expect(withSingularsOf('x = 1 loops')).toBe('x = 1 loops');
  expect(withSingularsOf('21 rows, 1.1 rows, 8.0.1 rows')).toBe('21 rows, 1.1 rows, 8.0.1 rows');
});

/** Every text of a rule that is a template. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return value.includes('{{') ? [value] : [];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** Words in -s that are no plural of what is counted. */
const noPlurals = new Set(
  (
    'is was has does its less as this accepts applies asks behaves consists costs drives enters fails fills goes grows ' +
    'holds keeps leaves lets loses maps measures needs refuses repeats starts takes undoes theirs'
  ).split(' '),
);
const singulars = new Set(Object.values(nouns));

/** The plural that follows a one, up to the first word that ends what is counted. */
function pluralAfterOne(text: string): string | null {
  for (const [, words = ''] of text.matchAll(/(?<!= )(?<!\w)1((?: [A-Za-z-]+){1,4})/g)) {
    for (const word of words.trim().split(' ')) {
      if (ended.test(word) || singulars.has(word)) break;
      if (/[a-z]s$/.test(word) && !/(?:ss|us)$/.test(word)) {
        if (noPlurals.has(word)) break;
        return `1${words}`;
      }
    }
  }
  return null;
}
const ended =
  /^(?:[A-Z].*|of|in|on|at|to|and|or|by|for|from|with|are|were|have|a|an|the|it|that|which|than|each|only|when|while|behind)$/;

test('no text of a rule has a plural behind a one: a noun that is new belongs into the list', () => {
  const texts = readRules().flatMap(({ path, text }) =>
    textsOf(parse(text)).map((one) => ({ path, one: one.replaceAll(/\s+/g, ' ') })),
  );
  const plurals = texts.flatMap(({ path, one: text }) => {
    const whole = splitTemplate(text)
      .map((part) => {
        if ('text' in part) return part.text;
        // What an expression says of a number of its own.
        const said = [...part.source.matchAll(/"count"\)\s*\+\s*"([^"]*)/g)].map(
          ([, after]) => `1${oneMark}${after}; `,
        );
        return `${said.join('')}1${oneMark}`;
      })
      .join('')
      .replaceAll(/(?<=[a-z])1/g, ' 1');
    const plural = pluralAfterOne(withSingulars(whole));
    return plural === null ? [] : [`${path}: ${plural}`];
  });
  expect(texts.length).toBeGreaterThan(300);
  expect(plurals).toEqual([]);
});
