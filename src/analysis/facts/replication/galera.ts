import { parseSize } from '../../../shared/base/units';
import type { FactDefinition } from '../inputs/definition';
import type { FactReader } from '../inputs/fact-reader';
import { averagesFrom } from '../inputs/since-start';

const statusManual = 'MariaDB "Galera Cluster Status Variables"';
const optionsManual = 'MariaDB "wsrep_provider_options"';

/** Facts on this server as a node of a Galera cluster. */
export const galeraFacts: FactDefinition[] = [
  {
    id: 'is_galera_node',
    unit: 'none',
    type: 'boolean',
    needs: ['variable.wsrep_on', 'status.wsrep_cluster_size', 'status.wsrep_flow_control_paused'],
    doc: {
      what: 'This server replicates through Galera.',
      formula:
        'wsrep_on is there and ON; where nobody read it, wsrep_cluster_size is above 0, or wsrep_flow_control_paused is',
      source: 'MariaDB "Galera Cluster System Variables", wsrep_on',
    },
    // A whole list without it means no Galera; a part of one, or none at all, means nothing.
    compute: (read) => {
      const size = read.statusReading('wsrep_cluster_size');
      const isOn = read.variableReading('wsrep_on');
      // Without a provider the size is 0.
      if (!isOn.known && size.known && Number(size.value) > 0) return true;
      const paused = read.statusReading('wsrep_flow_control_paused');
      if (!isOn.known && !size.known && paused.known && Number(paused.value) > 0) return true;
      return !read.lacksVariable('wsrep_on') && read.variable('wsrep_on') === true;
    },
  },
  {
    id: 'galera_receive_queue',
    unit: 'count',
    type: 'number',
    needs: ['status.wsrep_local_recv_queue', 'status.wsrep_local_recv_queue_avg'],
    doc: {
      what: 'Write sets of other nodes that wait to be applied here.',
      formula:
        'wsrep_local_recv_queue at the end of the window; where nobody read it, its average since FLUSH STATUS (wsrep_local_recv_queue_avg)',
      source: statusManual,
    },
    compute: (read) => {
      const now = read.statusReading('wsrep_local_recv_queue');
      return now.known ? read.status('wsrep_local_recv_queue') : read.status('wsrep_local_recv_queue_avg');
    },
  },
  {
    id: 'galera_trouble',
    unit: 'none',
    type: 'string',
    needs: [
      'status.wsrep_cluster_status',
      'status.wsrep_ready',
      'status.wsrep_connected',
      'status.wsrep_local_state_comment',
    ],
    doc: {
      what: 'What keeps this node from taking part; empty when it is synced, ready and in the primary component.',
      formula:
        'wsrep_cluster_status other than Primary, wsrep_ready or wsrep_connected OFF, wsrep_local_state other than Synced',
      source: statusManual,
    },
    compute: (read) => {
      const cluster = statusText(read, 'wsrep_cluster_status');
      const state = statusText(read, 'wsrep_local_state_comment');
      const trouble = [
        ...(/^primary$/i.test(cluster) ? [] : [`the cluster is ${cluster}`]),
        ...(/^on$/i.test(statusText(read, 'wsrep_connected')) ? [] : ['it is not connected']),
        ...(/^on$/i.test(statusText(read, 'wsrep_ready')) ? [] : ['it takes no statements']),
        ...(/^synced$/i.test(state) ? [] : [`its state is ${state}`]),
      ];
      return trouble.join(', ');
    },
  },
  {
    id: 'galera_away',
    unit: 'none',
    type: 'boolean',
    needs: ['status.wsrep_local_state', 'status.wsrep_local_state_comment'],
    doc: {
      what: 'This node is known to be a donor, a joiner or desynced: it queues write sets by design.',
      formula:
        'wsrep_local_state other than 4, or where it was not read wsrep_local_state_comment other than Synced',
      source: statusManual,
    },
    compute: (read) => {
      const state = read.statusReading('wsrep_local_state');
      if (state.known) return Number(state.value) !== 4;
      return !/^synced$/i.test(statusText(read, 'wsrep_local_state_comment'));
    },
  },
  {
    id: 'galera_serves',
    unit: 'none',
    type: 'boolean',
    needs: ['status.wsrep_cluster_status', 'status.wsrep_ready', 'status.wsrep_connected'],
    doc: {
      what: 'This node takes statements: connected, ready, in the primary component (a donor may still do so).',
      formula: 'wsrep_cluster_status = Primary, wsrep_ready = ON and wsrep_connected = ON',
      source: statusManual,
    },
    compute: (read) =>
      /^primary$/i.test(statusText(read, 'wsrep_cluster_status')) &&
      /^on$/i.test(statusText(read, 'wsrep_ready')) &&
      /^on$/i.test(statusText(read, 'wsrep_connected')),
  },
  {
    id: 'galera_paused_share',
    unit: 'ratio',
    type: 'number',
    perTime: true,
    needs: ['status.wsrep_flow_control_paused_ns', 'status.wsrep_flow_control_paused', 'status.Uptime'],
    doc: {
      what: 'Share of the time in which replication stood still because a node could not keep up.',
      formula:
        'wsrep_flow_control_paused_ns per second / 1e9; of a single reading wsrep_flow_control_paused, the share since FLUSH STATUS, where it was read: after a day or more, or where nobody knows since when',
      source: statusManual,
    },
    compute: (read) => {
      if (read.intervals.length > 0) return read.rate('wsrep_flow_control_paused_ns') / 1e9;
      const share = read.statusReading('wsrep_flow_control_paused');
      const uptime = read.statusReading('Uptime');
      // It is a share already: without an uptime it says how much, though not since when.
      if (!uptime.known && share.known && Number(share.value) <= 1) return Number(share.value);
      if (!uptime.known || Number(uptime.value) < averagesFrom)
        return read.missing(
          'no-window',
          'Pauses since the start may be long over.',
          'Take a snapshot with --for 30s.',
        );
      if (share.known && Number(share.value) <= 1) return Number(share.value);
      return read.rate('wsrep_flow_control_paused_ns') / 1e9;
    },
    perSecond: (read) =>
      read.rateInIntervals('wsrep_flow_control_paused_ns').map((rate) => (rate === null ? null : rate / 1e9)),
  },
  {
    id: 'galera_paused_now',
    unit: 'none',
    type: 'boolean',
    needs: ['status.wsrep_flow_control_active', 'fact.galera_paused_share'],
    doc: {
      what: 'Writers stand still because of flow control: at this moment, or for 5 % of the window.',
      formula: 'wsrep_flow_control_active = true (Galera 4), or galera_paused_share >= 0.05',
      source: statusManual,
    },
    compute: (read) => {
      const share = read.factReading('galera_paused_share');
      if (share.known && Number(share.value) >= 0.05) return true;
      return /^(true|on|1)$/i.test(statusText(read, 'wsrep_flow_control_active'));
    },
  },
  {
    id: 'galera_pauses_sent',
    unit: 'count/s',
    type: 'number',
    needs: ['status.wsrep_flow_control_sent'],
    doc: {
      what: 'Pauses per second that this node asked for: it is the one that cannot keep up.',
      formula: 'wsrep_flow_control_sent per second',
      source: statusManual,
    },
    compute: (read) => read.rate('wsrep_flow_control_sent'),
  },
  {
    id: 'galera_pauses_own_share',
    unit: 'ratio',
    type: 'number',
    needs: ['status.wsrep_flow_control_sent', 'status.wsrep_flow_control_recv'],
    doc: {
      what: 'Share of the pauses of the cluster that this node asked for: those that it receives hold its own.',
      formula:
        'wsrep_flow_control_sent / wsrep_flow_control_recv, of the window; of a single reading since FLUSH STATUS; at most 1',
      source: statusManual,
    },
    compute: (read) => {
      const value = (name: string) => (read.intervals.length > 0 ? read.rate(name) : read.status(name));
      const received = value('wsrep_flow_control_recv');
      return received === 0
        ? read.missing('absent', 'No node asked for a pause.')
        : Math.min(1, value('wsrep_flow_control_sent') / received);
    },
  },
  {
    id: 'galera_conflict_ratio',
    unit: 'ratio',
    type: 'number',
    needs: [
      'status.wsrep_local_bf_aborts',
      'status.wsrep_local_cert_failures',
      'status.wsrep_local_commits',
      'status.wsrep_replicated',
    ],
    doc: {
      what: 'Share of the local transactions that were aborted because another node changed the same rows.',
      formula:
        '(bf_aborts + cert_failures) / (commits + bf_aborts + cert_failures), all as rates; where commits was not read, of bf_aborts + replicated, which holds what fails certification',
      source: statusManual,
    },
    compute: (read) => {
      const lost = read.rate('wsrep_local_bf_aborts') + read.rate('wsrep_local_cert_failures');
      const commits = read.rateReading('wsrep_local_commits');
      const all = commits.known
        ? lost + commits.value
        : read.rate('wsrep_local_bf_aborts') + read.rate('wsrep_replicated');
      return all === 0 ? read.missing('absent', 'Nothing was committed on this node.') : lost / all;
    },
  },
  {
    id: 'galera_write_set_rate',
    unit: 'bytes/s',
    type: 'number',
    needs: ['status.wsrep_replicated_bytes', 'status.wsrep_received_bytes'],
    doc: {
      what: 'Bytes of write sets that pass this node per second, sent and received.',
      formula: 'wsrep_replicated_bytes + wsrep_received_bytes, both as rates',
      source: statusManual,
    },
    compute: (read) => read.rate('wsrep_replicated_bytes') + read.rate('wsrep_received_bytes'),
  },
  {
    id: 'galera_cache_size',
    unit: 'bytes',
    type: 'number',
    needs: ['variable.wsrep_provider_options'],
    doc: {
      what: 'Ring buffer of write sets from which a node that was away catches up.',
      formula: 'gcache.size in wsrep_provider_options',
      source: optionsManual,
    },
    compute: (read) => {
      const size = parseSize(providerOption(read, 'gcache.size'));
      return size ?? read.missing('error', 'gcache.size is not a size.');
    },
  },
  {
    id: 'galera_cache_seconds',
    unit: 'seconds',
    type: 'number',
    needs: ['fact.galera_cache_size', 'fact.galera_write_set_rate'],
    doc: {
      what: 'How long a node may be away and still catch up by write sets (IST) instead of a full copy (SST).',
      formula: 'gcache.size / galera_write_set_rate',
      source: 'Galera documentation, "Incremental State Transfer"',
    },
    compute: (read) => {
      const rate = read.fact('galera_write_set_rate');
      return rate === 0
        ? read.missing('absent', 'No write set passed within the window.')
        : read.fact('galera_cache_size') / rate;
    },
  },
  {
    id: 'galera_pause_limit',
    unit: 'count',
    type: 'number',
    needs: ['variable.wsrep_provider_options'],
    doc: {
      what: 'Write sets waiting to be applied at which a node asks the others to pause.',
      formula: 'gcs.fc_limit in wsrep_provider_options',
      source: optionsManual,
    },
    compute: (read) => Number(providerOption(read, 'gcs.fc_limit')),
  },
  {
    id: 'galera_group_latency',
    unit: 'seconds',
    type: 'number',
    needs: ['status.wsrep_evs_repl_latency'],
    doc: {
      what: 'Mean time that a message takes to reach the whole cluster: every commit waits for it.',
      formula: 'second value of wsrep_evs_repl_latency (min/avg/max/stddev/samples)',
      source: statusManual,
    },
    compute: (read) => {
      const [, mean, , , samples] = statusText(read, 'wsrep_evs_repl_latency').split('/').map(Number);
      return mean === undefined || !Number.isFinite(mean) || samples === 0
        ? read.missing(
            'absent',
            'No message was timed in the last report period of the group (evs.stats_report_period).',
          )
        : mean;
    },
  },
];

function statusText(read: FactReader, name: string): string {
  const reading = read.statusReading(name);
  return reading.known ? String(reading.value) : read.missing(reading.reason.code, reading.reason.text);
}

/** One of the options that wsrep_provider_options holds as `name = value; ...`. */
function providerOption(read: FactReader, name: string): string {
  for (const option of String(read.variable('wsrep_provider_options')).split(';')) {
    const [key = '', value] = option.split('=').map((part) => part.trim());
    if (key.toLowerCase() === name && value !== undefined) return value;
  }
  return read.missing('absent', `wsrep_provider_options does not report ${name}.`);
}
