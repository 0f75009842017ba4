import { type Json, jsonLines, jsonText } from '../../shared/writers/json';
import { type Shell, shell, shellComment, shellFile, shellWord } from '../../shared/writers/shell';
import { proofTexts } from './change-text';
import { leftOutTexts } from './left-out';
import { outputRefusal } from './refusal';
import { planTitle, type RenderContext } from './render-context';
import { rolloutSteps } from './rollout-steps';
import { awsServiceOf, type ServiceParameter, serviceParameters, serviceRemarks } from './service-parameters';

/** API Reference, ModifyDBParameterGroup and ModifyDBClusterParameterGroup: so many parameters in a request. */
const mostParameters = 20;

/** Aurora MySQL keeps these in the parameter group of the cluster ("Aurora MySQL cluster-level parameters"). */
const clusterLevel = new Set(
  `auto_increment_increment auto_increment_offset binlog_checksum binlog_format binlog_row_image
  binlog_rows_query_log_events character_set_client character_set_connection character_set_database
  character_set_filesystem character_set_results character_set_server collation_connection collation_server
  default_storage_engine innodb_autoinc_lock_mode innodb_checksums innodb_cmp_per_index_enabled
  innodb_commit_concurrency innodb_deadlock_detect innodb_default_row_format innodb_file_per_table
  innodb_flush_log_at_trx_commit innodb_ft_max_token_size innodb_ft_min_token_size innodb_ft_num_word_optimize
  innodb_ft_sort_pll_degree innodb_online_alter_log_max_size innodb_purge_batch_size innodb_purge_threads
  innodb_rollback_on_timeout innodb_rollback_segments innodb_spin_wait_delay innodb_strict_mode innodb_support_xa
  innodb_sync_array_size innodb_sync_spin_loops innodb_stats_include_delete_marked innodb_table_locks
  lc_time_names lower_case_table_names require_secure_transport tls_version`.split(/\s+/),
);

interface AwsParameter {
  ParameterName: string;
  ParameterValue: string;
  ApplyMethod: 'immediate' | 'pending-reboot';
}

interface AwsCall {
  command: 'modify-db-parameter-group' | 'modify-db-cluster-parameter-group';
  parameters: AwsParameter[];
}

/** Input of `aws rds modify-db-parameter-group --cli-input-json`: one JSON document a line, one for each call. */
export function renderRdsJson(context: RenderContext): Json {
  const refusal = outputRefusal('rds-json', context.analysis.snapshot.server);
  if (refusal !== null) return jsonLines([{ refusal }]);
  const calls = awsCalls(context);
  const documents = (calls.length === 0 ? [{ command: instanceCommand, parameters: [] }] : calls).map(
    ({ command, parameters }) =>
      command === instanceCommand
        ? { DBParameterGroupName: 'PARAMETER-GROUP', Parameters: parameters }
        : { DBClusterParameterGroupName: 'CLUSTER-PARAMETER-GROUP', Parameters: parameters },
  );
  return jsonLines(documents);
}

/** The aws commands as a shell script. */
export function renderAws(context: RenderContext): Shell {
  const { snapshot } = context.analysis;
  const title = [
    ...shellComment(`${planTitle(context)}.`),
    ...shellComment('For a POSIX shell: bash, zsh, Cloud Shell, WSL. PowerShell and cmd quote differently.'),
  ];
  const refusal = outputRefusal('aws', snapshot.server);
  if (refusal !== null) return shellFile([...title, ...shellComment(refusal)]);
  const calls = awsCalls(context);
  const service = serviceParameters(context, awsServiceOf(snapshot.server.hosting));
  const hasCluster = calls.some(({ command }) => command === clusterCommand);
  const hasInstance = calls.some(({ command }) => command === instanceCommand);
  const lines = [
    ...title,
    ...shellComment(
      'Fill in the instance’s parameter group; a default group (default.*) cannot be changed: create a copy and attach that.',
    ),
    ...rolloutSteps('aws', context).flatMap((step, index) => shellComment(`${index + 1}. ${step}`)),
    ...[...leftOutTexts(context), ...serviceRemarks(service), ...proofTexts(context.plan)].flatMap(
      shellComment,
    ),
    ...(context.undo
      ? shellComment(
          'These are the values before the plan. Where the group had none of its own, reset-db-parameter-group is the cleaner way.',
        )
      : []),
    ...(calls.length === 0 ? [shell`# No change is proposed.`] : [shell`set -e`]),
    ...(hasInstance ? [shell`PARAMETER_GROUP=your-parameter-group`] : []),
    ...(hasCluster ? [shell`CLUSTER_PARAMETER_GROUP=your-cluster-parameter-group`] : []),
    ...calls.flatMap(({ command, parameters }) => [
      shell``,
      command === instanceCommand
        ? shell`aws rds ${shellWord(command)} --db-parameter-group-name "$PARAMETER_GROUP" \\`
        : shell`aws rds ${shellWord(command)} --db-cluster-parameter-group-name "$CLUSTER_PARAMETER_GROUP" \\`,
      shell`  --parameters ${shellWord(jsonText(parameters))}`,
    ]),
  ];
  return shellFile(lines);
}

const instanceCommand = 'modify-db-parameter-group';
const clusterCommand = 'modify-db-cluster-parameter-group';

function awsCalls(context: RenderContext): AwsCall[] {
  const service = awsServiceOf(context.analysis.snapshot.server.hosting);
  const { parameters } = serviceParameters(context, service);
  const isCluster = ({ name }: ServiceParameter) => service === 'aurora' && clusterLevel.has(name);
  return [
    ...callsOf(clusterCommand, parameters.filter(isCluster)),
    ...callsOf(
      instanceCommand,
      parameters.filter((parameter) => !isCluster(parameter)),
    ),
  ];
}

function callsOf(command: AwsCall['command'], parameters: ServiceParameter[]): AwsCall[] {
  const calls: AwsCall[] = [];
  for (let start = 0; start < parameters.length; start += mostParameters) {
    calls.push({
      command,
      parameters: parameters.slice(start, start + mostParameters).map(({ name, value, when }) => ({
        ParameterName: name,
        ParameterValue: value,
        ApplyMethod: when === 'now' ? 'immediate' : 'pending-reboot',
      })),
    });
  }
  return calls;
}
