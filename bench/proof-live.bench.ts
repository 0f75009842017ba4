// Plans with planted changes on real servers: does a proof find what is there, and nothing else?
import { serverTitles } from '../scripts/servers/index.ts';
import { defineBench } from './bench.ts';
import { type PlantedProof, plantedPlans, provePlanted } from './calibration/planted-proof.ts';

const minutes = 25;
const servers = (['mysql80', 'mysql97', 'mariadb114'] as const).filter(
  (id) => plantedPlans[id] !== undefined,
);
const items = servers.map((id) => `${id}`);

export const proofLiveBench = defineBench<PlantedProof>({
  id: 'proof-live',
  title: 'Proofs of plans with planted changes',
  budget: `good changes proven, the harmful one called so, idle ones not proven, in each proof of ${minutes} minutes; everything restored`,
  items,
  measure: async (item) => {
    const place = items.indexOf(item);
    const id = servers[place];
    if (id === undefined) throw new Error(`no server for ${item}`);
    return provePlanted(id, minutes * 60, 1 + place);
  },
  table: (results) => [
    ['Server', 'Change', 'Planted', 'Verdict', 'Effect'],
    ...[...results].flatMap(([item, { changes, metric, text, othersPercent }]) => [
      ...changes.map(({ name, role, verdict, estimatePercent, low, high }) => [
        titleOf(item),
        `\`${name}\``,
        role,
        verdict,
        `${metric} ${percent(estimatePercent)} (${percent(low)} to ${percent(high)})`,
      ]),
      [
        titleOf(item),
        'all',
        '',
        '',
        `${text} Other programs used ${othersPercent === null ? 'an unknown share' : `${othersPercent.toFixed(0)} %`} of the processors.`,
      ],
    ]),
  ],
  verdict: (results) => {
    const all = [...results.values()];
    const right = all.filter(isRight).length;
    const wrong = all.flatMap(({ changes }) =>
      changes.filter(({ role, verdict }) => verdict === 'proven' && role !== 'good'),
    );
    const missed = all.flatMap(({ changes }) =>
      changes.filter(({ role, verdict }) => role === 'good' && verdict !== 'proven'),
    );
    const pending = all.filter(({ restore }) => restore === 'pending').length;
    return {
      met: results.size === items.length && right === items.length && pending === 0,
      text: `${right} of ${results.size} proofs as planted; ${missed.length} good changes not proven, ${wrong.length} others called proven; ${pending} servers not restored`,
    };
  },
});

function isRight({ changes, outcome }: PlantedProof): boolean {
  const expected = { good: ['proven'], harmful: ['harms'], idle: ['no-difference', 'undecided'] };
  return outcome === 'completed' && changes.every(({ role, verdict }) => expected[role].includes(verdict));
}

function titleOf(item: string): string {
  const id = servers.find((each) => each === item);
  return id === undefined ? item : serverTitles[id];
}

function percent(value: number | null): string {
  return value === null ? 'not known' : `${value > 0 ? '+' : ''}${value.toFixed(1)} %`;
}
