import { formatBytes } from '../../../shared/base/units';
import { noSuchVariable, type ProbeDefinition, type ProbedServer, valueArms } from './definition';

export const hashIndex = 'innodb_adaptive_hash_index';

/** Before MySQL 8.0.36 disabling held all partitions while it walked the pool. */
export function walkRemark({ globals }: ProbedServer): string {
  const pool = formatBytes(Number(globals.get('innodb_buffer_pool_size') ?? 0));
  return `Disabling the adaptive hash index walks through the buffer pool of ${pool}; statements that use the pool may stall during that time, before MySQL 8.0.36 all of them. When enabled again, the index starts empty and fills with use.`;
}

export const adaptiveHashIndex: ProbeDefinition = {
  id: 'adaptive-hash-index',
  title: 'Adaptive hash index',
  question: 'Does the adaptive hash index help this load, or do its latches cost more?',
  metric: 'cpu-per-operation',
  times: {
    settleSeconds: 2,
    measureSeconds: 8,
    blocks: 8,
    explores: false,
    outer: { variable: hashIndex, settleSeconds: 10 },
  },
  workloads: ['sysbench', 'live', 'replay'],
  preset: 'point-select',
  propose: (server) => {
    if (!server.globals.has(hashIndex)) {
      return noSuchVariable(server, hashIndex, 'it was built without the adaptive hash index');
    }
    const arms = valueArms(server, hashIndex, ['ON', 'OFF']);
    return { arms: arms.map((arm) => ({ ...arm, name: `AHI ${arm.name}` })), leftOut: [] };
  },
  remarks: (server) => [walkRemark(server)],
};
