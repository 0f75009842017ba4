import { variableFacts } from '../../../knowledge/catalog/variable-catalog';
import { hashIndex, walkRemark } from './adaptive-hash-index';
import { noSuchVariable, type ProbeDefinition } from './definition';

const delay = 'innodb_spin_wait_delay';

/** The hash index is costly to switch, so that its positions stand together; the delay varies within each. */
export const ahiSpinGrid: ProbeDefinition = {
  id: 'ahi-spin-grid',
  title: 'Adaptive hash index and spin wait delay together',
  question: 'Which pair of adaptive hash index and spin wait delay suits this load?',
  metric: 'cpu-per-operation',
  times: {
    settleSeconds: 1,
    measureSeconds: 5,
    blocks: 10,
    explores: false,
    outer: { variable: hashIndex, settleSeconds: 10 },
  },
  workloads: ['sysbench', 'live', 'replay'],
  preset: 'update-index',
  propose: (server) => {
    const { globals, identity } = server;
    for (const name of [hashIndex, delay]) if (!globals.has(name)) return noSuchVariable(server, name);
    const usual = variableFacts(delay, identity)?.defaultValue ?? '6';
    const delays = [...new Set(['0', usual, '24', globals.get(delay) ?? usual])];
    const grid = ['ON', 'OFF'].flatMap((position) =>
      delays.map((value) => ({
        name: `AHI ${position}, delay ${value}`,
        settings: [
          { variable: hashIndex, value: position },
          { variable: delay, value },
        ],
      })),
    );
    const isCurrent = (settings: (typeof grid)[number]['settings']) =>
      settings.every(({ variable, value }) => globals.get(variable) === value);
    return { arms: grid.filter(({ settings }) => !isCurrent(settings)), leftOut: [] };
  },
  remarks: (server) => [walkRemark(server)],
};
