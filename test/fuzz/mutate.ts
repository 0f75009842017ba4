/** A source of numbers in [0, 1) that gives the same ones for the same seed (mulberry32, Tommy Ettinger 2017). */
export function seeded(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** What parsers trip over, in any language. */
const pieces = [
  '\n',
  '\r\n',
  '\t',
  ' ',
  '\0',
  '"',
  "'",
  '`',
  '\\',
  ';',
  '--',
  '-- ',
  '/*',
  '*/',
  '/*!',
  '#',
  '$$',
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  ',',
  '.',
  ':',
  '=',
  '@',
  '|',
  '*',
  '%',
  '0',
  '-1',
  '1e309',
  '18446744073709551616',
  'NaN',
  'null',
  'true',
  '\u00e9',
  '\ud83d\ude00',
  '\ufffd',
  '\ufeff',
  '\u202e',
  '\u001b[2J',
  '\r',
  '__proto__',
  'constructor',
  '::',
  '../',
  '0x',
  "x'",
  'SELECT ',
  ' FROM ',
  "identified by '",
  'TRX',
  '---TRANSACTION ',
  '# Time: ',
  '# User@Host: ',
  '!include ',
  '=====',
  '+----+',
  '*** 1. row ***',
  ' queries: 1 (2 per sec.)',
];
/** Inputs grow to this where a part of them is repeated: long enough to tell time that is not linear. */
const longest = 100_000;
const usual = 4000;

/** The next input made of seeds. The same numbers give the same input. */
export function mutated(seeds: readonly string[], random: () => number): string {
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const at = (text: string) => Math.floor(random() * (text.length + 1));
  let text = pick(seeds) ?? '';
  if (text.length > usual && random() < 0.9) {
    const from = at(text);
    text = text.slice(from, from + Math.floor(random() * usual));
  }
  const changes = 1 + Math.floor(random() * 4);
  for (let change = 0; change < changes; change += 1) {
    const place = at(text);
    const kind = random();
    if (kind < 0.25) text = text.slice(0, place) + (pick(pieces) ?? '') + text.slice(place);
    else if (kind < 0.4)
      text = text.slice(0, place) + String.fromCharCode(random() * 256) + text.slice(place + 1);
    else if (kind < 0.55) text = text.slice(0, place) + text.slice(place + Math.floor(random() * 40));
    else if (kind < 0.65) text = text.slice(0, place);
    else if (kind < 0.8) text = text.slice(0, place) + text.slice(at(text));
    else if (kind < 0.92) {
      const other = pick(seeds) ?? '';
      const from = at(other);
      text = text.slice(0, place) + other.slice(from, from + Math.floor(random() * 200)) + text.slice(place);
    } else {
      const piece =
        random() < 0.5 ? (pick(pieces) ?? 'a') : text.slice(place, place + 1 + Math.floor(random() * 12));
      text = text.slice(0, place) + piece.repeat(1 + Math.floor(random() * 60)) + text.slice(place);
    }
  }
  if (random() < 0.004) text = grown(text, random);
  return text.slice(0, longest);
}

/** A short part of the text, again and again: the worst shape for what looks back. */
function grown(text: string, random: () => number): string {
  const from = Math.floor(random() * text.length);
  const part = text.slice(from, from + 1 + Math.floor(random() * 20)) || 'a';
  return text.slice(0, from) + part.repeat(Math.floor(longest / part.length)) + text.slice(from);
}
