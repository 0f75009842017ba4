// What other programs take of a fleet, tried with these programs: promtool and systemd-analyze.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandOf, metricsAvailability } from '../../scripts/servers/topology/metrics.ts';
import { testEngine } from '../engine/test-engine.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-fleet-files-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const metrics = metricsAvailability();
if (!metrics.available && process.env.CI) throw new Error(metrics.reason);

describe.skipIf(!metrics.available)('promtool', () => {
  function promtool(args: string[], input = '') {
    const [program = '', ...first] = commandOf('promtool');
    const { status, stdout, stderr } = spawnSync(program, [...first, ...args], { input, encoding: 'utf8' });
    return { status, text: `${stdout}${stderr}` };
  }

  test('accepts the alert rules that come with Latchkey', () => {
    const checked = promtool(['check', 'rules', 'samples/fleet/alerts.yaml']);
    expect(checked.status, checked.text).toBe(0);
    expect(checked.text).toMatch(/SUCCESS: 5 rules found/);
  });

  test('accepts the gauges of a fleet whose servers have odd names, and the alerts fire on them', async () => {
    for (const name of ['db1', 'db "2" \\n', 'db{3}']) {
      copyFileSync('samples/mysql-8.0-before-plan.lks', join(folder, `${name}.lks`));
    }
    const engine = testEngine(join(folder, 'data'));
    const text = await engine.call('fleet.render', { fleet: { path: folder }, format: 'prometheus' });
    await engine.close();
    const checked = promtool(['check', 'metrics'], text);
    // Hints on names are no errors; what cannot be parsed is.
    expect(checked.text).not.toMatch(/error while linting|text format parsing error/);
    expect(text.match(/^latchkey_headline\{.*kind="bottleneck".*\} 1$/gm)).toHaveLength(3);

    const series = text
      .split('\n')
      .filter((line) => /^latchkey_(headline|snapshot_timestamp_seconds)\{server="db1"/.test(line))
      .map((line) => /^(\S+\{.*\}) (\S+)$/.exec(line))
      .map((match) => ({ series: match?.[1], values: `${match?.[2]}x500` }));
    const unit = {
      rule_files: [join(process.cwd(), 'samples/fleet/alerts.yaml')],
      tests: [
        {
          interval: '1m',
          input_series: series,
          alert_rule_test: [
            {
              eval_time: '7h',
              alertname: 'LatchkeyBottleneck',
              exp_alerts: [
                {
                  exp_labels: {
                    severity: 'warning',
                    server: 'db1',
                    kind: 'bottleneck',
                    rule: 'buffer-pool-too-small',
                  },
                  exp_annotations: {
                    summary: 'db1 has had a bottleneck for 6 hours: buffer-pool-too-small',
                  },
                },
              ],
            },
          ],
        },
      ],
    };
    const file = join(folder, 'test.yaml');
    writeFileSync(file, JSON.stringify(unit));
    const tested = promtool(['test', 'rules', file]);
    expect(tested.status, tested.text).toBe(0);
  });
});

const systemd = spawnSync('systemd-analyze', ['--version']).status === 0;
test.skipIf(!systemd)('systemd takes the service and the timer of the docs', () => {
  for (const name of ['latchkey-snapshot.service', 'latchkey-snapshot.timer']) {
    const text = readFileSync(join('samples/fleet', name), 'utf8');
    // The program is looked for: here it is another.
    writeFileSync(join(folder, name), text.replace('/usr/bin/latchkey', process.execPath));
  }
  const { status, stderr } = spawnSync(
    'systemd-analyze',
    ['verify', join(folder, 'latchkey-snapshot.timer'), join(folder, 'latchkey-snapshot.service')],
    { encoding: 'utf8' },
  );
  expect([status, stderr]).toEqual([0, '']);
});

test('the docs show the service and the timer as the samples hold them', () => {
  const docs = readFileSync('docs/fleet.md', 'utf8').replaceAll(/^ {4}/gm, '');
  for (const name of ['latchkey-snapshot.service', 'latchkey-snapshot.timer']) {
    expect(docs).toContain(readFileSync(join('samples/fleet', name), 'utf8').trim());
  }
});
