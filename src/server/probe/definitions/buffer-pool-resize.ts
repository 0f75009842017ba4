import { formatBytes } from '../../../shared/base/units';
import { compareVersions } from '../../../shared/server';
import { poolAfterSet } from '../../change';
import type { ProbeDefinition } from './definition';

const variable = 'innodb_buffer_pool_size';

export const bufferPoolResize: ProbeDefinition = {
  id: 'buffer-pool-resize',
  title: 'Resize of the buffer pool',
  question: 'Does a resize give the buffer pool size that the calculator predicts?',
  metric: 'throughput',
  times: { settleSeconds: 0, measureSeconds: 10, blocks: 1, explores: false },
  workloads: ['live'],
  preset: 'read-write',
  resizes: true,
  propose: ({ identity, globals }) => {
    const afterSet = (size: number) => poolAfterSet(identity, globals, size);
    if (identity.flavour !== 'mariadb' && compareVersions(identity.version, [5, 7, 5]) < 0) {
      return {
        code: 'absent',
        text: 'Before MySQL 5.7.5 the buffer pool is sized only by a start.',
        remedy: `Under [mysqld]: ${variable} = ...`,
      };
    }
    // Half as much again would not always be had in memory; a smaller pool always is. The first that is not rounded back.
    const now = Number(globals.get(variable));
    const sizes = [0.8, 0.5, 0.25].map((share) => Math.round((now * share) / 1024 ** 2) * 1024 ** 2);
    const smaller = sizes.find((size) => afterSet(size).sizeBytes < now) ?? sizes[0] ?? now;
    const { hazard } = afterSet(smaller);
    if (hazard !== null) return { code: 'disabled', text: hazard };
    return {
      arms: [{ name: formatBytes(smaller), settings: [{ variable, value: String(smaller) }] }],
      leftOut: [],
    };
  },
  remarks: () => [
    'Shrinking the pool evicts pages, which are read again afterwards; enlarging it takes memory from the host.',
  ],
};
