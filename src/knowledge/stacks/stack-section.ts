import type { Cell, Table } from '../../shared/snapshot';
import { describeStack, type StackFunction } from './stack-functions';
import type { CountedStack, StackFormat } from './stack-text';

/** Section of a snapshot that holds sampled stacks; only a snapshot that was asked for them has it. */
export const stackSection = 'stacks' as const;

/** Whether stacks were taken of what ran on processors, or of all threads, waiting ones too. */
export type StackBasis = 'cpu' | 'threads';

/** What a stack means stands beside it, so that the section can be read without the table of functions. */
const columns = ['BASIS', 'COUNT', 'FRAMES', 'KIND', 'MEANING', 'NEXT'];
const mostRows = 400;

/** The heaviest stacks as the section's table; what is beyond the bound becomes one row without functions. */
export function stackTable(stacks: readonly CountedStack[], basis: StackBasis): Table {
  const rows = stacks.slice(0, mostRows).map(({ count, frames }): Cell[] => {
    const found = describeStack(frames);
    const explanation = [found?.kind ?? null, found?.meaning ?? null, found?.next ?? null];
    return [basis, count, frames.join(';'), ...explanation];
  });
  const rest = stacks.slice(mostRows).reduce((sum, { count }) => sum + count, 0);
  if (rest > 0) rows.push([basis, rest, '', null, null, null]);
  return { columns, rows };
}

/** perf looks at processors, a debugger at threads. */
export function basisOf(format: StackFormat): StackBasis {
  return format === 'pmp' || format === 'gdb' ? 'threads' : 'cpu';
}

/** What a part of the stacks means. */
export interface StackShare {
  meaning: StackFunction;
  /** Of all samples; with `threads` of those that are not idle. */
  share: number;
}

/** What the stacks mean, most often first, and what part of them the table of functions knows. */
export interface StackSummary {
  basis: StackBasis;
  total: number;
  shares: StackShare[];
  known: number;
}

/** @param rows the section's rows, by lower-case column; null: there is none to judge */
export function summariseStacks(
  rows: readonly { basis?: Cell; count?: Cell; frames?: Cell }[],
): StackSummary | null {
  const basis: StackBasis = rows[0]?.basis === 'threads' ? 'threads' : 'cpu';
  const counts = new Map<StackFunction, number>();
  let total = 0;
  let known = 0;
  for (const { count: cell, frames } of rows) {
    const count = Number(cell);
    if (!Number.isFinite(count)) continue;
    const meaning = describeStack(String(frames ?? '').split(';'));
    if (meaning?.kind === 'idle') continue;
    total += count;
    if (meaning === undefined) continue;
    known += count;
    counts.set(meaning, (counts.get(meaning) ?? 0) + count);
  }
  if (total === 0) return null;
  const shares = [...counts]
    .map(([meaning, count]) => ({ meaning, share: count / total }))
    .sort((a, b) => b.share - a.share);
  return { basis, total, shares, known: known / total };
}
