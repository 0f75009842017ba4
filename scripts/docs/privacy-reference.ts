import { type PrivacyClass, sections } from '../../src/evidence/sections';

const begin = '<!-- columns: made by npm run docs -->';
const end = '<!-- end of columns -->';

const meanings: Readonly<Record<PrivacyClass, string>> = {
  own: "the server's own words; stay",
  number: 'numbers; stay, and text in such a column is left out',
  host: 'machines, addresses, identities and GTIDs; class `hosts`',
  'host-number': 'ports and server ids; 0 with class `hosts`',
  user: 'accounts; class `users`',
  schema: 'schemas; class `names`',
  object: 'tables, indexes, columns; class `names`',
  digest: 'statements without literals; names in them with `names`, whole with `statements`',
  described: "the server's words with names in brackets; the brackets with `names` or `statements`",
  statement: 'statements; whole with `statements` or `names`',
  path: 'files and folders; names and hosts in them',
  setting: 'values of variables; by what the variable is',
  text: 'free text such as errors; whole with `statements` or `names`',
  unknown: 'always left out',
};

/** docs/privacy.md with the table of columns by class; the rest of the page is written by hand. */
export function privacyReference(page: string): string {
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from < 0 || to < from) throw new Error('docs/privacy.md lacks the marks of the table of columns.');
  return `${page.slice(0, from + begin.length)}\n${table()}\n${page.slice(to)}`;
}

function table(): string {
  const byClass = new Map<PrivacyClass, string[]>();
  for (const [id, { columns }] of Object.entries(sections)) {
    const here = new Map<PrivacyClass, string[]>();
    for (const [name, { privacy }] of Object.entries(columns)) {
      here.set(privacy, [...(here.get(privacy) ?? []), name]);
    }
    for (const [privacy, names] of here) {
      byClass.set(privacy, [...(byClass.get(privacy) ?? []), `${id}: ${names.join(' ')}`]);
    }
  }
  const rows = Object.entries(meanings).map(([privacy, meaning]) => {
    const places = [...byClass].find(([one]) => one === privacy)?.[1] ?? [];
    // Numbers and the server's own words are most columns, and docs/collectors.md has them all.
    const shown = privacy === 'own' || privacy === 'number' ? 'docs/collectors.md' : places.join('; ');
    return `| ${privacy} | ${meaning} | ${shown} |`;
  });
  return [
    '| Class of a column | What it holds, and what an export does | Columns |',
    '| --- | --- | --- |',
    ...rows,
  ].join('\n');
}
