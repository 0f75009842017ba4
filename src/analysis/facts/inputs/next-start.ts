import { type ServerKind, variableFacts } from '../../../knowledge/catalog/variable-catalog';
import { canonicalVariable } from '../../../shared/decisions';
import type { SettingAtRestart } from '../../../shared/fleet';
import type { Cell } from '../../../shared/snapshot';
import { parseTypedSetting, sameSetting } from './setting';

/** State rather than settings: set while the server runs, by whoever runs a cluster or a dump. */
const states =
  /^(super_read_only|read_only|offline_mode|gtid_.*|innodb_monitor_.*|innodb_buffer_pool_(dump|load)_.*|innodb_status_output.*|debug.*)$/;

/** What start scripts give on the command line besides what somebody tunes there. */
const placing =
  /^(basedir|datadir|plugin_dir|lc_messages_dir|character_sets_dir|tmpdir|log_error|pid_file|socket|port|bind_address|open_files_limit)$/;

type Rows = readonly Readonly<Record<string, Cell | undefined>>[];

/** Whether the server states where its values come from. */
export function reportsOrigins(variables: Rows): boolean {
  return variables.some(({ source }) => source != null);
}

/**
 * Variables that were set while the server runs and that its next start takes otherwise.
 * @param variables rows of the section `variables` @param files rows of `option-files`; null: they were not read
 */
export function settingsAtRestart(
  variables: Rows,
  files: Rows | null,
  server: ServerKind,
): SettingAtRestart[] {
  const filed = files === null ? null : lastByVariable(files);
  const isTunedByCommandLine = variables.some(
    ({ name, source }) => source === 'COMMAND_LINE' && !placing.test(String(name)),
  );
  return variables.flatMap(({ name, value, source: from, persisted }): SettingAtRestart[] => {
    if (!isSetWhileRunning(from)) return [];
    const variable = String(name ?? '').toLowerCase();
    if (states.test(variable)) return [];
    const next = persisted == null ? filed?.get(canonicalVariable(variable)) : String(persisted);
    if (next === undefined && filed === null) return [];
    const facts = variableFacts(variable, server);
    // What any session sets for itself hides that the value which runs for all was given at the start: the source of both
    // is DYNAMIC then (variables_info, tried on 8.0.31 and 9.7.4).
    const isHidden = isTunedByCommandLine && facts?.scope !== 'global' && from === 'DYNAMIC';
    if (next === undefined && isHidden) return [];
    const otherwise = next ?? facts?.defaultValue;
    const runs = String(value ?? '');
    if (otherwise == null || isSame(runs, String(otherwise))) return [];
    return [{ variable, runs, next: next ?? null }];
  });
}

function isSetWhileRunning(source: Cell | undefined): boolean {
  const text = String(source ?? '').toLowerCase();
  return text === 'dynamic' || text === 'sql';
}

function isSame(running: string, next: string): boolean {
  const number = parseTypedSetting(next, 'size');
  return sameSetting(running, next) || (number !== null && sameSetting(running, number));
}

/** Values by variable, the last one that a server reads. */
function lastByVariable(rows: Rows): Map<string, string> {
  return new Map(
    rows.map(({ option_name: name, option_value: value }) => [
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
