import { expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { type Fleet, fleetSchemaName } from '../../shared/fleet';
import { visible } from '../../shared/writers/visible';
import { renderFleet } from './index';

const hostile = 'db"1\\\n<script>alert(1)</script> {}|`\u001b[31m\u202e&\'';
const cell = {
  server: hostile,
  severity: 'critical' as const,
  standing: 'finding' as const,
  explained: false,
  share: 0.5,
  impact: hostile,
  since: '2026-11-21T10:00:00.000Z',
};
const fleet: Fleet = {
  schema: fleetSchemaName,
  source: hostile,
  madeAt: '2026-11-21T12:00:00.000Z',
  servers: [
    {
      name: hostile,
      labels: { role: hostile, __name__: 'x', 'a b': 'y', A_B: 'z' },
      snapshot: {
        id: 'a',
        path: `/f/${hostile}.lks`,
        createdAt: '2026-11-21T11:00:00.000Z',
        complete: true,
        windowSeconds: 30,
      },
      version: hostile,
      hosting: 'self-managed',
      headline: { kind: 'bottleneck', text: hostile, ruleId: 'redo-log-too-small' },
      counts: { critical: 1, warning: 0, notice: 1 },
      snapshots: 1,
    },
    {
      name: 'db2',
      labels: {},
      snapshot: null,
      version: '',
      hosting: '',
      headline: null,
      counts: { critical: 0, warning: 0, notice: 0 },
      snapshots: 0,
      error: { code: 'access-denied', message: hostile },
    },
  ],
  findings: [
    {
      ruleId: 'redo-log-too-small',
      title: 'Redo log too small',
      area: 'redo',
      severity: 'critical',
      cells: [cell],
    },
    {
      ruleId: 'end-of-life',
      title: 'End of life',
      area: 'versions',
      severity: 'notice',
      cells: [{ ...cell, severity: 'notice', share: null, explained: true }],
    },
  ],
  drift: {
    baseline: hostile,
    groups: [
      {
        role: hostile,
        servers: [hostile],
        settings: [
          {
            variable: 'max_connections',
            unit: 'count',
            expected: '1',
            values: [
              { value: '1', shown: 1, isDefault: false, servers: ['db2'] },
              { value: hostile, shown: hostile, isDefault: false, servers: [hostile] },
            ],
          },
        ],
        versions: [],
        plugins: [{ plugin: hostile, values: [{ value: hostile, servers: [hostile] }] }],
      },
    ],
    pairs: [],
    outside: [],
    files: [{ server: hostile, settings: [{ variable: 'max_connections', runs: hostile, next: null }] }],
    ignored: [],
  },
  groups: [
    {
      id: 'group-1',
      servers: [hostile],
      kind: 'MySQL 8.0, self-managed',
      changes: [{ variable: 'max_connections', to: hostile, when: 'now', from: [hostile], why: ['x'] }],
    },
  ],
  problems: [{ path: hostile, error: { code: 'snapshot-corrupt', message: hostile } }],
};

/** Names and labels of the text format, unescaped as Prometheus does. */
function samples(text: string) {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const match = /^([a-z_]+)(?:\{(.*)\})? (\S+)$/.exec(line);
      if (match === null) throw new Error(`no sample: ${line}`);
      const labels = [...(match[2] ?? '').matchAll(/([a-z_]+)="((?:[^"\\]|\\.)*)"(?:,|$)/g)].map(
        ([, name = '', value = '']) =>
          [name, value.replaceAll(/\\(.)/g, (_, char) => (char === 'n' ? '\n' : char))] as const,
      );
      return {
        name: match[1],
        labels: Object.fromEntries(labels),
        names: labels.map(([name]) => name),
        value: Number(match[3]),
      };
    });
}

