import type { FactDefinition } from '../inputs/definition';

/** With fewer seconds an even rate says nothing. */
const enoughSeconds = 15;

/** Facts on whether storage gives the same number of operations in each second, as a limit set from outside does. */
export const ioCeilingFacts: FactDefinition[] = [
  {
    id: 'io_rate_spread',
    unit: 'ratio',
    type: 'number',
    needs: ['status.Innodb_data_reads', 'status.Innodb_data_writes'],
    onlyInWindow: 'Only a window shows how even the rate is.',
    doc: {
      what: 'How much the reads and writes of InnoDB differ from second to second.',
      formula: `(9th decile - 1st decile) / median of Innodb_data_reads + Innodb_data_writes per second, over ${enoughSeconds} seconds or more`,
      source:
        'MySQL manual, "Server Status Variables"; a limit on operations per second cuts their peaks off',
    },
    compute: (read) => {
      const [reads, writes] = [
        read.rateInIntervals('Innodb_data_reads'),
        read.rateInIntervals('Innodb_data_writes'),
      ];
      const rates = reads
        .flatMap((rate, index) => {
          const other = writes[index];
          return rate === null || other == null ? [] : [rate + other];
        })
        .sort((a, b) => a - b);
      if (rates.length < enoughSeconds)
        return read.missing('no-window', `Fewer than ${enoughSeconds} seconds were sampled.`);
      const at = (share: number) => rates[Math.floor(share * (rates.length - 1))] ?? 0;
      const median = at(0.5);
      return median > 0
        ? (at(0.9) - at(0.1)) / median
        : read.missing('error', 'Nothing was read or written.');
    },
  },
];
