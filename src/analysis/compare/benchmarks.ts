import { relativeTable } from '../../experiment/verdict/relative-table';
import {
  type BenchmarkComparison,
  type BenchmarkResult,
  type BenchmarkTest,
  compareSchemaName,
  type Spread,
} from '../../shared/compare';

type Measure = 'qps' | 'cpuPerOperation' | 'contextSwitchesPerOperation';

/**
 * Relative throughput and cost of two benchmark results, A the baseline: (value of B) / (value of A) for each test, and
 * for each group its minimum, maximum, average and median [smalldatum-2024-07]. Tests of one side only are named.
 */
export function compareBenchmarks(a: BenchmarkResult, b: BenchmarkResult): BenchmarkComparison {
  const after = new Map(b.tests.map((one) => [one.test, one]));
  const both = a.tests.flatMap((base) => {
    const other = after.get(base.test);
    return other === undefined ? [] : [{ base, other }];
  });
  const names = new Set(a.tests.map(({ test }) => test));
  const regrouped = both.filter(({ base, other }) => base.group !== other.group).map(({ base }) => base.test);
  const groups = [...new Set(both.map(({ base }) => base.group))];
  return {
    schema: compareSchemaName,
    kind: 'benchmarks',
    a: { path: a.path, tests: a.tests.length },
    b: { path: b.path, tests: b.tests.length },
    remarks: [
      ...a.remarks,
      ...b.remarks,
      ...(regrouped.length === 0 ? [] : [`The groups of A are used for ${regrouped.join(', ')}.`]),
      ...(both.length === 0 ? ['The two results have no test in common.'] : []),
    ],
    tests: both.map(({ base, other }) => ({
      test: base.test,
      group: base.group,
      a: measures(base),
      b: measures(other),
      relativeQps: relative(base.qps, other.qps),
      relativeCpu: relative(base.cpuPerOperation, other.cpuPerOperation),
      relativeContextSwitches: relative(base.contextSwitchesPerOperation, other.contextSwitchesPerOperation),
    })),
    groups: groups.map((group) => {
      const inGroup = both.filter(({ base }) => base.group === group);
      return {
        group,
        tests: inGroup.length,
        qps: spreadOf(inGroup, 'qps'),
        cpuPerOperation: spreadOf(inGroup, 'cpuPerOperation'),
        contextSwitchesPerOperation: spreadOf(inGroup, 'contextSwitchesPerOperation'),
      };
    }),
    onlyA: a.tests.filter(({ test }) => !after.has(test)).map(({ test }) => test),
    onlyB: b.tests.filter(({ test }) => !names.has(test)).map(({ test }) => test),
  };
}

function measures({ qps, cpuPerOperation, contextSwitchesPerOperation }: BenchmarkTest) {
  return { qps, cpuPerOperation, contextSwitchesPerOperation };
}

function relative(base: number | null, other: number | null): number | null {
  return base === null || other === null ? null : other / base;
}

/** null where no test of the group has the measure on both sides. */
function spreadOf(tests: { base: BenchmarkTest; other: BenchmarkTest }[], measure: Measure): Spread | null {
  const pairs = tests.flatMap(({ base, other }) => {
    const [x, y] = [base[measure], other[measure]];
    return x === null || y === null ? [] : [{ group: 'all', base: x, other: y }];
  });
  const [row] = relativeTable(pairs);
  if (row === undefined) return null;
  return { min: row.min, max: row.max, average: row.average, median: row.median };
}
