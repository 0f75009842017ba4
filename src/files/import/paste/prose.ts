import { type KnownName, knownName } from './names';

/** A name in a text, and what stands behind it as its value. */
interface NamedValue {
  name: KnownName;
  text: string;
}

/** A value as prose has it. */
const amount = /^[-+]?\d[\d.,']{0,30}(?:[KMGT](?:i?B)?)?$|^(?:ON|OFF)$/;
const sizeUnit = /^[KMGT](?:i?B)?$/;
/** What makes a number in a sentence one that somebody would have, or that servers come with. */
const advice =
  /^(?:defaults?|recommend\w*|suggest\w*|should\w*|must|sure|needs?|needed|wants?|wanted|would\w*|could\w*|if|examples?|e\.g|usual(?:ly)?|typical(?:ly)?|normal(?:ly)?|maximum|minimum|max|min|allowed|ideal(?:ly)?|ought|advi[sc]ed?|optimal|supposed|may|might|i'd|we'd|you'd|let's|instead|formerly|previously|originally|recomend\w+|recommand\w+|défaut|defecto|debería|standardmäßig|empfohlen\w*|sollten?|умолчанию|рекоменд\p{L}*)$/iu;
/** `left at the default 100MB` says what it is, not what servers come with. */
export const leftAtDefault =
  /\b(?:left|still|kept|are|is|at)(?: at| on)? (?:its |the |their )?defaults?(?: value| size)?(?: of)?(?= \(?(?:[a-z]\w{3,60} ?[=:] ?)?\d)/gi;
/** Words that may follow a value without being what it counts. */
const goesOn =
  /^(?:and|but|after|with|while|which|so|on|in|for|now|right|currently|already|at|as|because|since|when|where|the|it|this|there|we|my|is|are|has|have|here|today|bytes?|seconds?|secs?|y|con|en|und|mit|bei|et|avec|и)$/i;
const ofProse = /^\p{Lu}?[\p{Ll}']+[,.;:?!)]{0,3}$/u;

/**
 * Names with a value after them, anywhere on the line: `... with table_open_cache = 400 and Opened_tables 354858`. In a
 * sentence they are marked as prose, and what the sentence advises or compares with is left out.
 * @param before the line before, where a sentence may begin that ends on this one
 */
export function namedValues(given: string, before: string): NamedValue[] {
  const line = given.replace(leftAtDefault, 'is');
  const tokens = [...line.matchAll(/[^\s|=]+/g)].filter(([one]) => one !== ':');
  const words = tokens.map(([one]) => one);
  const found = words.flatMap((_, index) => {
    const end = tokens[index + 1]?.index ?? line.length;
    const between = line.slice(tokens[index]?.index, end);
    const one = namedAt(words, index, /[=|]/.test(between));
    return one === null ? [] : [{ ...one, index, isAssigned: /[=|:]/.test(between) }];
  });
  const plain = words.filter((one) => ofProse.test(one)).length;
  // A list of many names in one line has a word here and there.
  const isProse = plain > 0 && plain * 3 >= found.length;
  if (!isProse) return found.map(({ name, text }) => ({ name, text }));
  const earlier = before.split(/[\s|=]+/).slice(-30);
  return found
    .filter(({ index }) => !isAdvised([...earlier, ...words], earlier.length + index))
    .map(({ name, text, isAssigned, index }) => {
      const isFirm = isAssigned && plain < 2 && !verbs.test(words[index + 1] ?? '');
      return { name: isFirm ? name : { ...name, by: 'prose' }, text };
    });
}

/** @param isAssigned `table_open_cache = 1024 tables`: then what it counts may follow */
function namedAt(words: readonly string[], index: number, isAssigned: boolean): NamedValue | null {
  const one = words[index] ?? '';
  // A word of prose may be a name (Uptime); in quotes and before a colon it is one: `'Uptime': '2592000'`.
  // `--max-connections=300` is an option of the server's command line.
  const isOption = /^\[?["']?--[a-z][a-z\d]{0,40}[-_]/.test(one);
  // `innodb-buffer-pool-size=1G`: a name of the option file with two hyphens is no word of prose.
  if (
    !isOption &&
    !one.includes('_') &&
    !/^["'(]?[a-z]{2,20}-[a-z]{2,20}-[a-z-]{2,40}$/.test(one) &&
    !isSureName(one, words[index + 1] ?? '')
  )
    return null;
  const name = knownName(withoutEnd(one.replace(isOption ? /^\[?["']?--/ : /^[{["'(@]+/, ''), '"\':,;)'));
  if (name === null) return null;
  const at = index + 1 + (isOption ? 0 : wordsBetween(words, index));
  const written = (words[at] ?? '').replace(/^["']/, '');
  const next = withoutEnd(written, '"\',;.)}]');
  if (!amount.test(next)) return null;
  const unit = withoutEnd(words[at + 1] ?? '', ',;.)');
  if (sizeUnit.test(unit)) return { name, text: `${next} ${unit}` };
  return next === written && !isAssigned && counts(words[at + 1] ?? '') ? null : { name, text: next };
}

/** Whether the word behind a number is what the number counts: `2 problems`, `3 times`, `80 %`. */
function counts(word: string): boolean {
  if (!/^[\p{Ll}%]/u.test(word) || word.includes('_')) return false;
  const bare = withoutEnd(word, ',;.:)!?');
  return !goesOn.test(bare) && knownName(bare) === null;
}

/** Whether the sentence around the name at this place advises, or speaks of what servers come with. */
export function isAdvised(words: readonly string[], at: number): boolean {
  const isEnd = (word: string) => /[.?!;]$/.test(word) && !/^\(?(?:e\.g|i\.e)\.$/i.test(word);
  let from = at;
  while (from > 0 && !isEnd(words[from - 1] ?? '')) from -= 1;
  let to = at;
  while (to < words.length - 1 && !isEnd(words[to] ?? '')) to += 1;
  return words
    .slice(Math.max(from, at - 30), Math.min(to, at + 30) + 1)
    .some((word) =>
      advice.test(withoutEnd(word.replace(/^["'(*]{1,3}/, '').replace('’', "'"), '"\',;.:)?!*')),
    );
}

/** In quotes and before a colon, or a name that no prose puts before such a number: `(Uptime 2.592.000)`. */
function isSureName(word: string, next: string): boolean {
  if (/^[{([]{0,3}(["'])[A-Za-z]+\1:$/.test(word)) return true;
  return (
    /^[({]?(?:Uptime|Questions|Queries|Connections)[:=]?$/.test(word) &&
    /^\d[\d.,']{4,30}[,;.)]{0,3}$/.test(next)
  );
}

/** Words that prose puts between a name and its value, in the languages that people write in. */
const verbs =
  /^(?:is|are|has|at|reached|hit|hits|peaked|stood|stands|shows|reads|=|still|currently|only|just|about|always|around|approximately|approx|roughly|nearly|almost|es|está|esta|en|de|est|à|ist|steht|auf|bei|liegt|è|é|=>|->|:|≈|~|около|равно|составляет)$/i;
/** What asks for a value, so that the number is none of the server: `set x to 8G`. */
const asks =
  /^(?:set|setting|raise|raising|increase|increasing|lower|lowering|reduce|reducing|change|changing|try|use|put|make|bump|add|subir|poner|aumentar|setze|setzen|erhöhen|mettre|augmenter)$/i;

/** How many words stand between the name at this place and its value; 0: none, or they do not lead to one. */
function wordsBetween(words: readonly string[], index: number): number {
  if (index > 0 && asks.test(words[index - 1] ?? '')) return 0;
  let count = 0;
  while (count < 3 && verbs.test(words[index + 1 + count] ?? '')) count += 1;
  // `is set to 8G`
  if (count > 0 && words[index + 1 + count] === 'set' && words[index + 2 + count] === 'to') count += 2;
  return count;
}

/** Without any of these characters at its end; an expression would take a long row of them in quadratic time. */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
