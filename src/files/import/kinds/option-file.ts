import { parseOptionFile, readOptions } from '../../../knowledge/option-file';
import { counted } from '../../../shared/base/units';
import { serverGroup } from '../paste/option-lines';
import { StatedServerReader } from '../paste/stated-server';
import { isWholeFile } from '../unset-settings';
import type { FileKind } from './kind';

/** Whether nothing but an option file stands there: a line of prose, or of a table, is of a paste. */
function isWhole(head: string): boolean {
  return head
    .split('\n')
    .slice(0, -1)
    .every((line) => /^\s*$|^\s*[#;!]|^\s*\[[^\]]{1,80}\]\s*$|^[ \t]*[\w.-]+[ \t]*(?:=.*)?\r?$/.test(line));
}

/** my.cnf and its like. */
export const optionFile: FileKind = {
  id: 'option-file',
  title: 'option file',
  matches: (head, name) =>
    (/^[ \t]*\[(?:mysqld|mysql|client|server|mariadb|mariadbd|mysqld_safe|galera|mysqldump|client-server|mysqld-\d)[^\]\n]*\][ \t\r]*$/m.test(
      head,
    ) &&
      (!/(?:^|\/)[^./]+$|\.(?:txt|text|md|html?|log|out)$/i.test(name) || isWhole(head))) ||
    (/\.(?:cnf|ini)$/i.test(name) && /^[ \t]*\[[\w.-]+\][ \t\r]*$/m.test(head)),
  read: async (text, _name, _context, emit) => {
    const whole = await text.whole();
    const { lines } = parseOptionFile(whole);
    const includes = lines.filter(({ kind }) => kind === 'include').length;
    const options = lines.flatMap((line) =>
      line.kind === 'option' && serverGroup.test(line.group) ? [line] : [],
    );
    const values = readOptions(options);
    const isAll = includes === 0 && isWholeFile(values);
    if (values.size > 0) emit({ kind: 'options', values, ...(isAll ? { isAll } : {}) });
    const stated = statedIn(whole);
    if (values.size > 0 && stated !== null) emit({ kind: 'stated-server', ...stated });
    return {
      found: values.size > 0 ? [`${counted(values.size, 'setting')} of the server`] : [],
      remarks: includes > 0 ? [`not followed: ${counted(includes, 'include')}`] : [],
    };
  },
};

/** The server that comments name: `# MySQL 8.0.34, our shop`. */
function statedIn(text: string): ReturnType<StatedServerReader['end']> {
  const reader = new StatedServerReader();
  for (const line of text.split('\n')) if (/^\s*[#;]/.test(line)) reader.push(line);
  return reader.end();
}
