import { foldersIn } from '../folders.ts';
import type { Kind, Names } from '../kind.ts';

export const ruleKind: Kind = {
  id: 'rule',
  title: 'a rule',
  groups: foldersIn('rules', 'memory'),
  generated: true,
  steps: [
    {
      path: 'rules/<group>/<id>.yaml',
      does: 'create',
      what: 'the rule: conditions in CEL, texts, thresholds with their sources, advice, and examples, which run as tests',
      write: (names) => ruleText(names),
    },
    { path: 'docs/rules.md', does: 'generate', what: 'the list of rules' },
    { path: 'docs/coverage.md', does: 'generate', what: 'which rules cover what the literature says' },
    {
      path: 'samples',
      does: 'by hand',
      what: '`*.analysis.json`: each golden analysis lists every rule that stays silent, so a new one adds a line to each: `LATCHKEY_UPDATE_GOLDEN=1 npx vitest run --project unit test/golden` writes them; review the difference',
    },
  ],
  remarks: [
    'The id is kebab-case, equals the name of the file and is never used again. [docs/rules.md](docs/rules.md) lists the fields and the names that expressions may use.',
    'A threshold on a counter works on the sampled window, never on totals since start. A missing input makes the rule *not checked* with the reason; it never counts as zero.',
    'Every threshold names its source; every advice names a stop condition and its risk. Nothing trades durability for speed without naming the loss.',
    'At least one example fires and one stays silent.',
    'For rules of your own outside the project: `npm run new -- rule AREA/NAME --in FOLDER`.',
  ],
  tests: ['test/analysis/rules.test.ts', 'test/golden'],
};

/** A valid rule with one example that fires and one that stays silent. @param input what it asks, per second */
export function ruleText(
  { group, id, title }: Pick<Names, 'group' | 'id' | 'title'>,
  input = 'rate.Slow_queries',
): string {
  return `# A rule to start from; docs/rules.md lists the names that expressions may use.
# Check it with: latchkey rules check FOLDER; see it on a snapshot with: latchkey rules explain ${id} SNAPSHOT
id: ${id}
title: ${title}
area: ${group}
severity: notice
# setting: a value was read; measured: a rate or a wait was; inferred: concluded from something else.
basis: measured
# Servers that it is for; without this line all.
# applies: [{ flavour: mysql, from: '8.0' }, { hosting: [self, unknown] }]
when: ${input} > 1
# Counted in each second of the window: "it held in 21 of 30 seconds".
perSecond: ${input} > 1
impact:
  text: '{{ ${input} | count/s }} statements are slower than long_query_time.'
evidence:
  - label: Slow statements
    value: ${input}
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
    given: { ${input}: 5, seconds.fired: 20, seconds.seen: 20 }
    expect: fires
    because: five a second are above the threshold of one
  - name: hardly any
    server: mysql 8.4.8
    given: { ${input}: 0.1, seconds.fired: 0, seconds.seen: 20 }
    expect: silent
    because: it is below the threshold
`;
}
