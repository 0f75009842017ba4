import { type Pair, pairOf } from './pairs';
import { isAdvised, leftAtDefault } from './prose';

/** What people call a setting when they talk of it, and what its value looks like. */
const spoken: readonly { name: string; words: string; isSize: boolean; isStatus?: true }[] = [
  { name: 'Innodb_checkpoint_age', words: 'checkpoint age', isSize: true, isStatus: true },
  { name: 'innodb_buffer_pool_size', words: '(?:innodb )?buffer ?pool(?: size)?', isSize: true },
  { name: 'innodb_redo_log_capacity', words: 'redo (?:log )?capacity', isSize: true },
  { name: 'innodb_log_file_size', words: '(?:innodb |redo )log file size', isSize: true },
  { name: 'innodb_log_buffer_size', words: '(?:innodb )?log buffer(?: size)?', isSize: true },
  { name: 'key_buffer_size', words: 'key buffer(?: size)?', isSize: true },
  { name: 'query_cache_size', words: 'query ?cache(?: size)?', isSize: true },
  { name: 'tmp_table_size', words: '(?:tmp|temp) table size', isSize: true },
  { name: 'sort_buffer_size', words: 'sort buffer(?: size)?', isSize: true },
  { name: 'join_buffer_size', words: 'join buffer(?: size)?', isSize: true },
  { name: 'max_connections', words: 'max(?:imum)? connections', isSize: false },
  { name: 'table_open_cache', words: 'table open cache', isSize: false },
  { name: 'thread_cache_size', words: 'thread cache(?: size)?', isSize: false },
  { name: 'innodb_io_capacity', words: '(?:innodb )?io capacity', isSize: false },
  { name: 'wait_timeout', words: 'wait timeout', isSize: false },
  { name: 'sync_binlog', words: 'sync binlog', isSize: false },
  {
    name: 'innodb_flush_log_at_trx_commit',
    words: '(?:innodb )?flush log at (?:trx )?commit',
    isSize: false,
  },
];
const size = String.raw`(\d{1,6}(?:[.,]\d{1,2})?) ?([KMGT])(?:i?B)?(?![\w/])`;
const count = String.raw`(\d[\d,]{0,9})(?![\w%/.]|,\d| ?(?:%|[KMGT]i?B?\b))`;
/** Words between a setting and its value. */
const between = String.raw`(?:\s?[:=(~]|\s(?:is|of|at|to|set|about|around|approx\.?|currently|now|just|only|still|has|as|with|always)){0,5}\s?~?`;

const patterns = spoken.map(({ name, words, isSize, isStatus }) => ({
  name,
  kind: isStatus === true ? ('status' as const) : ('variable' as const),
  behind: new RegExp(String.raw`(?<![\w-])${words}${between}\s?${isSize ? size : count}`, 'i'),
  before: isSize ? new RegExp(String.raw`(?<![\w.,])${size} (?:of )?(?:the )?${words}(?![\w])`, 'i') : null,
}));
/** What makes it a setting of another time or server. */
const another =
  /\b(?:old|previous(?:ly)?|former(?:ly)?|was|were|had|used to|other|another|staging|dev|test|laptop|would|could|from|changed|raised|lowered|increased|reduced)\b/i;
const anyWord =
  /pool|capacity|log file|log buffer|key buffer|cache|table size|sort buffer|join buffer|connections|timeout|binlog|commit/i;
/**
 * Settings that a sentence names as people say them: `with a 48G buffer pool`, `redo log capacity is still 100 MB`. What a
 * sentence advises or asks is left out. They give way to the setting with its own name.
 * @param before the line before, where a sentence may begin that ends on this one
 */
export function spokenSettings(line: string, before: string): Pair[] {
  return [...uptimeIn(line), ...settingsIn(line, before)];
}

const secondsOf: Readonly<Record<string, number>> = { h: 3600, d: 86_400, w: 604_800, m: 2_592_000 };

/** `uptime is 40 days`. */
function uptimeIn(line: string): Pair[] {
  const [, count = '', unit = ''] =
    /\buptime(?: is| of| about| ~|:)?\s{0,4}~?(\d{1,5}(?:\.\d{1,2})?) ?(hours?|hrs?|h|days?|d|weeks?|w|months?)\b/i.exec(
      line.slice(0, 2_000),
    ) ?? [];
  const seconds = Number(count) * (secondsOf[unit.charAt(0).toLowerCase()] ?? 0);
  return seconds > 0
    ? [pairOf({ kind: 'status', name: 'Uptime', by: 'prose' }, String(Math.round(seconds)))]
    : [];
}

function settingsIn(line: string, before: string): Pair[] {
  if (line.length > 2_000 || !anyWord.test(line) || !/\d/.test(line)) return [];
  const plain = line.replace(leftAtDefault, 'is');
  const from = before.split(/\s+/).slice(-30);
  return patterns.flatMap(({ name, kind, behind, before: infront }) => {
    const match = behind.exec(plain) ?? infront?.exec(plain);
    if (match === null || match === undefined) return [];
    const sentence =
      plain
        .slice(0, match.index)
        .split(/[.!?;] /)
        .at(-1) ?? '';
    if (another.test(sentence)) return [];
    const wordsOf = (text: string) =>
      text
        .replaceAll(/\bmax(?:imum)? connections\b/gi, 'setting')
        .split(/\s+/)
        .filter(Boolean);
    const ahead = [...from, ...wordsOf(plain.slice(0, match.index))];
    // Its own words may be of those that advise: `max connections`.
    const behindIt = wordsOf(plain.slice(match.index + match[0].length));
    if (isAdvised([...ahead, name, ...behindIt], ahead.length)) return [];
    const [, digits = '', unit = ''] = match;
    return [pairOf({ kind, name, by: 'prose' }, `${digits.replace(/,$/, '')}${unit.toUpperCase()}`)];
  });
}
