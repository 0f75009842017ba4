// Rules write what they count in the plural. Where the number is one, noun and verb follow it: "1 session waits".

/**
 * What rules count, and one of it; a noun that is not listed stays as it is written. `npm test` finds those that are missing.
 * @internal exported to tests
 */
export const nouns: Readonly<Record<string, string>> = Object.fromEntries([
  ...(
    'attempts blocks buffers bytes changes chunks clients commits connections days deadlocks definitions events ' +
    'executions files fsyncs groups instances instruments joins latches locks logs lookups loops messages micro-stalls ' +
    'nodes objects operations others packets pages partitions requests results rounds rows scans segments sessions sets sorts stacks ' +
    'statements syncs tables threads times transactions values waits warnings writers SELECTs CPUs writes reads servers ' +
    'seconds'
  )
    .split(' ')
    .map((many) => [many, many.slice(0, -1)]),
  ...Object.entries({
    entries: 'entry',
    queries: 'query',
    primaries: 'primary',
    indexes: 'index',
    flushes: 'flush',
    misses: 'miss',
    passes: 'pass',
    searches: 'search',
    latches: 'latch',
  }),
]);

/** What is said of several, and of one. */
const verbs: Readonly<Record<string, string>> = Object.fromEntries([
  ...Object.entries({ are: 'is', were: 'was', have: 'has', do: 'does', go: 'goes', flush: 'flushes' }),
  ...(
    'wait want exist serve keep write spill fit take come choose join request fail hold cost need use slow change ' +
    'commit run ask enter sleep fill scan'
  )
    .split(' ')
    .map((many) => [many, `${many}s`]),
]);

/** Set behind a one that was written for a number, until the text is whole. */
export const oneMark = '\u{e001}';

const counted = `(?<before>(?: [A-Za-z-]+){0,3}?) (?<noun>${Object.keys(nouns).join('|')})\\b`;
const every = '(?<every> (?:a|each) (?:second|minute|hour|day)| in a row)?';
const said = `(?: (?<that>that|which))?(?<adverb> (?:already|still|also|then|first|only))?(?: (?<verb>${Object.keys(verbs).join('|')})\\b)?`;
const marked = new RegExp(`1${oneMark}${counted}${every}${said}`, 'gu');
const written = new RegExp(`(?<![\\w.,=+<>/*-])(?<!= )1${counted}${every}${said}`, 'gu');

/** A text in which ones are marked, with the singular behind each. */
export function withSingulars(text: string): string {
  if (!text.includes(oneMark)) return text;
  return text.replace(marked, singular).replaceAll(oneMark, '');
}

/** The same for a text that an expression has put together, where no one is marked. */
export function withSingularsOf(text: string): string {
  return text.replace(written, singular);
}

/** Words behind which no noun belongs to the number any more: "1 of the pages". */
const ends =
  /\b(?:of|in|on|at|to|and|or|but|by|for|from|with|is|was|are|were|has|have|a|an|the|its|their|per|each|every|less|more|than|as|it|that|which)\b/;

function singular(whole: string, ...rest: unknown[]): string {
  const { before = '', noun = '', every: rate = '', that, adverb = '', verb } = groupsOf(rest);
  if (ends.test(before)) return whole;
  const relative = that === undefined ? '' : ` ${that}`;
  const predicate = verb === undefined ? '' : ` ${verbs[verb] ?? verb}`;
  return `1${before} ${nouns[noun] ?? noun}${rate}${relative}${adverb}${predicate}`;
}

function groupsOf(rest: unknown[]): Record<string, string | undefined> {
  const groups = rest.at(-1);
  return typeof groups === 'object' && groups !== null ? { ...groups } : {};
}
