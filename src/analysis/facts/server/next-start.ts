import { variableFacts } from '../../../knowledge/catalog/variable-catalog';
import { formatSetting } from '../../../shared/base/units';
import { canonicalVariable } from '../../../shared/decisions';
import type { FactDefinition } from '../inputs/definition';
import type { FactReader } from '../inputs/fact-reader';
import { parseTypedSetting, sameSetting } from '../inputs/setting';

const needs = ['section.variables', 'section.option-files'] as const;
const source =
  'performance_schema.variables_info and persisted_variables (MySQL 8.0+); SYSTEM_VARIABLES.GLOBAL_VALUE_ORIGIN (MariaDB 10.1.1+); the option files of the server';

/** State rather than settings: set while the server runs, by whoever runs a cluster or a dump. */
const states =
  /^(super_read_only|read_only|offline_mode|gtid_.*|innodb_monitor_.*|innodb_buffer_pool_(dump|load)_.*|innodb_status_output.*|debug.*)$/;
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
  if (!variables.some(({ source: from }) => from != null))
    return read.missing('absent', 'This server does not report where its values come from.');
  const files = filed(read);
  return variables.flatMap(({ name, value, source: from, persisted }) => {
    const variable = String(name ?? '').toLowerCase();
    if (!/^(dynamic|sql)$/i.test(String(from ?? '')) || states.test(variable)) return [];
    const next = persisted == null ? files?.get(canonicalVariable(variable)) : String(persisted);
    if (next === undefined && files === null) return [];
    // What a session sets for itself is shown as DYNAMIC too: the value that runs for all decides.
    const otherwise = next ?? variableFacts(variable, read.server)?.defaultValue;
    if (otherwise == null || isSame(String(value ?? ''), String(otherwise))) return [];
    const later = next === undefined ? 'set in no file' : `${next} at the next start`;
    return [`${variable}: ${formatSetting(String(value ?? ''), 'none')} runs, ${later}`];
  });
}

function isSame(running: string, next: string): boolean {
  const number = parseTypedSetting(next, 'size');
  return sameSetting(running, next) || (number !== null && sameSetting(running, number));
}

/** Values by variable, the last one that a server reads; null: its option files were not read. */
function filed(read: FactReader): Map<string, string> | null {
  const found = read.rowsOrReason('option-files');
  if (!('rows' in found)) return null;
  return new Map(
    found.rows.map(({ option_name: name, option_value: value }) => [
      canonicalVariable(
        String(name ?? '')
          .toLowerCase()
          .replaceAll('-', '_')
          .replace(/^loose_/, ''),
      ),
      value == null || value === '' ? 'ON' : String(value),
    ]),
  );
}
