import { parseOptionFile, readOptions } from '../../../knowledge/option-file';
import type { FileKind } from './kind';

/** Groups that mysqld or mariadbd reads; `mysqld-8.0` and `mariadb-10.6` too. */
const serverGroup = /^(?:mysqld|server|mariadb|mariadbd|galera|(?:mysqld|mariadbd?)-\d[\d.]*)$/i;

/** my.cnf and its like. */
export const optionFile: FileKind = {
  id: 'option-file',
  title: 'option file',
  matches: (head, name) =>
    /^[ \t]*\[(?:mysqld|mysql|client|server|mariadb|mariadbd|mysqld_safe|galera|mysqldump|client-server|mysqld-\d)[^\]\n]*\][ \t\r]*$/m.test(
      head,
    ) ||
    (/\.(?:cnf|ini)$/i.test(name) && /^[ \t]*\[[\w.-]+\][ \t\r]*$/m.test(head)),
  read: async (text, _name, _context, emit) => {
    const { lines } = parseOptionFile(await text.whole());
    const includes = lines.filter(({ kind }) => kind === 'include').length;
    const options = lines.flatMap((line) =>
      line.kind === 'option' && serverGroup.test(line.group) ? [line] : [],
    );
    const values = readOptions(options);
    if (values.size > 0) emit({ kind: 'options', values });
    return {
      found: values.size > 0 ? [`${values.size} settings of the server`] : [],
      remarks: includes > 0 ? [`${includes} includes were not followed`] : [],
    };
  },
};
