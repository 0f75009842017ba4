const entities: Readonly<Record<string, string>> = {
  nbsp: ' ',
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
};

/**
 * A line of a page as plain text: without colours of a terminal, tags (cells of a row are separated by a tab), entities,
 * the marks of quotations and code, and the numbers that listings put before lines.
 */
export function plainLine(line: string): string {
  const uncoloured = line.includes('\u001b') ? withoutColours(line) : line;
  const untagged = uncoloured.includes('<') ? (xmlField(uncoloured) ?? withoutTags(uncoloured)) : uncoloured;
  const decoded = untagged.includes('&')
    ? untagged.replaceAll(/&(nbsp|amp|lt|gt|quot|#39);/g, (whole, name: string) => entities[name] ?? whole)
    : untagged;
  const plain = (typeset.test(decoded) ? inAscii(decoded) : decoded)
    .replaceAll(wideBlank, ' ')
    .trimEnd()
    .replace(/^(?:\s*>)+ ?/, '')
    .replace(/^\s*\d{1,5}[.:)]\s+(?=[|A-Za-z])/, '')
    // A page that wrote its Markdown twice.
    .replaceAll('\\|', '|');
  return plain.includes('"') ? (jsonPairs(plain) ?? unmarked(plain)) : unmarked(plain);
}

/** A blank that does not break is a blank, but between the groups of a number. */
const wideBlank = /(?<!\d)[\u00a0\u2007\u2009\u202f]|[\u00a0\u2007\u2009\u202f](?!\d)/g;

const typeset = /[`\u200b\ufeff\u201c\u201d\u201e\u2500-\u257f]/;

function inAscii(line: string): string {
  return line
    .replaceAll(/[`\u200b\ufeff]/g, '')
    .replaceAll(/[\u201c\u201d\u201e]/g, '"')
    .replaceAll(/[\u2500-\u257f]/g, (drawn) => (verticals.includes(drawn) ? '|' : '-'));
}

const verticals = '\u2502\u2503\u2551\u250a\u2506';

/** What any of the marks below needs: most lines have none. */
const mayBeMarked = /^\s{0,40}[-*\u2022[@"']|=> |[-\u2013\u2014,;]|\bset\b|\blike\b| Documentation\t/i;

/** Without what pages, programs and statements put before a name: marks of a list, bold letters, SET GLOBAL, `@@`, `[name] =>`. */
function unmarked(line: string): string {
  if (!mayBeMarked.test(line)) return line;
  return (
    line
      .replace(/^\s{0,40}[-*\u2022] {1,4}(?=[A-Za-z@*])/, '')
      .replace(/^\s{0,40}\*\*([A-Za-z][\w-]{2,79}:?)\*\*/, '$1')
      .replace(/^\s{0,40}\[DG\] V: /, '')
      // `show status like 'Questions';  -> 4147200000`
      .replace(
        /^.{0,120}\blike {1,4}(["'])([A-Za-z][\w-]{2,79})\1 {0,4};? {0,10}(?:->|=>|[=:\u2192]) {0,10}(\S.{0,500})$/i,
        '$2\t$3',
      )
      .replace(/^\s{0,40}SET {1,4}(?:GLOBAL|PERSIST|PERSIST_ONLY) {1,4}(.{1,500}?);?$/i, '$1')
      .replace(/^\s{0,40}(?:SET {1,4})?@@(?:global\.|persist\.|session\.)?(?=[A-Za-z])/i, '')
      .replace(/^\s{0,40}\[([A-Za-z]\w{2,79})\] {0,4}=>/, '$1 =')
      .replace(/^(\s{0,40}[A-Za-z][\w-]{2,79}) {1,4}=> /, '$1 = ')
      // `key_buffer_size - 16777216 (16M)`
      .replace(
        /^(\s{0,40}[A-Za-z]\w{2,79}) {1,4}[-\u2013\u2014] {1,4}(\d[\d.,]{0,30})(?: ?\([^()]{1,20}\))?\s{0,10}$/,
        '$1 = $2',
      )
      .replace(/^(\s{0,40}[A-Za-z][\w -]{2,79}?) Documentation(?=\t)/, '$1')
      .replace(
        // Of three cells and more the heading says which is the value.
        /^(?!.{0,400}["'][,;]["'].{0,400}["'][,;]["'])\s{0,40}(["'])([A-Za-z][\w-]{2,79})\1\s{0,10}[:=,;\t]\s{0,10}(["']?)(.{0,2000}?)\3[,;]?\s{0,10}$/,
        '$2\t$4',
      )
      // A list of modes in capitals is a value.
      .replace(
        /^\s{0,40}(?=[^,;]{0,79}[a-z])([A-Za-z][A-Za-z\d]{0,30}_[\w-]{1,79}|Uptime|Questions|version)[,;](?=\S)"?([^" \t]{1,500})"?$/,
        '$1\t$2',
      )
  );
}

const jsonPair =
  /"([A-Za-z][\w ]{1,79})"\s{0,10}:\s{0,10}(?:"((?:[^"\\]|\\.){0,2000})"|(-?\d[\d.eE+]{0,40}|true|false|null))/g;

