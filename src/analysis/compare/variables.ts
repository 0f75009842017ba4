import { variableLineage } from '../../knowledge/catalog/history/variable-lineage';
import { variableFacts } from '../../knowledge/catalog/variable-catalog';
import type { Value } from '../../shared/analysis';
import { formatValue } from '../../shared/base/units';
import type { SnapshotComparison } from '../../shared/compare';
import { flavourNames, type ServerIdentity } from '../../shared/server';
import type { Observed } from '../facts/inputs/observed';
import { parseSettingText, sameSetting } from '../facts/inputs/setting';

type VariableChange = SnapshotComparison['variables'][number];

/** They change by themselves or name the machine: no setting that anybody compares. */
const ownOfServer =
  /^(timestamp|rand_seed\d|pseudo_|gtid_(executed|purged|binlog_pos|current_pos|slave_pos|binlog_state|owned|next)|last_|identity|insert_id|error_count|warning_count|server_uuid|server_uid|hostname|pid_file|socket|port|innodb_buffer_pool_load_|version_tokens|in_transaction|external_user|proxy_user|connection_|general_log_file|slow_query_log_file|log_error|datadir|tmpdir|slave_load_tmpdir|replica_load_tmpdir|relay_log$|relay_log_(basename|index)|log_bin_(basename|index)|report_host|admin_tls|ssl_fips|statement_id|skip_replication)/;

/** Whether a variable changes by itself or names the machine. */
export function isOwnOfServer(variable: string): boolean {
  return ownOfServer.test(variable);
}

/** Settings that differ, in the order of their names, each with what the catalog knows of it. */
export function compareVariables(a: Observed, b: Observed): VariableChange[] {
  const names = new Set([...variableNames(a), ...variableNames(b)]);
  return [...names].sort().flatMap((variable): VariableChange[] => {
    if (isOwnOfServer(variable)) return [];
    const [inA, inB] = [a.variableExists(variable), b.variableExists(variable)];
    const [left, right] = [settingOf(a, variable), settingOf(b, variable)];
    if (inA && inB && sameSetting(left, right)) return [];
    const change = inA && inB ? 'changed' : inA ? 'only in A' : 'only in B';
    const facts = variableFacts(variable, b.snapshot.server) ?? variableFacts(variable, a.snapshot.server);
    const unit = facts?.unit ?? 'none';
    const parts =
      change === 'changed'
        ? [factorText(left, right), defaultText(a, b, variable, left, right), effectText(b, variable)]
        : [lineageText(variable, (inA ? b : a).snapshot.server), effectText(inA ? a : b, variable)];
    const meaning = parts.filter((part) => part !== '').join('; ');
    return [{ variable, a: left, b: right, unit, change, meaning }];
  });
}

function variableNames(observed: Observed): string[] {
  const found = observed.rows('variables');
  return 'rows' in found ? found.rows.map(({ name }) => String(name).toLowerCase()) : [];
}

function settingOf(observed: Observed, variable: string): Value {
  const reading = observed.variable(variable);
  return reading.known ? reading.value : null;
}

function factorText(a: Value, b: Value): string {
  if (typeof a !== 'number' || typeof b !== 'number' || a <= 0 || b <= 0) return '';
  const factor = b / a;
  return `x ${Number(factor.toPrecision(3))}`;
}

/** Says which side is the default, or that the default itself differs between the versions. */
function defaultText(a: Observed, b: Observed, variable: string, left: Value, right: Value): string {
  const [defaultA, defaultB] = [a, b].map(({ snapshot: { server } }) => {
    const facts = variableFacts(variable, server);
    return facts?.defaultValue == null ? null : parseSettingText(facts.defaultValue, facts.type);
  });
  const isA = defaultA != null && sameSetting(defaultA, left);
  const isB = defaultB != null && sameSetting(defaultB, right);
  if (isA && isB) return 'the default of each version: it is not set';
  const unit = variableFacts(variable, b.snapshot.server)?.unit ?? 'none';
  if (isA) return 'A is the default';
  if (isB) return 'B is the default';
  return defaultB == null ? '' : `default ${formatValue(defaultB, unit)}`;
}

function effectText({ snapshot: { server } }: Observed, variable: string): string {
  const facts = variableFacts(variable, server);
  if (facts === undefined) return 'not in the catalog';
  if (!facts.dynamic) return 'read at start only';
  return facts.reach === 'new connections' ? 'connections that are open keep their own value' : '';
}

/** Why the other server does not have it. */
function lineageText(variable: string, { flavour, version }: ServerIdentity): string {
  const { renamedTo, renamedFrom, removed } = variableLineage(variable, flavour);
  if (removed !== null) {
    return `removed in ${removed.version}${removed.instead === null ? '' : `, in its place ${removed.instead}`}`;
  }
  if (renamedTo !== null) return `renamed to ${renamedTo.name} in ${renamedTo.since}`;
  const [older] = renamedFrom;
  if (older !== undefined) return `${older.name} before`;
  return `${flavourNames[flavour]} ${version.join('.')} does not have it`;
}
