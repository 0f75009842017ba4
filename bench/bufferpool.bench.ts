import { openSession } from '../scripts/catalog/server-session.ts';
import { type ServerId, serverIds, startServer } from '../scripts/servers/index.ts';
import { defineBench } from './bench.ts';
import { type Agreement, type Arithmetic, agreement } from './buffer-pool/agreement.ts';
import { startCases } from './buffer-pool/cases.ts';
import { sourceModule } from './source.ts';

const startsAnItem = 10;

/** Where the arithmetic of the buffer pool and a server part: in values, messages, codes or refusals. */
export const bufferPoolBench = defineBench<Agreement>({
  id: 'bufferpool',
  title: 'Buffer pool arithmetic against live servers',
  budget: 'agreement of every value, message and code',
  items: serverIds.flatMap((id) => {
    const parts = Math.ceil(startCases(id).length / startsAnItem);
    return Array.from({ length: parts }, (_, part) => `${id} ${part * startsAnItem}`);
  }),
  measure: async (item) => {
    const [id, first] = item.split(' ') as [ServerId, string];
    return sourceModule<Arithmetic, Promise<Agreement>>('/src/knowledge/buffer-pool/index.ts', (arithmetic) =>
      measured(arithmetic, id, Number(first)),
    );
  },
  table: (results) => [
    [
      'server',
      'starts',
      'SET GLOBAL',
      'disagreements',
      'pages counted after a resize with small chunks',
      'resizes warned of: crashed / endless / other size / as calculated',
    ],
    ...serverIds.map((id) => {
      const own = [...results].filter(([item]) => item.startsWith(`${id} `)).map(([, result]) => result);
      const total = (number: (result: Agreement) => number) =>
        String(own.reduce((sum, result) => sum + number(result), 0));
      return [
        id,
        total(({ starts }) => starts),
        total(({ sets }) => sets),
        total(({ disagreements }) => disagreements.length),
        total(({ counted }) => counted),
        (['crashed', 'endless', 'otherwise', 'asCalculated'] as const)
          .map((end) => total(({ hazards }) => hazards[end]))
          .join(' / '),
      ];
    }),
  ],
  verdict: (results) => {
    const all = [...results.values()];
    const disagreements = all.flatMap((result) => result.disagreements);
    const starts = all.reduce((sum, result) => sum + result.starts, 0);
    const sets = all.reduce((sum, result) => sum + result.sets, 0);
    return {
      met: disagreements.length === 0,
      text:
        disagreements.length === 0
          ? `${starts} starts and ${sets} SETs went as calculated`
          : `${disagreements.length} disagreements: ${disagreements.slice(0, 20).join('; ')}`,
    };
  },
});

async function measured(arithmetic: Arithmetic, id: ServerId, first: number): Promise<Agreement> {
  const server = await startServer(id);
  try {
    const version = server.version.split('.').map(Number) as [number, number, number];
    const flavour = id.startsWith('mariadb') ? 'mariadb' : 'mysql';
    const sum: Agreement = {
      starts: 0,
      sets: 0,
      counted: 0,
      hazards: { crashed: 0, endless: 0, otherwise: 0, asCalculated: 0 },
      disagreements: [],
    };
    for (const [index, start] of [...startCases(id).entries()].slice(first, first + startsAnItem)) {
      const one = await agreement(
        arithmetic,
        server,
        () => openSession(server),
        { flavour, version },
        start,
        index,
      );
      for (const line of one.disagreements) console.error(`  ${id} #${index} ${line}`);
      sum.starts += one.starts;
      sum.sets += one.sets;
      sum.counted += one.counted;
      for (const end of ['crashed', 'endless', 'otherwise', 'asCalculated'] as const)
        sum.hazards[end] += one.hazards[end];
      sum.disagreements.push(...one.disagreements);
    }
    return sum;
  } finally {
    await server.stop();
  }
}
