import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyPatch, parsePatch } from 'diff';
import { expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { renderPlan } from '../../src/analysis';
import { parseOptionFile, readGroup } from '../../src/knowledge/option-file';
import { type PlanFormat, planFormats, planSchema } from '../../src/shared/plan';
import { hostileNames, hostileTexts } from '../hostile-texts';
import { analysisOf, hostileAnalysis, hostilePlan, statedLeftOut } from './hostile-plan';

const analysis = analysisOf({ flavour: 'mysql', version: [8, 4, 8] });
const planOf = (from: string, stored: string, variable?: string, group?: string) =>
  hostilePlan(analysis, from, stored, variable, group);

type Values = Record<string, string>;

/** What the text of a format says, by a parser of its language; variables that are reported to be left out. */
const readers: Readonly<Record<PlanFormat, ((text: string) => Values) | null>> = {
  cnf: (text) => Object.fromEntries(readGroup(parseOptionFile(text, { lineBytes: null }), ['mysqld'])),
  diff: (text) => {
    const patched = parsePatch(text).reduce((file, patch) => {
      const next = applyPatch(file, patch);
      if (next === false) throw new Error('does not apply');
      return next;
    }, '');
    return Object.fromEntries(readGroup(parseOptionFile(patched, { lineBytes: null }), ['mysqld']));
  },
  'set-global': statements,
  'set-persist': statements,
  'set-persist-only': statements,
  'now-and-file': (text) => {
    const file = text
      .split('\n')
      .flatMap((line) => (line.startsWith('-- | ') ? [line.slice(5)] : []))
      .join('\n');
    return { ...Object.fromEntries(readGroup(parseOptionFile(file), ['mysqld'])), ...statements(text) };
  },
  'rds-json': (text) => awsValues(JSON.parse(text).Parameters),
  aws: (text) =>
    Object.assign({}, ...run(text, 'aws').map((words) => awsValues(JSON.parse(words[5] ?? '[]')))),
  gcloud: (text) =>
    Object.assign(
      {},
      ...run(text, 'gcloud').map((words) => flags((words[4] ?? '').replace('--database-flags=', ''))),
    ),
  az: (text) => Object.fromEntries(run(text, 'az').map((words) => [words[9], words[11]])),
  ansible: (text) => {
    const read = parseYaml(text, { version: '1.1' });
    const now = read.mysql_variables_now.map((one: Values) => [one.variable, one.value]);
    return { ...read.mysql_options.mysqld, ...Object.fromEntries(now) };
  },
  // Prose: that nothing in it becomes Markdown of its own is tested with its writer.
  markdown: null,
  json: (text) =>
    Object.fromEntries(
      planSchema.parse(JSON.parse(text)).changes.map(({ variable, stored }) => [variable, String(stored)]),
    ),
  html: (text) =>
    Object.fromEntries(
      [
        ...(text.split('<h2>')[0] ?? '').matchAll(/<tr><td>(.*?)<\/td><td>.*?<\/td><td>(.*?)<\/td><td>/gs),
      ].map(([, name, value]) => [
        original(entities(name ?? '')),
        // People read an empty value as one.
        value === '(empty)' ? '' : original(entities(value ?? '')),
      ]),
    ),
};

/** Every line of an SQL file is empty, a comment or one SET; strings are read without any escape but the doubled quote. */
function statements(text: string): Values {
  const found: Values = {};
  for (const line of text.split('\n')) {
    if (line === '' || /^--( |$)/.test(line)) {
      expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
      continue;
    }
    if (/^RESET PERSIST IF EXISTS (init_connect|init_file);$/.test(line)) continue;
    const [, name, written] =
      /^SET (?:GLOBAL|PERSIST|PERSIST_ONLY) ([a-z_]+) = ('(?:[^'\\]|'')*'|_utf8mb4 0x[0-9a-f]*|-?\d+);$/.exec(
        line,
      ) ?? [];
    if (name === undefined || written === undefined) throw new Error(`no SET: ${line.slice(0, 200)}`);
    found[name] = written.startsWith("'")
      ? written.slice(1, -1).replaceAll("''", "'")
      : Buffer.from(written.replace('_utf8mb4 0x', ''), 'hex').toString('utf8');
  }
  return found;
}

