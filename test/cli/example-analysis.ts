import type { Analysis, Finding } from '../../src/shared/analysis';
import type { TuningPlan } from '../../src/shared/plan';
import { exampleSnapshot } from '../files/example-snapshot';

const budget = {
  low: 200 * 1024 ** 2,
  likely: 300 * 1024 ** 2,
  worst: 900 * 1024 ** 2,
  limit: 64 * 1024 ** 3,
  terms: [
    { name: 'Buffer pool', low: 1, likely: 2, worst: 3, how: 'innodb_buffer_pool_size' },
    { name: 'Sort buffers', low: 0, likely: 1, worst: 2, how: 'sort_buffer_size x threads that sort' },
  ],
};

export function examplePlan(changes: Partial<TuningPlan> = {}): TuningPlan {
  return {
    schema: 'latchkey/plan/1',
    changes: [
      {
        variable: 'innodb_redo_log_capacity',
        from: 8_388_608,
        to: 4_294_967_296,
        stored: 4_294_967_296,
        group: 'mysqld',
        when: 'now',
        why: ['redo-too-small'],
        neededBy: [],
        alsoWished: [],
        stopWhen: ['The log lasts an hour.'],
        through: 'option file',
      },
    ],
    conflicts: [],
    locked: [],
    leftOut: [{ variable: 'innodb_io_capacity', reason: 'The storage is not known.' }],
    withheld: [],
    caused: [],
    summary: '',
    memory: budget,
    memoryNow: budget,
    memoryCheck: { status: 'fits', text: 'It fits.' },
    ...changes,
  };
}

export function exampleFinding(changes: Partial<Finding> = {}): Finding {
  return {
    ruleId: 'redo-too-small',
    area: 'redo',
    title: 'The redo log is too small',
    severity: 'critical',
    role: 'lever',
    standing: 'finding',
    explainedBy: [],
    rank: 1,
    confidence: { level: 'high', reason: 'seen in most seconds', firedSeconds: 21, seenSeconds: 30 },
    impact: { share: 0.4, basis: 'measured', text: 'Commits wait for flushing.' },
    evidence: [
      {
        label: 'Time to fill the redo log',
        value: 14,
        unit: 'seconds',
        formula: 'capacity / write rate',
        threshold: 3600,
        thresholdSource: 'one hour of writes',
      },
    ],
    explanation: 'The redo log fills faster than pages can be flushed.',
    refutedBy: 'A checkpoint age far below the limit.',
    advice: [
      {
        variable: 'innodb_redo_log_capacity',
        current: 8_388_608,
        proposed: 4_294_967_296,
        unit: 'bytes',
        scope: 'global',
        dynamic: true,
        restart: false,
        stopWhen: 'recovery takes longer than you can afford',
        memoryEffect: null,
        risk: 'Longer crash recovery.',
        sideEffects: 'Disk space.',
      },
    ],
    actions: ['Watch the checkpoint age.'],
    probe: null,
    sources: ['adaptive-flushing-56'],
    ...changes,
  };
}

export function exampleAnalysis(changes: Partial<Analysis> = {}): Analysis {
  const { id, complete, windowSeconds, server } = exampleSnapshot();
  return {
    schema: 'latchkey/analysis/1',
    snapshot: { id, path: 'a.lks', complete, windowSeconds, server },
    headline: {
      kind: 'bottleneck',
      text: 'Redo log nearly full, commits stall on checkpointing.',
      ruleId: 'redo-too-small',
    },
    findings: [exampleFinding()],
    passed: [{ ruleId: 'table-cache', title: 'Table cache' }],
    muted: [],
    faultyRules: [],
    notChecked: [
      {
        ruleId: 'mdl-hash',
        title: 'Metadata lock hash',
        reasons: [{ input: 'mdl', code: 'not-instrumented', text: 'Wait instruments are off.' }],
      },
    ],
    plan: examplePlan(),
    ...changes,
  };
}
