import { serverAvailability, serverIds } from '../scripts/servers/index.ts';
import { type FaultId, faultIds, faults } from '../test/probe/faults/fault-list.ts';
import type { FaultRun } from '../test/probe/faults/storm.ts';
import { defineBench } from './bench.ts';
import { sourceModules } from './source.ts';

interface StormModule {
  storm(id: (typeof serverIds)[number], fault: FaultId, count: number, seed: number): Promise<FaultRun[]>;
}

interface BuildModule {
  buildLatchkey(): void;
}

/** Runs of each fault on each server. */
const runsEach = 3;
/** Probes on real servers, each hit by a fault at a random moment: does the server come back to its original values? */
export const faultsBench = defineBench<FaultRun[]>({
  id: 'faults',
  title: 'Faults in the middle of a probe',
  budget:
    'after every fault the server has its original values, or Latchkey says exactly what is left and does it at the next start; no statement that changes a value before its journal entry',
  items: [...faultIds],
  measure: async (item) => {
    const fault = faultIds.find((id) => id === item);
    if (fault === undefined) throw new Error(`no fault ${item}`);
    const seed = 1 + faultIds.indexOf(fault);
    const available: (typeof serverIds)[number][] = [];
    for (const id of serverIds) if ((await serverAvailability(id)).available) available.push(id);
    return sourceModules<[StormModule, BuildModule], Promise<FaultRun[]>>(
      ['/test/probe/faults/storm.ts', '/test/cli/latchkey.ts'],
      async ({ storm }, { buildLatchkey }) => {
        // The faults strike the built program.
        buildLatchkey();
        const runs = await Promise.all(
          available.map((id, index) => storm(id, fault, runsEach, 1000 * seed + index)),
        );
        return runs.flat();
      },
    );
  },
  table: (results) => [
    [
      'fault',
      'runs',
      'of them in time',
      'original values at once',
      'after the next start',
      'faults of Latchkey',
    ],
    ...[...results].map(([fault, runs]) => {
      const struck = runs.filter((run) => run.struck);
      const atOnce = runs.filter(({ restoredAtOnce }) => restoredAtOnce).length;
      const bad = runs.filter(({ violations }) => violations.length > 0);
      return [
        faults[fault as FaultId],
        String(runs.length),
        String(struck.length),
        String(atOnce),
        String(runs.length - atOnce - bad.length),
        bad.length === 0 ? 'none' : bad.map((run) => `${run.server}: ${run.violations[0]}`).join('; '),
      ];
    }),
  ],
  verdict: (results) => {
    const runs = [...results.values()].flat();
    const bad = runs.filter(({ violations }) => violations.length > 0);
    const struck = runs.filter((run) => run.struck);
    const changes = runs.reduce((sum, run) => sum + run.changes, 0);
    const logged = runs.reduce((sum, { logged }) => sum + (logged ?? 0), 0);
    const unreadable = runs.filter(({ logged }) => logged === null).length;
    return {
      met: bad.length === 0 && runs.length >= 200 && results.size === faultIds.length,
      text: `${results.size} of ${faultIds.length} kinds of fault, ${runs.length} runs on ${new Set(runs.map(({ server }) => server)).size} servers, in ${struck.length} of which the fault came before the end; ${bad.length} with a fault of Latchkey; ${changes} statements that change a server, ${logged} of them read back from the servers' general logs, every one after its journal entry${unreadable === 0 ? '' : `; ${unreadable} general logs could not be read after the server was killed`}`,
    };
  },
});