function awsValues(parameters: { ParameterName: string; ParameterValue: string }[]): Values {
  return Object.fromEntries(parameters.map((one) => [one.ParameterName, one.ParameterValue]));
}

/** As `gcloud topic escaping` has it. */
function flags(list: string): Values {
  const [, separator = ',', pairs = list] = /^\^(.+?)\^([\s\S]*)$/.exec(list) ?? [];
  return Object.fromEntries(
    pairs.split(separator).map((pair) => [pair.split('=', 1)[0] ?? '', pair.slice(pair.indexOf('=') + 1)]),
  );
}

/** The words of every call of a program in a script, by a shell in which the program only prints them. */
function run(script: string, program: string): string[][] {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-script-'));
  try {
    const file = join(folder, 'script.sh');
    const stub = `${program}() { printf '%s\\0' "$@" >> words; printf '\\001\\0' >> words; }\n`;
    writeFileSync(join(folder, 'words'), '');
    writeFileSync(file, `${stub}${script}`);
    execFileSync('/bin/bash', ['-n', file], { cwd: folder });
    execFileSync('/bin/bash', [file], { cwd: folder, env: { PATH: '/nowhere', HOME: '/nowhere' } });
    const calls = readFileSync(join(folder, 'words'), 'utf8').split('\u0001\0').slice(0, -1);
    expect(readdirSync(folder).sort()).toEqual(['script.sh', 'words']);
    return calls.map((call) => call.split('\0').slice(0, -1));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function entities(text: string): string {
  expect(text).not.toMatch(/[<>"']/);
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

function original(shown: string): string {
  return shown.replaceAll(/\\u\{([0-9a-f]+)\}/g, (_, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );
}

const managed = ['rds-json', 'aws', 'gcloud', 'az'];

test.each(Object.entries(hostileTexts))(
  'every format carries it exactly or leaves it out with a reason: %s',
  (_, text) => {
    for (const format of planFormats) {
      for (const undo of [false, true]) carriesOrLeavesOut(format, text, undo);
    }
  },
);

function carriesOrLeavesOut(format: PlanFormat, text: string, undo: boolean): void {
  const reader = readers[format];
  // Rollback of a new file is that it goes.
  if (reader === null || (format === 'diff' && undo)) return;
  const plan = planOf(undo ? text : 'before', undo ? 'after' : text);
  const { text: output, remarks } = renderPlan(plan, hostileAnalysis(analysis, text), format, null, { undo });
  const read = reader(output);
  const left = statedLeftOut(output, remarks);
  for (const name of Object.keys(read)) expect(['init_connect', 'init_file'], format).toContain(name);
  for (const { variable, when } of plan.changes) {
    const value = read[variable];
    if (value !== undefined) expect(value === text, `${format} ${variable} ${value.slice(0, 80)}`).toBe(true);
    // The others are listed in a comment, or RESET PERSIST takes them back.
    else if (!(format.startsWith('set-') && (when === 'restart' || undo)))
      expect(left, `${format}: ${output.slice(0, 300)}`).toContain(variable);
  }
}

test('ordinary values are left out of nothing', () => {
  for (const value of [
    'ON',
    '128M',
    "it's",
    'STRICT_TRANS_TABLES,NO_ZERO_DATE',
    '/var/log/mysql.log',
    '4000',
    'a b',
  ]) {
    for (const format of planFormats) {
      const { text, remarks } = renderPlan(planOf(value, value), analysis, format, null);
      if (!managed.includes(format)) expect(statedLeftOut(text, remarks), format).toEqual([]);
    }
  }
});

test.each(planFormats)('%s takes no name that is none', (format) => {
  for (const name of hostileNames) {
    for (const plan of [planOf('a', 'b', name), planOf('a', 'b', 'init_connect', name)]) {
      const { text, remarks } = renderPlan(plan, analysis, format, null);
      if (['json', 'html', 'markdown'].includes(format)) {
        if (format === 'html') readers.html?.(text);
        continue;
      }
      const read = readers[format]?.(text) ?? {};
      for (const variable of Object.keys(read)) expect(['init_connect', 'init_file']).toContain(variable);
      if (plan.changes[0]?.variable === name) expect(statedLeftOut(text, remarks).length).toBeGreaterThan(0);
    }
  }
});