test('gauges of Prometheus hold names of others as values of labels, each metric together, no label twice', async () => {
  const text = await renderFleet(fleet, 'prometheus', '1.0');
  const all = samples(text);
  const server = visible(hostile);
  expect(all).toContainEqual(
    expect.objectContaining({
      name: 'latchkey_finding',
      labels: { server, rule: 'redo-log-too-small', area: 'redo', severity: 'critical' },
      value: 3,
    }),
  );
  const value = (name: string) => all.find((one) => one.name === name && one.labels.server === server)?.value;
  expect(value('latchkey_snapshot_age_seconds')).toBe(3600);
  expect(value('latchkey_finding_share_ratio')).toBe(0.5);
  expect(value('latchkey_drift_settings')).toBe(1);
  const info = all.find(({ name }) => name === 'latchkey_server_info');
  expect(info?.labels).toMatchObject({ label___name__: 'x', label_a_b: 'y', label_role: server });
  for (const { names } of all) expect(new Set(names).size).toBe(names.length);
  expect(all).toContainEqual(
    expect.objectContaining({
      name: 'latchkey_snapshot_failed',
      labels: { server: 'db2', code: 'access-denied' },
    }),
  );
  const order = all.map(({ name }) => name);
  expect(order.filter((name, index) => order.indexOf(name) === index)).toHaveLength(
    order.filter((name, index) => name !== order[index - 1]).length,
  );
});

test('SARIF has a result for each server and finding', async () => {
  const sarif = JSON.parse(await renderFleet(fleet, 'sarif', '1.0'));
  expect(sarif.version).toBe('2.1.0');
  expect(sarif.runs[0].results.map((one: { level: string }) => one.level)).toEqual(['error', 'note']);
  const { uri } = sarif.runs[0].results[0].locations[0].physicalLocation.artifactLocation;
  expect(uri).toMatch(/^\/f\/[A-Za-z0-9%._!~*'()-]+\.lks$|^\/f\//);
  expect(uri).not.toMatch(/[\s<>"`{}|\\]/);
});

test('JUnit is XML whatever names hold: failures above a notice, an error for a server without a snapshot', async () => {
  const text = await renderFleet(fleet, 'junit', '1.0');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has no place for them
  expect(text).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/);
  expect(text.match(/<failure /g)).toHaveLength(1);
  expect(text.match(/<error /g)).toHaveLength(1);
  expect(text).toContain('type="access-denied"');
  expect(text).not.toContain('<script>');
  // Outside of tags and quotes nothing is left over.
  expect(text.replaceAll(/<[^<>"]*(?:"[^<"]*"[^<>"]*)*>/g, '').replaceAll(/[^<>"]/g, '')).toBe('');
});

test('HTML, Markdown, CSV and JSON lines take names of others as text', async () => {
  const html = await renderFleet(fleet, 'html', '1.0');
  expect(html).not.toContain('<script>alert');
  expect(html).toContain('default-src &#x27;none&#x27;');
  const markdown = await renderFleet(fleet, 'markdown', '1.0');
  // Within a span of code it means nothing.
  expect(markdown.replaceAll(/(`+) .* \1/g, '')).not.toMatch(/(^|[^\\])<script>/);
  expect(markdown).not.toContain('\u001b');
  const lines = (await renderFleet(fleet, 'jsonl', '1.0')).trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).kind)).toEqual(['server', 'server', 'finding', 'finding']);
  expect(await renderFleet(fleet, 'csv', '1.0')).toContain('"db""1');
  expect(JSON.parse(await renderFleet(fleet, 'json', '1.0'))).toEqual(fleet);
});

test('the alert rules that come with it are YAML, and name only metrics that there are', async () => {
  const { readFile } = await import('node:fs/promises');
  const rules = parseYaml(await readFile('samples/fleet/alerts.yaml', 'utf8'));
  const text = await renderFleet(fleet, 'prometheus', '1.0');
  const known = new Set(samples(text).map(({ name }) => name));
  for (const { expr } of rules.groups[0].rules) {
    for (const [name] of String(expr).matchAll(/latchkey_[a-z_]+/g)) expect([...known]).toContain(name);
  }
});
