import { variableFacts } from '../../../knowledge/catalog/variable-catalog';
import { formatSetting } from '../../../shared/base/units';
import type { FactDefinition } from '../inputs/definition';
import type { FactReader } from '../inputs/fact-reader';
import { reportsOrigins, settingsAtRestart } from '../inputs/next-start';

const needs = ['section.variables', 'section.option-files'] as const;
const source =
  'performance_schema.variables_info and persisted_variables (MySQL 8.0+); SYSTEM_VARIABLES.GLOBAL_VALUE_ORIGIN (MariaDB 10.1.1+); the option files of the server';

/** A sentence holds no more. */
const mostNamed = 6;

/** Facts on what another start would make of the settings. */
export const nextStartFacts: FactDefinition[] = [
  {
    id: 'settings_changed_at_restart',
    unit: 'count',
    type: 'number',
    needs,
    doc: {
      what: 'Variables that were set while the server runs and have another value, or none, where the next start reads it.',
      formula:
        'variables whose source is DYNAMIC (MySQL) or SQL (MariaDB) with another value in mysqld-auto.cnf, else in the last option file that names them, else by default; state such as read_only is left out',
      source,
    },
    compute: (read) => changed(read).length,
  },
  {
    id: 'settings_at_restart',
    unit: 'none',
    type: 'string',
    needs,
    doc: {
      what: 'These variables, with the value that runs and the one that the next start takes.',
      formula: `the first ${mostNamed} of them`,
      source,
    },
    compute: (read) => {
      const all = changed(read);
      const more = all.length > mostNamed ? [`and ${all.length - mostNamed} more`] : [];
      return [...all.slice(0, mostNamed), ...more].join('; ');
    },
  },
];

/** `max_connections: 500 runs, 151 at the next start` */
function changed(read: FactReader): string[] {
  const variables = read.rows('variables');
  if (!reportsOrigins(variables))
    return read.missing('absent', 'This server does not report where its values come from.');
  const found = read.rowsOrReason('option-files');
  return settingsAtRestart(variables, 'rows' in found ? found.rows : null, read.server).map(
    ({ variable, runs, next }) => {
      const later = next === null ? 'set in no file' : `${next} at the next start`;
      const isSize = variableFacts(variable, read.server)?.type === 'size';
      const running = isSize ? formatSetting(Number(runs), 'bytes') : formatSetting(runs, 'none');
      return `${variable}: ${running} runs, ${later}`;
    },
  );
}
