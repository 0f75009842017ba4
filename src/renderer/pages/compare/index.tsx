import { usePageState } from '../../state/page-state';

/** Two snapshots, or two results of benchmarks, side by side. */
export function ComparePage({ a: _a, b: _b }: { a?: string; b?: string }) {
  usePageState('compare', 'ready');
  return <h1>Compare</h1>;
}
