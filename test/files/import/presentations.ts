// How clients, tools, programs and pages write names and values of a server: one and the same list in every form.
export type Pairs = readonly (readonly [string, string])[];

const lines = (pairs: Pairs, line: (name: string, value: string) => string) =>
  pairs.map(([name, value]) => line(name, value)).join('\n');

export function frame(pairs: Pairs): string {
  const wide = (index: 0 | 1, least: number) => Math.max(least, ...pairs.map((pair) => pair[index].length));
  const [names, shown] = [wide(0, 13), wide(1, 5)];
  const border = `+${'-'.repeat(names + 2)}+${'-'.repeat(shown + 2)}+`;
  const row = (name: string, value: string) => `| ${name.padEnd(names)} | ${value.padEnd(shown)} |`;
  return [border, row('Variable_name', 'Value'), border, lines(pairs, row), border].join('\n');
}

const batch = (pairs: Pairs) => `Variable_name\tValue\n${lines(pairs, (name, value) => `${name}\t${value}`)}`;

const xml = (pairs: Pairs) =>
  `<?xml version="1.0"?>\n\n<resultset statement="SHOW GLOBAL STATUS\n" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">\n${lines(
    pairs,
    (name, value) =>
      `  <row>\n\t<field name="Variable_name">${name}</field>\n\t<field name="Value">${value}</field>\n  </row>\n`,
  )}</resultset>`;

const vertical = (pairs: Pairs) =>
  pairs
    .map(
      ([name, value], index) =>
        `*************************** ${index + 1}. row ***************************\nVariable_name: ${name}\n        Value: ${value}`,
    )
    .join('\n');

/** Breaks rows that are wider than a terminal. */
const broken = (text: string, width: number) =>
  text
    .split('\n')
    .flatMap((line) => (line.length > width ? [line.slice(0, width), line.slice(width)] : [line]))
    .join('\n');

const inRows = (pairs: Pairs) => pairs.map(([name, value]) => ({ Variable_name: name, Value: value }));