/** What else `aws rds describe-db-parameters` says of a parameter: texts and lists of words, in which a name would be none. */
const describesParameter = new Set([
  'Description',
  'Source',
  'ApplyType',
  'DataType',
  'AllowedValues',
  'IsModifiable',
  'ApplyMethod',
  'MinimumEngineVersion',
]);

/**
 * Names and values of JSON on lines of their own: `{"Variable_name": "Uptime", "Value": "12"}` as in vertical output, and
 * `"Uptime": 12`. null: the line is no JSON.
 */
function jsonPairs(line: string): string | null {
  if (!/"\s{0,10}:/.test(line)) return null;
  // The first lines of an export of phpMyAdmin are of itself: its own version, the name of the database.
  if (/^\s{0,20}\{"type": ?"(?:header|database)"/.test(line)) return '';
  const lines: string[] = [];
  for (const [, name = '', text, bare] of line.matchAll(jsonPair)) {
    const value = text === undefined ? (bare ?? '') : text.replaceAll(/\\(["\\/])/g, '$1');
    const isValue = /^(?:variable_)?value$/i.test(name);
    // `aws rds describe-db-parameters` has `ParameterName`, and no `ParameterValue` for what nobody set.
    if (/^(?:variable_name|ParameterName)$/i.test(name)) lines.push(`Variable_name: ${value}`);
    else if (name === 'ParameterValue') lines.push(value.includes('{') ? '' : `Value: ${value}`);
    else if (describesParameter.has(name)) lines.push('');
    else lines.push(isValue ? `Value: ${value}` : `${name}\t${value}`);
  }
  return lines.length === 0 ? null : lines.join('\n');
}

/** What a terminal takes for colours: `ESC [ 0 ; 32 m`. */
function withoutColours(line: string): string {
  return line
    .split('\u001b')
    .map((part, index) => (index === 0 ? part : part.replace(/^\[[\d;]{0,12}[A-Za-z]/, '')))
    .join('');
}

/** The fields of `mysql --xml` and `mysqldump --xml` on a line, as in vertical output; null: there are none. */
function xmlField(line: string): string | null {
  const fields = [
    ...line.matchAll(/<field name="(variable_name|value|variable_value)">([^<]{0,4000})<\/field>/gi),
  ];
  if (fields.length === 0) return null;
  return fields
    .map(([, name = '', value = '']) =>
      /^variable_name$/i.test(name) ? `Variable_name: ${value}` : `Value: ${value}`,
    )
    .join('\n');
}

function withoutTags(line: string): string {
  const parts: string[] = [];
  let at = 0;
  while (at < line.length) {
    const open = line.indexOf('<', at);
    const close = open < 0 ? -1 : line.indexOf('>', open);
    if (close < 0 || !/^<\/?[a-z!]/i.test(line.slice(open, open + 3))) {
      const end = open < 0 || close < 0 ? line.length : open + 1;
      parts.push(line.slice(at, end));
      at = end;
      continue;
    }
    parts.push(line.slice(at, open));
    if (/^<\/t[dh]/i.test(line.slice(open, open + 4))) parts.push('\t');
    if (/^<(?:br|\/tr)/i.test(line.slice(open, open + 4))) parts.push('\n');
    at = close + 1;
  }
  return parts.join('');
}
