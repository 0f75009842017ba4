import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exampleAnalysis, exampleFinding, examplePlan } from '../../test/cli/example-analysis';
import { exampleSnapshot } from '../../test/files/example-snapshot';
import { topSql } from '../analysis';
import { type Analysis, analysisSchema } from '../shared/analysis';
import { defined } from '../shared/base/defined';
import type { Snapshot } from '../shared/snapshot';
import { thin } from './chart-data';
import { renderReport } from './index';

const client = 'console.log("</script><!-- drawn -->");';
const hostile = '</script><script>alert(1)</script><img src=x onerror=alert(2)>"\'`|\u2028&amp;]](x)';

const render = (
  snapshot: Snapshot,
  analysis: Analysis,
  format: 'html' | 'markdown' | 'json',
  script: string,
) => renderReport(snapshot, analysis, topSql(snapshot, { path: null }), format, script);

/** A snapshot and analysis in which everything that comes from a server or a file is hostile. */
function hostileInput(text: string): [Snapshot, Analysis] {
  const snapshot = exampleSnapshot();
  const analysis = exampleAnalysis({
    headline: { kind: 'bottleneck', text, ruleId: null },
    findings: [
      exampleFinding({
        title: text,
        explanation: text,
        refutedBy: text,
        actions: [text],
        sources: [text],
        impact: { share: null, basis: 'estimated', text },
        evidence: [
          { label: text, value: text, unit: 'none', formula: text, threshold: text, thresholdSource: text },
        ],
      }),
    ],
    muted: [{ ruleId: 'r', title: text, severity: 'warning', reason: text, at: text }],
    faultyRules: [{ path: text, message: text }],
    notChecked: [{ ruleId: 'r', title: text, reasons: [{ input: text, code: 'absent', text }] }],
    passed: [{ ruleId: 'p', title: text }],
    plan: examplePlan({ locked: [text], leftOut: [{ variable: text, reason: text }] }),
  });
  return [
    {
      ...snapshot,
      origin: { kind: 'live', target: text },
      server: { ...snapshot.server, comment: text },
      sections: {
        [text || 'x']: { status: 'failed', tookMs: 1, reason: { code: 'error', text, remedy: text } },
      },
    },
    analysis,
  ];
}

/** The tags of a document, in order, without what stands in scripts and styles. */
function tags(html: string): string[] {
  return html.replaceAll(/(<(script|style)[^>]*>)[\s\S]*?<\/\2>/g, '$1</$2>').match(/<[a-z!/][^>]*>/gi) ?? [];
}

test('Markdown shows everything: headline, evidence, plan, memory, not checked, sections, statements', async () => {
  const text = await render(exampleSnapshot(), exampleAnalysis(), 'markdown', client);
  for (const part of [
    '**Redo log nearly full, commits stall on checkpointing.**',
    '| Server | MySQL 9.7.4, MySQL Community Server - GPL |',
    '| Taken | 2026-11-21 03:04:05 UTC by Latchkey 0.1.0 |',
    '| Window | 3 s, 4 samples |',
    '### 1. The redo log is too small',
    'Confidence: high, 21 of 30 s',
    '| Time to fill the redo log | 14 s | 60 min | `capacity / write rate` | one hour of writes |',
    '- `innodb_redo_log_capacity`: 8M -> **4G** (takes effect at once)',
    '| `innodb_redo_log_capacity` | 8M | 4G | at once | `redo-too-small` |',
    '`innodb_io_capacity`, left out: The storage is not known.',
    '| With the plan | 200 MiB | 300 MiB | 900 MiB |',
    '| `mdl-hash` | `mdl` | not-instrumented: Wait instruments are off. |',
    '| Memory | 64 GiB (declared) |',
    '| `innodb-status` | skipped | SHOW ENGINE INNODB STATUS needs the PROCESS privilege.',
    '| Statements sent | 1, 3.2 ms in all |',
  ]) {
    expect(text).toContain(part);
  }
});

test('HTML shows the same, and every finding has its place', async () => {
  const html = await render(exampleSnapshot(), exampleAnalysis(), 'html', client);
  for (const part of [
    'Redo log nearly full, commits stall on checkpointing.',
    'href="#finding-redo-too-small"',
    'id="finding-redo-too-small"',
    'Time to fill the redo log',
    'innodb_redo_log_capacity',
    'The storage is not known.',
    'Wait instruments are off.',
    '64 GiB (declared)',
    'SHOW ENGINE INNODB STATUS needs the PROCESS privilege.',
    'data-time-chart',
  ]) {
    expect(html).toContain(part);
  }
});

