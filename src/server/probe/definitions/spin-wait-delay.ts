import { variableFacts } from '../../../knowledge/catalog/variable-catalog';
import { noSuchVariable, type ProbeDefinition, valueArms } from './definition';

const variable = 'innodb_spin_wait_delay';
const multiplier = 'innodb_spin_wait_pause_multiplier';

/** Busy share from which on spinning, rather than waiting for something else, may cost throughput. */
const cpuBound = 0.6;

/** Low values win where PAUSE is long (Skylake and later), so that the sweep goes both ways from the default. */
export const spinWaitDelay: ProbeDefinition = {
  id: 'spin-wait-delay',
  title: 'Spin wait delay',
  question: 'How long should a thread that waits for a mutex spin between two polls?',
  metric: 'cpu-per-operation',
  times: { settleSeconds: 1, measureSeconds: 2.5, blocks: 24, explores: true, immediate: true },
  workloads: ['sysbench', 'live', 'replay'],
  preset: 'update-index',
  propose: (server) => {
    if (!server.globals.has(variable)) return noSuchVariable(server, variable);
    const facts = variableFacts(variable, server.identity);
    const usual = Number(facts?.defaultValue ?? 6);
    const arms = valueArms(server, variable, [0, 2, usual, 12, 24, 48, 96], facts ?? {});
    const polls = server.globals.get(multiplier);
    if (polls !== undefined && polls !== '5') {
      arms.push({ name: 'multiplier 5', settings: [{ variable: multiplier, value: '5' }] });
    }
    return { arms, leftOut: [] };
  },
  lacksLoad: ({ busyShare }) =>
    busyShare !== null && busyShare < cpuBound
      ? `The processors were busy for ${Math.round(busyShare * 100)} % of the time only. How long threads spin shows where the CPU is saturated.`
      : null,
};
