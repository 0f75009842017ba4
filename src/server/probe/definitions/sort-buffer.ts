import { counted, formatBytes } from '../../../shared/base/units';
import { compareVersions } from '../../../shared/server';
import type { ProbeDefinition, ProbedServer } from './definition';

const sizes = [32, 256, 1024, 2048, 4096].map((kib) => kib * 1024);
const variables = ['sort_buffer_size', 'join_buffer_size'];

function allocationRemark({ identity }: ProbedServer): string {
  const grows = identity.flavour !== 'mariadb' && compareVersions(identity.version, [8, 0, 12]) >= 0;
  return grows
    ? 'From MySQL 8.0.12 the sort buffer grows in blocks as it is filled, so that a large one costs little where sorts are small.'
    : 'This server allocates the whole sort buffer for each sort, however little it sorts: a large one may cost more than it saves.';
}

export const sortBuffer: ProbeDefinition = {
  id: 'sort-buffer',
  title: 'Sort and join buffer',
  question: 'How large should the buffer of one sort or join be?',
  metric: 'cpu-per-operation',
  times: { settleSeconds: 1.5, measureSeconds: 5, blocks: 14, explores: true, immediate: true },
  workloads: ['sysbench', 'live', 'replay'],
  preset: 'order-range',
  propose: ({ globals }) => ({
    arms: sizes
      .filter((size) => variables.some((variable) => globals.get(variable) !== String(size)))
      .map((size) => ({
        name: formatBytes(size),
        settings: variables.map((variable) => ({ variable, value: String(size) })),
      })),
    leftOut: [],
  }),
  counters: ['Sort_rows', 'Select_full_join'],
  lacksLoad: ({ perSecond }) =>
    (perSecond.get('Sort_rows') ?? 0) + (perSecond.get('Select_full_join') ?? 0) < 1
      ? 'Hardly anything was sorted or joined without an index.'
      : null,
  remarks: (server) => {
    const connections = Number(server.globals.get('max_connections') ?? 0);
    const largest = Math.max(...sizes);
    return [
      allocationRemark(server),
      `Memory: each sort and each join may take its buffer; with ${formatBytes(largest)} and ${counted(connections, 'connection')} that sort at once, ${formatBytes(largest * connections)}.`,
    ];
  },
};
