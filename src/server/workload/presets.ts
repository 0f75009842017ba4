import type { SysbenchPreset } from '../../shared/probe';

/** Script of sysbench 1.0 and its options, by preset. */
export const presetArguments = {
  'point-select': { script: 'oltp_point_select', options: [] },
  'read-only': { script: 'oltp_read_only', options: [] },
  'update-index': { script: 'oltp_update_index', options: [] },
  'read-write': { script: 'oltp_read_write', options: [] },
  // Ranges long enough that one sort (rows of about 120 bytes) does not fit into 32 KiB or 256 KiB.
  'order-range': {
    script: 'oltp_read_only',
    options: [
      '--skip-trx=on',
      '--point-selects=0',
      '--simple-ranges=0',
      '--sum-ranges=0',
      '--distinct-ranges=0',
      '--order-ranges=1',
      '--range-size=5000',
    ],
  },
} as const satisfies Record<SysbenchPreset, { script: string; options: readonly string[] }>;
