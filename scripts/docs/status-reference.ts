import {
  listedStatusVariables,
  type StatusVariable,
} from '../../src/knowledge/catalog/status/status-catalog';
import { statusFamilies } from '../../src/knowledge/catalog/status/status-variables';

/** docs/status.md: what the catalog knows of every status variable. */
export function statusReference(): string {
  const variables = listedStatusVariables().sort((a, b) =>
    a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1,
  );
  return `${[
    introduction(variables.length),
    '## Families',
    statusFamilies
      .map(
        ({ pattern, kind, unit }) => `- \`${pattern.source.replaceAll('|', '\\|')}\`: ${kind}, unit ${unit}`,
      )
      .join('\n'),
    ...(['counter', 'gauge'] as const).flatMap((kind) => [
      kind === 'counter' ? '## Counters' : '## Gauges',
      ...resetGroups(variables.filter((variable) => variable.kind === kind)),
    ]),
  ].join('\n\n')}\n`;
}

function introduction(count: number): string {
  return `# Status variables

This page is made by \`npm run docs\` from the status catalog: ${count} names, and families of names.

- A **counter** only grows until something sets it back; Latchkey takes rates of it. Counters have 64 bits on 64-bit Unix
  builds; those that the source declares as \`unsigned long\` have 32 bits on Windows.
- A **gauge** may move both ways: a level, an average, a high-water mark, a text or a switch. No rate is taken of it.
- **FLUSH STATUS** sets back the server's own plain counters (MySQL, and MariaDB up to 11.4). From MariaDB 11.5 on it is
  **FLUSH GLOBAL STATUS** that does, and it zeroes the sums over all sessions too. InnoDB's counters are set back by a
  restart alone; log positions and transaction ids not even by that.
- Tests compare all of it with four running servers, under load and after FLUSH STATUS.`;
}

/** Variables that the same things set back, by unit. */
function resetGroups(variables: StatusVariable[]): string[] {
  const groups = new Map<string, StatusVariable[]>();
  for (const variable of variables) {
    const title = resetTitle(variable);
    groups.set(title, [...(groups.get(title) ?? []), variable]);
  }
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([title, members]) => [`### ${title}`, byUnit(members)]);
}

function resetTitle({ kind, resets }: StatusVariable): string {
  const what = kind === 'counter' ? 'Set back' : 'Started again';
  if (resets.flushStatus) return `${what} by FLUSH STATUS, FLUSH GLOBAL STATUS and a restart`;
  if (resets.flushGlobalStatus) return `${what} by FLUSH GLOBAL STATUS and a restart`;
  return resets.restart ? `${what} by a restart` : `${what} by nothing: they belong to the data`;
}

function byUnit(members: StatusVariable[]): string {
  const units = [...new Set(members.map(({ unit }) => unit))].sort();
  const rows = units.map((unit) => {
    const names = members.filter((member) => member.unit === unit).map(({ name }) => `\`${name}\``);
    return `| ${unit} | ${names.join(' ')} |`;
  });
  return ['| Unit | Names |', '| --- | --- |', ...rows].join('\n');
}