/** How clients, tools, programs and pages write one and the same. */
export const forms: Record<string, (pairs: Pairs) => string> = {
  frame,
  batch,
  vertical,
  'XML of the client': xml,
  'XML of a dump': (pairs) =>
    lines(
      pairs,
      (name, value) =>
        `\t<row>\n\t\t<field name="VARIABLE_NAME">${name}</field>\n\t\t<field name="VARIABLE_VALUE">${value}</field>\n\t</row>`,
    ),
  'HTML of the client': (pairs) =>
    `<TABLE BORDER=1><TR><TH>Variable_name</TH><TH>Value</TH></TR>${pairs.map(([name, value]) => `<TR><TD>${name}</TD><TD>${value}</TD></TR>`).join('')}</TABLE>`,
  'HTML with a cell a line': (pairs) =>
    lines(pairs, (name, value) => `<tr>\n  <td><span>${name}</span></td>\n  <td>${value}</td>\n</tr>`),
  'CSV in quotes': (pairs) => lines(pairs, (name, value) => `"${name}","${value}"`),
  'CSV in quotes, with semicolons': (pairs) => lines(pairs, (name, value) => `"${name}";"${value}"`),
  'CSV, quoted where it must be': (pairs) =>
    lines(pairs, (name, value) => (value.includes(',') ? `${name},"${value}"` : `${name},${value}`)),
  'JSON of phpMyAdmin': (pairs) =>
    `[\n{"type":"header","version":"5.2.1"},\n{"type":"table","name":"status","data":\n[\n${inRows(pairs)
      .map((row) => JSON.stringify(row))
      .join(',\n')}\n]\n}\n]`,
  'JSON, rows': (pairs) => JSON.stringify(inRows(pairs), null, 2),
  'JSON, rows on one line': (pairs) => JSON.stringify(inRows(pairs)),
  'JSON, one object': (pairs) => JSON.stringify(Object.fromEntries(pairs), null, 2),
  'JSON, one object on one line': (pairs) => JSON.stringify(Object.fromEntries(pairs)),
  'table of Markdown': (pairs) =>
    `| Variable | Value |\n|---|---:|\n${lines(pairs, (name, value) => `| ${name} | ${value} |`)}`,
  'fence of Markdown, quoted': (pairs) => `> \`\`\`sql\n> ${frame(pairs).replaceAll('\n', '\n> ')}\n> \`\`\``,
  'list of Markdown': (pairs) => lines(pairs, (name, value) => `- **${name}**: ${value}`),
  bullets: (pairs) => lines(pairs, (name, value) => `* ${name} = ${value}`),
  'code in prose': (pairs) => lines(pairs, (name, value) => `\`${name}\` = \`${value}\``),
  'quotes of a word processor': (pairs) =>
    lines(pairs, (name, value) => `\u201c${name}\u201d = \u201c${value}\u201d`),
  'drawn in Unicode': (pairs) =>
    lines(pairs, (name, value) => `\u2502 ${name.padEnd(40)} \u2502 ${value} \u2502`),
  'blanks that do not break': (pairs) => frame(pairs).replaceAll(' ', '\u00a0'),
  'line ends of Windows': (pairs) => frame(pairs).replaceAll('\n', '\r\n'),
  indented: (pairs) => `    ${frame(pairs).replaceAll('\n', '\n    ')}`,
  'broken by a terminal': (pairs) => broken(frame(pairs), 55),
  'wrapped by mail': (pairs) =>
    lines(pairs, (name, value) =>
      name.length + value.length > 30 ? `${name} =\n${value}` : `${name} = ${value}`,
    ),
  'numbered by the page': (pairs) =>
    pairs.map(([name, value], at) => `${String(at + 1).padStart(4)}  ${name.padEnd(40)} ${value}`).join('\n'),
  'statements SET GLOBAL': (pairs) => lines(pairs, (name, value) => `SET GLOBAL ${name} = '${value}';`),
  'SELECT @@': (pairs) => lines(pairs, (name, value) => `@@global.${name}: ${value}`),
  'debug output of MySQLTuner': (pairs) => lines(pairs, (name, value) => `[DG] V: ${name} = ${value}`),
  'print_r of PHP': (pairs) => lines(pairs, (name, value) => `    [${name}] => ${value}`),
  YAML: (pairs) => lines(pairs, (name, value) => `${name}: "${value}"`),
  'status page of phpMyAdmin': (pairs) =>
    lines(
      pairs,
      (name, value) => `${name.replaceAll('_', ' ')} Documentation\t${value}\tThe number of these.`,
    ),
  colours: (pairs) => lines(pairs, (name, value) => `\u001b[0;32m${name}\u001b[0m\t${value}`),
  'table of the AWS client': (pairs) =>
    `|                    DescribeDBParameters                    |\n+-----------------------------------------------------------+\n||                        Parameters                       ||\n|+-------------+------------+---------------+--------------+|\n|| ApplyMethod | DataType | ParameterName | ParameterValue ||\n|+-------------+----------+---------------+----------------+|\n${lines(
      pairs,
      (name, value) => `||  immediate  |  integer | ${name} | ${value} ||`,
    )}\n|+-------------+------------+---------------+--------------+|`,
  'table of the Azure client': (pairs) => {
    const wide = Math.max(4, ...pairs.map(([name]) => name.length)) + 2;
    const long = Math.max(12, ...pairs.map(([, value]) => value.length)) + 2;
    const row = (name: string, group: string, value: string, rest: string) =>
      `${name.padEnd(wide)}${group.padEnd(15)}${value.padEnd(long)}${rest}`;
    return [
      row('Name', 'ResourceGroup', 'CurrentValue', 'DefaultValue'),
      row('-'.repeat(wide - 2), '-------------', '-'.repeat(long - 2), '------------'),
      lines(pairs, (name, value) => row(name, 'shop', value, '7')),
    ].join('\n');
  },
  'flags of the Google client': (pairs) =>
    `settings:\n  databaseFlags:\n${lines(pairs, (name, value) => `  - name: ${name}\n    value: '${value}'`)}`,
  'parameters of Terraform': (pairs) =>
    lines(pairs, (name, value) => `  parameter {\n    name  = "${name}"\n    value = "${value}"\n  }`),
  'rows of a workbench': (pairs) =>
    `# Variable_name, Value, Comment\n| Variable_name | Value | Comment |\n|---|---|---|\n${lines(pairs, (name, value) => `| ${name} | ${value} | as found |`)}`,
  'statements with their answer': (pairs) =>
    lines(pairs, (name, value) => `mysql> show global status like '${name}';  -> ${value}`),
  'CSV grid of a client': (pairs) =>
    `"Variable";"Session";"Global"\n${lines(pairs, (name, value) => `"${name}";"7";"${value}"`)}`,
  'CSV grid of the status': (pairs) =>
    `"Variable";"Value";"Avg per hour"\n${lines(pairs, (name, value) => `"${name}";"${value}";"7"`)}`,
  'table of Markdown, written twice': (pairs) =>
    `\\| Variable_name \\| Value \\|\n${lines(pairs, (name, value) => `\\| ${name} \\| ${value} \\|`)}`,
  'psql-like': (pairs) => {
    const wide = Math.max(13, ...pairs.map(([name]) => name.length));
    return ` ${'variable_name'.padEnd(wide)} | value\n${'-'.repeat(wide + 2)}+-------\n${lines(pairs, (name, value) => ` ${name.padEnd(wide)} | ${value}`)}\n(${pairs.length} rows)`;
  },
  'columns apart by blanks': (pairs) => lines(pairs, (name, value) => `${name.padEnd(45)}${value}`),
  'name, colon, value': (pairs) => lines(pairs, (name, value) => `${name}: ${value}`),
  'name: blanks before the colon': (pairs) => lines(pairs, (name, value) => `${name} : ${value}`),
  'entities of HTML': (pairs) => lines(pairs, (name, value) => `|&nbsp;${name}&nbsp;|&nbsp;${value}&nbsp;|`),
  'arrow behind the name': (pairs) => lines(pairs, (name, value) => `${name} => ${value}`),
  'messages of a chat': (pairs) => lines(pairs, (name, value) => `${name}    =    ${value}`),
};