/** A snapshot with both ends of the digests, 10 s apart. */
function withDigests(start: (string | number)[][], end: (string | number)[][], truncated?: string): Snapshot {
  const columns = [
    'SCHEMA_NAME',
    'DIGEST',
    'DIGEST_TEXT',
    'COUNT_STAR',
    'SUM_TIMER_WAIT',
    'SUM_ROWS_EXAMINED',
    'SUM_ROWS_SENT',
  ];
  const capture = (at: string, rows: (string | number)[][]) => ({ at, tookMs: 1, table: { columns, rows } });
  return exampleSnapshot({
    sections: {
      'statement-digests': {
        status: 'ok',
        tookMs: 1,
        data: {
          start: { ...capture('2026-11-21T03:04:05Z', start), ...defined({ truncated }) },
          end: capture('2026-11-21T03:04:15Z', end),
        },
      },
    },
  });
}

test('statements of the window come by the time they took between both ends', async () => {
  const start = [['db', 'a', 'SELECT `x`', 100, '9000000000000', 500, 100]];
  const end = [
    ['db', 'a', 'SELECT `x`', 200, '10000000000000', 1500, 110],
    ['db', 'b', 'UPDATE | y', 20, '3000000000000', 20, 0],
  ];
  const markdown = await render(withDigests(start, end), exampleAnalysis(), 'markdown', client);
  expect(markdown.split('\n').filter((line) => /SELECT|UPDATE/.test(line))).toEqual([
    '| 75.0 % | 2/s | 150 ms | unknown | unknown | 1 | 0 | unknown | unknown | unknown | `UPDATE \\| y` |  |',
    '| 25.0 % | 10/s | 10 ms | unknown | unknown | 10 | 0.1 | unknown | unknown | unknown | `` SELECT `x` `` |  |',
  ]);
  const html = await render(withDigests(start, end), exampleAnalysis(), 'html', client);
  expect(html).toMatch(/UPDATE \| y[\s\S]*75.0\s%[\s\S]*SELECT `x`[\s\S]*25.0\s%/);
  // What was below the bound at the start may have counted long before the window.
  const cut = await render(
    withDigests(start, end, 'only the 500 rows'),
    exampleAnalysis(),
    'markdown',
    client,
  );
  expect(cut).not.toContain('UPDATE');
});

test('where statements cannot be determined the reason stands', async () => {
  const reason = { code: 'disabled', text: 'The Performance Schema is off.' } as const;
  const sections = { 'statement-digests': { status: 'skipped', tookMs: 0, reason } } as const;
  for (const format of ['markdown', 'html'] as const) {
    const text = await render(exampleSnapshot({ sections }), exampleAnalysis(), format, client);
    expect(text).toMatch(/Top SQL[\s\S]{1,20}The Performance Schema is off\./);
    expect(await render(exampleSnapshot(), exampleAnalysis(), format, client)).not.toContain('Top SQL');
  }
});

test('a note on what was gathered is no remedy', async () => {
  const reason = { code: 'redacted', text: 'Values are replaced by ?.', remedy: '--keep-literals' } as const;
  const sections = { processlist: { status: 'ok', tookMs: 2, rows: 3, reason } } as const;
  const text = await render(exampleSnapshot({ sections }), exampleAnalysis(), 'markdown', client);
  expect(text).toContain('| `processlist` | ok | 3 rows, 2 ms. Values are replaced by ?. |');
  expect(text).not.toContain('keep-literals');
});

test('a plan of which nothing was chosen says so, and what sessions did is drawn', async () => {
  const snapshot = exampleSnapshot();
  const { samples } = snapshot;
  if (samples === null) throw new Error('the example has samples');
  const running = { kind: 'gauge' as const, unit: 'count', base: '0', values: samples.times.map(() => 2) };
  const sampled = { ...samples, series: { ...samples.series, 'sessions.running': running } };
  const unchosen = { ...exampleAnalysis(), plan: { ...examplePlan(), changes: [] } };
  const html = await render({ ...snapshot, samples: sampled }, unchosen, 'html', client);
  expect(html).toContain('No change is chosen.');
  expect(html).toContain('Active sessions by wait class');
  expect(html).toContain('not instrumented</span> Wait instruments are off.');
  const plain = await render(snapshot, { ...unchosen, findings: [] }, 'html', client);
  expect(plain).toContain('No change of configuration.');
  expect(plain).not.toContain('Active sessions by wait class');
});

