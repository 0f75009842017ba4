import { expect } from 'vitest';
import { analyze } from '../../../src/analysis';
import { openSession } from '../../../src/server';
import type { Analysis, Finding } from '../../../src/shared/analysis';
import type { Snapshot } from '../../../src/shared/snapshot';
import { takeSnapshot } from '../../server/take-snapshot.ts';
import { productRules } from '../rule-files.ts';

const rules = productRules();
type Member = { socket: string };

/** A snapshot of one member, at a moment or over a window; it must hold no section that failed. */
export async function snapshotOf({ socket }: Member, windowSeconds = 0): Promise<Snapshot> {
  const session = await openSession({ socket, user: 'root' }, {});
  try {
    const snapshot = await takeSnapshot(session, { windowSeconds, intervalMs: 500 });
    const failed = Object.entries(snapshot.sections).filter(([, { status }]) => status === 'failed');
    expect(failed).toEqual([]);
    return snapshot;
  } finally {
    await session.close();
  }
}

/** What the rules say of a snapshot. */
export function judge(snapshot: Snapshot): Judgement {
  return new Judgement(analyze(snapshot, rules, { path: null }));
}

/** One analysis, asked rule by rule. */
export class Judgement {
  readonly analysis: Analysis;

  constructor(analysis: Analysis) {
    this.analysis = analysis;
  }

  /** The finding of a rule. @throws Error when it has none */
  finding(ruleId: string): Finding {
    const found = this.analysis.findings.find((one) => one.ruleId === ruleId);
    if (found === undefined) throw new Error(`${ruleId}: ${this.of(ruleId)}`);
    return found;
  }

  /** What every rule of a folder says. */
  all(folder: string): Record<string, string> {
    const ids = rules.rules.filter(({ path }) => path.startsWith(`rules/${folder}/`)).map(({ id }) => id);
    return Object.fromEntries(ids.map((id) => [id, this.of(id)]));
  }

  /** `fires`, `silent`, `not-applicable`, or `not-checked` with its reasons. */
  of(ruleId: string): string {
    const { findings, passed, notChecked } = this.analysis;
    if (findings.some((one) => one.ruleId === ruleId)) return 'fires';
    if (passed.some((one) => one.ruleId === ruleId)) return 'silent';
    const missing = notChecked.find((one) => one.ruleId === ruleId);
    if (missing === undefined) return 'not-applicable';
    return `not-checked: ${missing.reasons.map(({ text }) => text).join(' ')}`;
  }
}
