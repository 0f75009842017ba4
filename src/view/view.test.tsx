import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Evidence, Finding } from '../shared/analysis';
import type { MemoryBudget, TuningPlan } from '../shared/plan';
import { EvidenceTable } from './findings/evidence-table';
import {
  adviceDiff,
  advisedUnits,
  DiffView,
  FindingDetail,
  FindingsList,
  headlineKind,
  Markdown,
  MemoryBar,
  NotCheckedList,
  PlanTable,
  SummaryView,
  splitHeadline,
  TimeChart,
} from './index';

const render = (element: ReactElement) => renderToStaticMarkup(element);

const finding: Finding = {
  ruleId: 'redo-log-full',
  area: 'redo',
  title: 'The redo log is too small',
  severity: 'critical',
  role: 'lever',
  standing: 'finding',
  explainedBy: [],
  rank: 1,
  confidence: { level: 'high', reason: 'Seen in most seconds.', firedSeconds: 17, seenSeconds: 30 },
  impact: { share: 0.4, basis: 'measured', text: '40 % of database time' },
  evidence: [
    {
      label: 'Checkpoint age',
      value: 104_857_600,
      unit: 'bytes',
      formula: 'lsn_current - lsn_checkpoint',
      threshold: 94_371_840,
      thresholdSource: 'log0log.cc',
    },
  ],
  explanation: 'Commits wait.\n\nThe log holds **100 MiB**; see `log_wait`.',
  refutedBy: 'A checkpoint age that stays low.',
  advice: [
    {
      variable: 'innodb_redo_log_capacity',
      current: 104_857_600,
      proposed: 1_073_741_824,
      unit: 'bytes',
      scope: 'global',
      dynamic: true,
      restart: false,
      stopWhen: 'It covers an hour of writes.',
      memoryEffect: null,
      risk: 'Longer recovery.',
      sideEffects: 'Disk space.',
    },
  ],
  actions: [],
  probe: null,
  sources: ['MySQL manual, "Redo Log"'],
};

const budget: MemoryBudget = { low: 1e9, likely: 2e9, worst: 4e9, limit: 3e9, terms: [] };

test('severity is shown by shape, word and class', () => {
  const html = render(<FindingsList findings={[finding]} />);
  expect(html).toContain('<svg');
  expect(html).toContain('Critical');
  expect(html).toContain('severity-critical');
});

test('in a document a finding is a link to its section; in the app it is a button', () => {
  expect(render(<FindingsList findings={[finding]} />)).toContain('href="#finding-redo-log-full"');
  expect(render(<FindingsList findings={[finding]} onOpen={() => {}} />)).toContain('<button');
});

test('a finding shows value, unit, formula, threshold and its source', () => {
  const html = render(<FindingDetail finding={finding} />);
  for (const text of [
    '100\u00a0MiB',
    '90 MiB',
    'lsn_current - lsn_checkpoint',
    'log0log.cc',
    'Longer recovery.',
  ]) {
    expect(html).toContain(text);
  }
});

test('the change of a finding is written as an option file writes it', () => {
  expect(adviceDiff(finding.advice)).toBe('-innodb_redo_log_capacity = 100M\n+innodb_redo_log_capacity = 1G');
});

test('Markdown knows paragraphs, lists, bold, code and http links, and nothing becomes HTML', () => {
  const html = render(
    <Markdown
      links="anchor"
      text={
        'a **b** `c` [d](https://e.example/f)\n\n- one\n- two\n\n<img src=x onerror=alert(1)> [x](javascript:alert(1))'
      }
    />,
  );
  expect(html).toContain('<strong>b</strong>');
  expect(html).toContain('<code>c</code>');
  expect(html).toContain('<a href="https://e.example/f" rel="noreferrer noopener">d</a>');
  expect(html).toContain('<li>one</li><li>two</li>');
  expect(html).not.toContain('<img');
  expect(html).not.toContain('href="javascript');
});

test('in the app a link is text with its address, as the window opens no pages', () => {
  const html = render(<Markdown text="[manual](https://dev.example/x)" />);
  expect(html).not.toContain('<a ');
  expect(html).toContain('https://dev.example/x');
});

test('a diff keeps its signs, and says added and removed for screen readers', () => {
  const html = render(<DiffView text={'--- a\n+++ b\n@@ -1 +1 @@\n-x=1\n+x=2\n same\n'} label="Diff" />);
  expect(html.match(/diff-added/g)).toHaveLength(1);
  expect(html.match(/diff-removed/g)).toHaveLength(1);
  expect(html).toContain('removed: ');
});

test('the memory bar shows its numbers in words and warns above the limit', () => {
  const html = render(<MemoryBar now={budget} planned={{ ...budget, worst: 2.5e9 }} />);
  expect(html).toContain('Now: low 954 MiB, likely 1.86 GiB, worst 3.73 GiB');
  expect(html.match(/above the limit/g)).toHaveLength(1);
});

test('a plan is grouped by when it takes effect, with what the server stores', () => {
  const alone = { neededBy: [], alsoWished: [], stopWhen: [], through: 'option file' as const };
  const plan: TuningPlan = {
    schema: 'latchkey/plan/1',
    changes: [
      {
        variable: 'a',
        from: 1024,
        to: 1_000_000,
        stored: 1_048_576,
        group: 'mysqld',
        when: 'now',
        why: ['r'],
        ...alone,
      },
      {
        ...{ variable: 'b', from: false, to: true, stored: true, group: 'mysqld', when: 'restart', why: [] },
        ...alone,
      },
    ],
    conflicts: [],
    locked: [],
    leftOut: [],
    withheld: [],
    caused: [],
    summary: '',
    memory: budget,
    memoryNow: budget,
    memoryCheck: { status: 'fits', text: 'It fits.' },
  };
  const html = render(<PlanTable plan={plan} unitOf={() => 'bytes'} titleOf={(id) => `title of ${id}`} />);
  expect(html).toContain('Takes effect at once');
  expect(html).toContain('Takes effect at the next restart');
  expect(html).toContain('stored as 1M');
  expect(html).toContain('title of r');
  expect(html).toContain('Set by hand');
});

