/**
 * Character sets of MySQL 5.6 to 9.7 and MariaDB 10.2 to 11.8, by `SHOW CHARACTER SET` of each. Some lack a few of them
 * (utf8mb3 as a name of its own before 8.0.30 and 10.6, gb18030 on MariaDB): of these nothing is said.
 */
const characterSets = new Set(
  `armscii8 ascii big5 binary cp1250 cp1251 cp1256 cp1257 cp850 cp852 cp866 cp932 dec8 eucjpms euckr gb18030 gb2312 gbk
  geostd8 greek hebrew hp8 keybcs2 koi8r koi8u latin1 latin2 latin5 latin7 macce macroman sjis swe7 tis620 ucs2 ujis
  utf16 utf16le utf32 utf8 utf8mb3 utf8mb4`.split(/\s+/),
);
/** `ibdata1:12M;ibdata2:1G:autoextend:max:2G`: MySQL manual, "innodb_data_file_path". */
const dataFiles =
  /^(?:[^\s:;]+:\d+[KMGT]?(?:new|raw)?;)*[^\s:;]+:\d+[KMGT]?(?:new|raw|:autoextend(?::max:\d+[KMGT]?)?)?$/i;

/** Why a server would not take this text for a variable whose values have names or a form, as a sentence; null: it may. */
export function textRefusal(name: string, requested: string): string | null {
  const text = requested.toLowerCase();
  if (/^character_set_(?!s_dir|system|filesystem$)/.test(name) && !/^\d+$/.test(text)) {
    return characterSets.has(text) ? null : `"${requested}" is no character set.`;
  }
  if (name.startsWith('collation_') && !/^\d+$/.test(text)) {
    // MariaDB from 10.10 on has some that belong to no character set (uca1400_ai_ci).
    const [set = ''] = text.split('_', 1);
    return characterSets.has(set) || set === 'uca1400' ? null : `"${requested}" is no collation.`;
  }
  if (/^innodb_(?:temp_)?data_file_path$/.test(name)) {
    return dataFiles.test(requested)
      ? null
      : `"${requested}" is no list of files and sizes, such as ibdata1:12M:autoextend.`;
  }
  return null;
}
