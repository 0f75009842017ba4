import { serverAvailability, serverIds } from '../scripts/servers/index.ts';
import { type FaultId, faultIds, faults } from '../test/probe/faults/fault-list.ts';
import type { FaultRun } from '../test/probe/faults/storm.ts';
import type { SubjectId } from '../test/probe/faults/subject.ts';
import { defineBench } from './bench.ts';
import { sourceModules } from './source.ts';

const promise =
  'after every fault the server has its original values, or Latchkey says exactly what is left and does it at the next start; no statement that changes a value before its journal entry';

type ServerId = (typeof serverIds)[number];

interface StormModule {
  storm(id: ServerId, fault: FaultId, count: number, seed: number, subject: SubjectId): Promise<FaultRun[]>;
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
  budget: promise,
  items: [...faultIds],
  measure: (item) => struck(item, serverIds, runsEach, () => 'probe'),
  table,
  verdict: (results) => verdict(results, 200),
});

/** Proofs take minutes where a probe takes seconds: one run of each fault on each of these. */
const proofServers: readonly ServerId[] = ['mysql56', 'mysql80', 'mysql97', 'mariadb1011', 'mariadb114'];
/** The same of proofs: of plans that are switched in slots, every third of a change that is only observed. */
export const proofFaultsBench = defineBench<FaultRun[]>({
  id: 'faults-proof',
  title: 'Faults in the middle of a proof',
  budget: `${promise}; at least 100 runs`,
  items: [...faultIds],
  measure: (item) =>
    struck(item, proofServers, 1, (server) =>
      (server + (faultIds as readonly string[]).indexOf(item)) % 3 === 0 ? 'observation' : 'proof',
    ),
  table,
  verdict: (results) => verdict(results, 100),
});

/** The same of searches for better values of two variables, which take minutes too. */
export const searchFaultsBench = defineBench<FaultRun[]>({
  id: 'faults-search',
  title: 'Faults in the middle of a search for better values',
  budget: `${promise}; at least 40 runs`,
  items: [...faultIds],
  measure: (item) => struck(item, ['mysql80', 'mariadb114'], 1, () => 'search'),
  table,
  verdict: (results) => verdict(results, 40),
});

async function struck(
  item: string,
  servers: readonly ServerId[],
  count: number,
  subjectOn: (server: number) => SubjectId,
): Promise<FaultRun[]> {
  const fault = faultIds.find((id) => id === item);
  if (fault === undefined) throw new Error(`no fault ${item}`);
  const seed = 1 + faultIds.indexOf(fault);
  const available: ServerId[] = [];
  for (const id of servers) if ((await serverAvailability(id)).available) available.push(id);
  return sourceModules<[StormModule, BuildModule], Promise<FaultRun[]>>(
    ['/test/probe/faults/storm.ts', '/test/cli/latchkey.ts'],
    async ({ storm }, { buildLatchkey }) => {
      // The faults strike the built program.
      buildLatchkey();
      const runs = await Promise.all(
        available.map((id, index) => storm(id, fault, count, 1000 * seed + index, subjectOn(index))),
      );
      return runs.flat();
    },
  );
}

function table(results: Map<string, FaultRun[]>): string[][] {
  return [
    [
      'fault',
      'runs',
      'of them in time',
      'original values at once',
      'after the next start',
      'faults of Latchkey',
    ],
    ...[...results].map(([fault, runs]) => {
      const inTime = runs.filter((run) => run.struck);
      const atOnce = runs.filter(({ restoredAtOnce }) => restoredAtOnce).length;
      const bad = runs.filter(({ violations }) => violations.length > 0);
      return [
        faults[fault as FaultId],
        String(runs.length),
        String(inTime.length),
        String(atOnce),
        String(runs.length - atOnce - bad.length),
        bad.length === 0 ? 'none' : bad.map((run) => `${run.server}: ${run.violations[0]}`).join('; '),
      ];
    }),
  ];
}

function verdict(results: Map<string, FaultRun[]>, fewest: number): { met: boolean; text: string } {
  const runs = [...results.values()].flat();
  const bad = runs.filter(({ violations }) => violations.length > 0);
  const inTime = runs.filter((run) => run.struck);
  const changes = runs.reduce((sum, run) => sum + run.changes, 0);
  const logged = runs.reduce((sum, { logged }) => sum + (logged ?? 0), 0);
  const unreadable = runs.filter(({ logged }) => logged === null).length;
  return {
    met: bad.length === 0 && runs.length >= fewest && results.size === faultIds.length,
    text: `${results.size} of ${faultIds.length} kinds of fault, ${runs.length} runs on ${new Set(runs.map(({ server }) => server)).size} servers, in ${inTime.length} of which the fault came before the end; ${bad.length} with a fault of Latchkey; ${changes} statements that change a server, ${logged} of them read back from the servers' general logs, every one after its journal entry${unreadable === 0 ? '' : `; ${unreadable} general logs could not be read after the server was killed`}`,
  };
}