test('a chart in a document carries its data, a summary and its numbers, gaps included', () => {
  const points = [
    { x: 0, y: 1 },
    { x: 1000, y: Number.NaN },
    { x: 2000, y: 3 },
  ];
  const html = render(
    <TimeChart title="QPS" data={{ unit: 'count/s', lines: [{ label: 'QPS', points }] }} />,
  );
  expect(html).toContain('role="img"');
  expect(html).toContain('lowest 1/s, mean 2/s, highest 3/s');
  expect(html).toContain('data-time-chart=');
  expect(html).toContain('gap');
});

test('units of plan values follow from the advice', () => {
  expect(advisedUnits([finding]).get('innodb_redo_log_capacity')).toBe('bytes');
});

test('the headline is split after its first sentence, not inside a number or a version', () => {
  expect(splitHeadline('The log of 9.7.4 fills in 3.52 s (inferred). Next: latches. More.')).toEqual({
    first: 'The log of 9.7.4 fills in 3.52 s (inferred).',
    more: 'Next: latches. More.',
  });
  expect(splitHeadline('All is well.')).toEqual({ first: 'All is well.', more: '' });
});

test('a value that is a long text wraps, and one of several parts is a list; a number stays on its line', () => {
  const evidence = (value: string | number): Evidence => ({
    label: 'waits',
    value,
    unit: typeof value === 'number' ? 'count' : 'none',
    formula: 'f',
    threshold: null,
    thresholdSource: '',
  });
  const html = (value: string | number) =>
    renderToStaticMarkup(<EvidenceTable evidence={[evidence(value)]} />);
  expect(html('files 1.2, mutexes 0.6, rows of tables 0.4').match(/<li>/g)).toHaveLength(3);
  expect(html('SELECT c FROM sbtest1 WHERE id = ?')).toContain('class="strong evidence-text"');
  expect(html(12)).toContain('class="number strong"');
});

test('a cause that was measured to take next to none of the time is not called the bottleneck', () => {
  const headline = { kind: 'bottleneck' as const, text: 'The pool is too small.', ruleId: 'pool' };
  const taking = (share: number | null) => ({
    headline,
    findings: [{ ...finding, ruleId: 'pool', impact: { ...finding.impact, share } }],
    notChecked: [],
  });
  expect(headlineKind(taking(0.0015)).title).toBe('Worth changing first');
  expect(headlineKind(taking(0.3)).title).toBe('Bottleneck');
  expect(headlineKind(taking(null)).title).toBe('Bottleneck');
});

test('no figure parts from its unit, whichever text of an analysis carries it', () => {
  const figures = 'Above 90 % of 8 MiB for 3 s.';
  const carrying: Finding = {
    ...finding,
    title: figures,
    confidence: { ...finding.confidence, reason: figures },
    impact: { ...finding.impact, text: figures },
    explainedBy: [{ ruleId: 'other', text: figures }],
    history: { held: 1, seen: 2, pattern: null, text: figures, judgedHour: null },
    evidence: finding.evidence.map((item) => ({ ...item, label: figures, thresholdSource: figures })),
    explanation: `${figures} **${figures}**`,
    refutedBy: figures,
    advice: finding.advice.map((item) => ({
      ...item,
      memoryEffect: figures,
      presumed: figures,
      risk: figures,
      sideEffects: figures,
      stopWhen: figures,
    })),
    actions: [figures],
    sources: [figures],
  };
  const reason = { input: 'fact.a', code: 'not-read' as const, text: figures };
  const shown = {
    detail: <FindingDetail finding={carrying} titleOf={() => figures} />,
    list: <FindingsList findings={[carrying]} />,
    'not checked': <NotCheckedList notChecked={[{ ruleId: 'a', title: figures, reasons: [reason] }]} />,
    summary: (
      <SummaryView
        summary={{
          schema: 'latchkey/summary/1',
          server: {
            flavour: 'mysql',
            version: [8, 0, 31],
            versionText: '8.0.31',
            comment: '',
            hosting: 'self',
            uptimeSeconds: 1,
            serverKey: 'a',
            privileges: [],
            performanceSchema: null,
          },
          target: 'db1',
          takenAt: '2026-01-01T00:00:00Z',
          windowSeconds: 20,
          verdict: figures,
          headline: { kind: 'healthy', text: figures, ruleId: null },
          counts: { critical: 0, warning: 0, notice: 0, passed: 1, notChecked: 0 },
          actions: [
            {
              ruleId: 'a',
              title: figures,
              severity: 'notice',
              steps: [figures],
              effect: figures,
              risk: figures,
            },
          ],
          further: 0,
          before: { takenAt: '2026-01-01T00:00:00Z', headline: figures },
          effect: { verdict: figures, kind: 'unknown', measures: [] },
          remarks: [figures],
        }}
      />
    ),
  };
  for (const [place, element] of Object.entries(shown)) {
    const text = render(element).replaceAll(/<td class="number">[^<]*|aria-label="[^"]*"|<code>[^<]*/g, '');
    expect(text, place).toContain('90\u00a0%');
    expect(text, place).not.toMatch(/90 %|8 MiB|3 s/);
  }
});
