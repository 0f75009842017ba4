import type { FuzzOutcome } from '../test/fuzz/run-fuzz.ts';
import { fuzzShares } from '../test/fuzz/shares.ts';
import { defineBench } from './bench.ts';
import { sourceModules } from './source.ts';

const seed = 20_261_122;

export const fuzzBench = defineBench<FuzzOutcome>({
  id: 'fuzz',
  title: 'A million inputs for the readers of foreign text',
  budget: 'no throw that is not typed, and no input over 50 ms for 100 KB',
  items: Object.keys(fuzzShares),
  measure: (item) =>
    sourceModules<
      [typeof import('../test/fuzz/parsers.ts'), typeof import('../test/fuzz/run-fuzz.ts')],
      Promise<FuzzOutcome>
    >(['/test/fuzz/parsers.ts', '/test/fuzz/run-fuzz.ts'], (parsers, run) => {
      const parser = parsers.fuzzedParsers.find(({ name }) => name === item);
      if (parser === undefined) throw new Error(`no such reader: ${item}`);
      return run.fuzz(parser, fuzzShares[parser.name], seed);
    }),
  table: (results) => [
    ['reader', 'inputs', 'text', 'untyped throws', 'over 50 ms for 100 KB', 'slowest for 100 KB'],
    ...[...results].map(([name, { inputs, bytes, thrown, slow, slowestMs }]) => [
      name,
      String(inputs),
      `${(bytes / 1e6).toFixed(0)} MB`,
      String(thrown.length),
      String(slow.length),
      `${slowestMs.toFixed(1)} ms`,
    ]),
  ],
  verdict: (results) => {
    const all = [...results.values()];
    const inputs = all.reduce((sum, one) => sum + one.inputs, 0);
    const bad = all.reduce((sum, { thrown, slow }) => sum + thrown.length + slow.length, 0);
    const slowest = Math.max(...all.map(({ slowestMs }) => slowestMs));
    return {
      met: bad === 0 && inputs >= 1_000_000,
      text: `${inputs} inputs of ${all.length} readers, ${bad} of them threw or were slow, the slowest took ${slowest.toFixed(1)} ms for 100 KB (best of six readings)`,
    };
  },
});
