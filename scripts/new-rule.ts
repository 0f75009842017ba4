// `npm run new-rule -- AREA ID [FOLDER]`: writes a rule that passes every check, to be made into yours.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const root = join(import.meta.dirname, '..');

/** The text of a rule with this area and id: valid, with one example that fires and one that stays silent. */
export function ruleScaffold(area: string, id: string): string {
  const words = id.replaceAll('-', ' ');
  return `# A rule to start from; docs/rules.md lists the names that expressions may use.
# Check it with: latchkey rules check FOLDER; see it on a snapshot with: latchkey rules explain ${id} SNAPSHOT
id: ${id}
title: ${words.charAt(0).toUpperCase()}${words.slice(1)}
area: ${area}
severity: notice
# setting: a value was read; measured: a rate or a wait was; inferred: concluded from something else.
basis: measured
# Servers that it is for; without this line all.
# applies: [{ flavour: mysql, from: '8.0' }]
when: rate.Slow_queries > 1
# Counted in each second of the window: "it held in 21 of 30 seconds".
perSecond: rate.Slow_queries > 1
impact:
  text: '{{ rate.Slow_queries | count/s }} statements a second are slower than long_query_time.'
evidence:
  - label: Slow statements
    value: rate.Slow_queries
    threshold: 1
    thresholdSource: why this number and no other
explain: >-
  Why this matters on a server like this one, in plain words, and what the change would cost.
refutedBy: What would prove the finding wrong, for example a value that was not meant as a limit.
# advice:
#   - variable: long_query_time
#     propose: 10
#     stopWhen: when to go no further
#     risk: what may go wrong
#     sideEffects: what else it changes
actions:
  - What to do that is not the setting of a variable.
sources:
  - where this is known from
examples:
  - name: slow statements all the time
    server: mysql 8.4.8
    given: { rate.Slow_queries: 5, seconds.fired: 20, seconds.seen: 20 }
    expect: fires
    because: five a second are above the threshold of one
  - name: hardly any
    server: mysql 8.4.8
    given: { rate.Slow_queries: 0.1, seconds.fired: 0, seconds.seen: 20 }
    expect: silent
    because: it is below the threshold
`;
}

/** @returns the file written, or a sentence on what is wrong */
export function writeNewRule(
  parameters: readonly string[],
  areas: readonly string[],
): { file: string } | { problem: string } {
  const [area = '', id = '', folder = join(root, 'rules')] = parameters;
  if (!areas.includes(area)) {
    return { problem: `Usage: npm run new-rule -- AREA ID [FOLDER]. Areas: ${areas.join(', ')}.` };
  }
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id)) return { problem: `"${id}" is no id: write it like-this-one.` };
  const file = join(folder, area, `${id}.yaml`);
  if (existsSync(file)) return { problem: `${file} is there already.` };
  mkdirSync(join(folder, area), { recursive: true });
  writeFileSync(file, ruleScaffold(area, id));
  return { file };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.chdir(root);
  const { module } =
    await runnerImport<typeof import('../src/shared/analysis.ts')>('./src/shared/analysis.ts');
  const outcome = writeNewRule(process.argv.slice(2), module.areas);
  if ('problem' in outcome) {
    console.error(outcome.problem);
    process.exitCode = 2;
  } else {
    console.log(
      `Wrote ${outcome.file}. Next: edit it, npm run unit -- test/analysis/rules.test.ts, npm run docs.`,
    );
  }
}