test('JSON is the analysis document', async () => {
  const json = await render(exampleSnapshot(), exampleAnalysis(), 'json', client);
  expect(analysisSchema.parse(JSON.parse(json))).toEqual(exampleAnalysis());
});

// Claim, Data of servers and files: An HTML report loads nothing, and its policy runs only the script it came with.
test('the HTML report loads nothing and its policy allows only its own style and script', async () => {
  const html = await render(exampleSnapshot(), exampleAnalysis(), 'html', client);
  expect(
    tags(html).filter((tag) =>
      /\s(?:src|srcset|style|on\w+|action|data)=|<(?:link|iframe|object|base|form)/i.test(tag),
    ),
  ).toEqual([]);
  expect(tags(html).filter((tag) => /href="(?!#)/.test(tag))).toEqual([]);
  expect(html.match(/url\(|@import|https?:/g)).toBeNull();
  const policy =
    /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1]?.replaceAll('&#x27;', "'") ?? '';
  const hash = (content: string | undefined) =>
    createHash('sha256')
      .update(content ?? '')
      .digest('base64');
  const style = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1];
  const script = /<script>([\s\S]*?)<\/script>/.exec(html)?.[1];
  for (const part of [
    '--accent:',
    '.finding-row',
    '.report-charts',
    '@media screen and (prefers-color-scheme: dark)',
  ])
    expect(style).toContain(part);
  expect(script).toContain('drawn');
  expect(policy).toBe(
    `default-src 'none'; style-src 'sha256-${hash(style)}'; script-src 'sha256-${hash(script)}'; base-uri 'none'; form-action 'none'`,
  );
});

// Claim, Data of servers and files: Hostile names change no tag of an HTML report.
test('hostile names change no tag of the HTML report', async () => {
  const harmless = await render(...hostileInput('name'), 'html', client);
  const html = await render(...hostileInput(hostile), 'html', client);
  const shape = (text: string) => tags(text).map((tag) => /<\/?[a-z!]+/i.exec(tag)?.[0]);
  expect(shape(html)).toEqual(shape(harmless));
  const data = /id="latchkey-analysis">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? '';
  expect(JSON.parse(data)).toEqual(hostileInput(hostile)[1]);
  expect(data).not.toMatch(/[<\u2028\u2029]/);
});

test('any text leaves the shape of the HTML report as it is', async () => {
  const shape = (text: string) =>
    tags(text).filter((tag) => /^<\/?(?:script|style|img|iframe|a)\b/i.test(tag)).length;
  const expected = shape(await render(...hostileInput('name'), 'html', client));
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 40 }), async (text) => {
      expect(shape(await render(...hostileInput(text), 'html', client))).toBe(expected);
    }),
    { numRuns: 10 },
  );
});

// Claim, Data of servers and files: Hostile names are inert in Markdown.
test('hostile names are inert in Markdown: no HTML, no extra cells or lines', async () => {
  const harmless = await render(...hostileInput('name'), 'markdown', client);
  const text = await render(...hostileInput(`${hostile}\n# x\n| y`.replaceAll('`', '')), 'markdown', client);
  const cells = (line: string) => line.match(/(?<!\\)\|/g)?.length ?? 0;
  const tableLines = (markdown: string) =>
    markdown
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .map(cells);
  expect(tableLines(text).filter((count) => count > 0)).toEqual(expect.arrayContaining(tableLines(harmless)));
  const outsideCode = text.replaceAll(/`[^`\n]*`/g, '');
  expect(outsideCode).not.toMatch(/(?<!\\)<[a-z/!]/i);
});

test('thinning keeps the extremes, the order and the gaps', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.integer({ min: -1000, max: 1000 }), fc.constant(Number.NaN)), {
        minLength: 1,
        maxLength: 400,
      }),
      (values) => {
        const points = values.map((y, x) => ({ x, y }));
        const kept = thin(points, 20);
        expect(kept.length).toBeLessThanOrEqual(20);
        expect(kept.every((point, index) => index === 0 || point.x > (kept[index - 1]?.x ?? 0))).toBe(true);
        const known = (list: { y: number }[]) => list.map(({ y }) => y).filter((y) => !Number.isNaN(y));
        expect(Math.max(...known(kept))).toBe(Math.max(...known(points)));
        expect(Math.min(...known(kept))).toBe(Math.min(...known(points)));
      },
    ),
  );
});
