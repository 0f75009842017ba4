import { noSuchVariable, type ProbeDefinition, valueArms } from './definition';

const variable = 'innodb_thread_concurrency';

export const threadConcurrency: ProbeDefinition = {
  id: 'thread-concurrency',
  title: 'Thread concurrency of InnoDB',
  question: 'Does it help to let only so many threads into InnoDB at once?',
  metric: 'throughput',
  times: { settleSeconds: 1, measureSeconds: 2.5, blocks: 24, explores: true, immediate: true },
  workloads: ['sysbench', 'live', 'replay'],
  preset: 'update-index',
  propose: (server) => {
    if (!server.globals.has(variable)) {
      return noSuchVariable(server, variable, 'MariaDB removed it in 10.6');
    }
    const cpus = server.cpus ?? 4;
    return { arms: valueArms(server, variable, [0, cpus, 2 * cpus, 4 * cpus, 64]), leftOut: [] };
  },
};
