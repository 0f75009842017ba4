import { redactWithState } from './redact-sql';

/** Functions and words before a parenthesis that run nothing of the user's and wait for nothing. */
const harmless = new Set(
  `select in exists values and or not as on from where join using distinct over by any all some between like interval union then when else
case having limit is xor regexp rlike div mod set with recursive partition rows range index key ignore force use
count sum min max avg group_concat std stddev variance bit_and bit_or bit_xor json_arrayagg json_objectagg row_number rank dense_rank
lag lead first_value last_value ntile coalesce ifnull if nullif isnull greatest least concat concat_ws substring substr substring_index
left right mid length char_length character_length lower upper lcase ucase trim ltrim rtrim replace locate instr position lpad rpad
reverse repeat space strcmp hex unhex md5 sha1 sha2 crc32 abs ceil ceiling floor round truncate sign sqrt pow power exp ln log log2 log10
rand pi sin cos tan cast convert binary date time timestamp datetime year month day dayofmonth dayofweek dayofyear weekday week quarter
hour minute second microsecond extract date_format time_format str_to_date date_add date_sub adddate subdate datediff timediff
timestampdiff timestampadd to_days from_days unix_timestamp from_unixtime now sysdate curdate curtime current_date current_time
current_timestamp utc_date utc_time utc_timestamp last_day makedate maketime field find_in_set elt format inet_aton inet_ntoa
json_extract json_unquote json_contains json_object json_array json_length json_type json_valid uuid_to_bin bin_to_uuid any_value
char varchar decimal signed unsigned match against grouping st_distance st_contains st_within point`.split(
    /\s+/,
  ),
);

/** Words that make of a SELECT something else than a read without locks. */
const forbidden = /\binto\b|\bfor\s+(?:update|share)\b|\block\s+in\b|\bprocedure\b|:=|;|@|\/\*!|\/\*M!/i;

/**
 * Whether EXPLAIN of a statement that a server kept is safe to send: one whole SELECT that locks nothing, writes
 * nothing and calls no function that is not known to be harmless. EXPLAIN may evaluate constant parts.
 */
export function isPlainSelect(text: string): boolean {
  const sql = text.trim().replace(/;$/, '');
  if (!/^\(*\s*select\b/i.test(sql) || sql.endsWith('...') || /\/\*[!M+]/.test(sql)) return false;
  const { text: shape, certain } = redactWithState(sql);
  if (!certain || forbidden.test(shape)) return false;
  for (const [, quoted, name] of shape.matchAll(/(?:(`(?:[^`]|``)*`)|([\w$\u0080-\uffff]+))\s*\(/g)) {
    if (quoted !== undefined || !harmless.has((name ?? '').toLowerCase())) return false;
  }
  return true;
}
