import { compileRules } from '../../src/analysis';
import type { FactDefinition } from '../../src/analysis/facts/inputs/definition';
import type { Rule, RuleSet } from '../../src/analysis/rules/rule-set';
import { rangeText } from '../../src/analysis/rules/server-range';
import type { RuleFile } from '../../src/files/rules/rule-files';
import { areas, units } from '../../src/shared/analysis';
import { formatValue } from '../../src/shared/base/units';

/** docs/rules.md: how a rule is written, the facts that it may use, and every rule. */
export function rulesReference(files: RuleFile[]): string {
  const set = compileRules(files);
  const byArea = areas
    .map((area) => ({ area, rules: set.rules.filter((rule) => rule.area === area) }))
    .filter(({ rules }) => rules.length > 0);
  return `${[
    introduction(set),
    factTable([...set.facts.values()]),
    graph(set.rules),
    '## The rules',
    ...byArea.flatMap(({ area, rules }) => [`### Area: ${area}`, ...rules.map(ruleText)]),
  ].join('\n\n')}\n`;
}

function introduction({ rules, facts }: RuleSet): string {
  return `# Rules

This page is made by \`npm run docs\` from \`rules/\` and the definitions of the facts: ${rules.length} rules, ${facts.size} facts.

A rule is one file, \`rules/<area>/<id>.yaml\`. Your own go into the folder
\`rules\` of the configuration (Linux: \`~/.config/latchkey/rules\`), where the app and the command line find them, or into
one that you name with \`--rules FOLDER\`. \`npm run new -- rule AREA/ID --in FOLDER\` writes one to start from, \`latchkey rules
check FOLDER\` shows with file and line what is wrong, and \`latchkey rules explain ID SNAPSHOT\` why a rule fired on a
snapshot or did not. A faulty rule of your own stops no other: it is named beside the diagnosis.

So that no rule can hang: a file has at most 256 KiB and no YAML aliases; an expression at most 1,000 nodes, 60 levels
and 5,000 steps, those of a rule together 50,000; \`exists\`, \`all\`, \`exists_one\` and \`filter\` walk lists that are written
out; \`map\`, \`matches\` and \`cel.bind\` are not available. A file holds:

| Field | Meaning |
| --- | --- |
| \`id\`, \`title\`, \`area\`, \`severity\` | who it is; \`escalate\` (\`severity\`, \`when\`) gives a graver case of the same finding, or a list of them in rising order |
| \`applies\` | a list of ranges: \`flavour\` with versions (\`from\`, \`below\`), \`hosting\` (a list of \`self\`, \`rds\`, \`aurora\`, \`cloudsql\`, \`azure\`, \`unknown\`), or both; absent: all. Advice on a variable that the service fixes or ignores is never given |
| \`only\` | the rule says nothing unless this holds |
| \`basis\` | \`setting\` (a value was read), \`state\` (what the server reports of itself was read), \`measured\`, or \`inferred\` from a measurement |
| \`when\` | the condition over the whole window |
| \`perSecond\` | the condition in one interval; \`seconds.fired\` and \`seconds.seen\` count it |
| \`optional\` | inputs that may be unknown; ask with \`known(x)\`. Any other unknown input makes the rule *not checked*, and so does an optional one that nobody read (the server may have it) where it could make a false condition true |
| \`impact\`, \`evidence\`, \`explain\`, \`refutedBy\`, \`headline\` | what is said; \`{{ expression }}\` stands for a value with its unit |
| \`explains\` | findings that this one is the cause of: \`rule\`, \`because\` (the sentence that links them) and \`when\` (measured support; what cannot be determined does not hold). Such a finding stands under this one and its advice is withheld from the plan |
| \`role\` | \`lever\` (the default), or \`resource\`: the measure of something else (CPU used, a disk busy). A resource is the headline only where no lever explains it; \`measure\` is its clause in the sentence about its cause |
| \`standing\` | \`finding\` (the default), \`remark\` (worth knowing: folded below, never in a plan unasked; \`escalate\` makes a finding of it) or \`earlier\` (happened before the window; its text gives the span of time) |
| \`advice\` | \`variable\`, \`stopWhen\`, \`risk\`, \`sideEffects\`, \`if\` it holds only sometimes, and either \`propose\` (a value) or \`need\` (what was measured) |
| \`need\`, \`atMost\`, \`inForce\`, \`lower\` | the value is the need with a quarter of headroom, rounded up as people write it, at least the server's default where the present value is below that, at most \`atMost\`, and only a rise (\`lower: true\`: only a fall) of a tenth or more; \`inForce\` is the present value where the variable is not in force |
| \`actions\`, \`probe\`, \`sources\` | what else to do, what would prove it, where it comes from |
| \`examples\` | inputs and what must come of them; they run as tests. \`lacks\` names inputs that this server is known not to have |

Expressions are written in CEL (Common Expression Language). The names in them:

| Name | Meaning |
| --- | --- |
| \`variable.x\` | a server variable, typed; one that does not exist on a server that the rule applies to is an error |
| \`status.X\` | a status variable at the end of the window |
| \`rate.X\` | change of a counter in the window, per second |
| \`fact.x\` | a fact of the table below |
| \`server.flavour\`, \`server.version\` ... | the server |
| \`host.x\` | a fact of the host, read or declared |
| \`seconds.fired\`, \`seconds.seen\` | seconds in which \`perSecond\` held, and in which it could be determined |

Constants \`KiB\`, \`MiB\`, \`GiB\`. Functions beside those of CEL: \`known(x)\`, \`min\`, \`max\`, \`abs\`, \`round\`, \`ceil\`, \`floor\`, \`roundUp(x, step)\`, \`lower(text)\`, \`v("8.0.30")\`
(a version that \`server.version\` can be compared with) and \`text(number, "unit")\`, a number as it is shown.

In texts \`{{ expression }}\` has the unit of the input where it is a lone one; anything else names its unit,
\`{{ expression | unit }}\`. An unknown value is shown as "${formatValue(null, 'none')}", true and false as ON and OFF.

| Unit | ${sampleNumbers.join(' | ')} |
| --- | ${sampleNumbers.map(() => '---').join(' | ')} |
${units.map((unit) => `| \`${unit}\` | ${sampleNumbers.map((number) => formatValue(number, unit)).join(' | ')} |`).join('\n')}`;
}

/** Numbers that show how a unit is written. */
const sampleNumbers = [0.25, 1, 4096, 3_000_000];

function factTable(facts: FactDefinition[]): string {
  const rows = facts.map(({ id, unit, doc, perSecond }) =>
    [
      `\`fact.${id}\``,
      unit,
      cell(doc.what),
      cell(code(doc.formula)),
      cell(doc.source),
      perSecond ? 'yes' : 'no',
    ].join(' | '),
  );
  return [
    '## Facts',
    '',
    '| Name | Unit | What it is | Formula | Source | Per second |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows.map((row) => `| ${row} |`),
  ].join('\n');
}

/** The graph of causes: drawn, and as a table that can be searched. */
function graph(rules: Rule[]): string {
  const links = rules.flatMap(({ id, explains }) => explains.map((link) => ({ from: id, ...link })));
  const effects = rules.filter(({ id }) => links.some(({ rule }) => rule === id));
  const rows = effects.map(({ id, role }) => {
    const causes = links
      .filter(({ rule }) => rule === id)
      .map(({ from, when }) => `\`${from}\`${when === null ? '' : ' (measured)'}`);
    return `| \`${id}\`${role === 'resource' ? ' (resource)' : ''} | ${causes.join(', ')} |`;
  });
  return [
    '## The graph of causes',
    '',
    `${links.length} links from a cause to what it brings about, without a cycle. A dotted line holds only where the window supports`,
    'it by measurement; a round box is a resource, the measure of something else. Among the findings of an analysis a link counts',
    'where both ends fired; a muted cause explains nothing.',
    '',
    '```mermaid',
    'flowchart LR',
    ...effects.filter(({ role }) => role === 'resource').map(({ id }) => `  ${id}([${id}])`),
    ...links.map(({ from, rule, when }) => `  ${from} ${when === null ? '-->' : '-.->'} ${rule}`),
    '```',
    '',
    '| Finding | Explained by |',
    '| --- | --- |',
    ...rows,
  ].join('\n');
}

function ruleText(rule: Rule): string {
  const lines = [
    `#### ${rule.id}`,
    '',
    `${rule.title}. Severity ${rule.severity}${rule.escalate.map(({ severity, when }) => `, ${severity} when ${code(when.source)}`).join('')}; basis: ${rule.basis}; ${standingText(rule)}${appliesText(rule)}.`,
    '',
    `- Fires when ${code(rule.when.source)}`,
    ...(rule.only === null ? [] : [`- Only where ${code(rule.only.source)}`]),
    ...(rule.perSecond === null ? [] : [`- In each second: ${code(rule.perSecond.source)}`]),
    ...rule.evidence
      .filter(({ threshold }) => threshold !== null)
      .map(
        ({ label, threshold, thresholdSource }) =>
          `- Threshold of "${label}": ${code(threshold?.source ?? '')}. ${oneLine(thresholdSource)}`,
      ),
    ...rule.advice.map(
      ({ variable, propose, sizing, stopWhen, risk }) =>
        `- Advises \`${variable}\`: ${proposal(propose.source, sizing)}. Enough when: ${oneLine(stopWhen)} Risk: ${oneLine(risk)}`,
    ),
    ...rule.explains.map(
      ({ rule: explained, when, because }) =>
        `- Explains \`${explained}\`${when === null ? '' : ` where ${code(when.source)}`}: ${oneLine(because.source)}`,
    ),
    `- When this advice is wrong: ${oneLine(rule.refutedBy)}`,
    `- Sources: ${rule.sources.map(oneLine).join('; ')}`,
    `- Examples: ${rule.examples.map(({ name, expect }) => `${oneLine(name)} (${expect})`).join('; ')}`,
  ];
  return lines.join('\n');
}

function proposal(source: string, sizing: Rule['advice'][number]['sizing']): string {
  if (sizing === null) return code(source);
  const bound = sizing.atMost === null ? '' : `, at most ${code(sizing.atMost.source)}`;
  return `${sizing.direction === 'lower' ? 'lowered' : 'raised'} for a need of ${code(source)}${bound}`;
}

function standingText({ role, standing }: Rule): string {
  const kinds = { finding: '', remark: 'a remark; ', earlier: 'about what happened before the window; ' };
  return `${role === 'resource' ? 'a resource; ' : ''}${kinds[standing]}`;
}

function appliesText({ applies }: Rule): string {
  return applies === undefined ? 'all servers' : applies.map(rangeText).join(', ');
}

function oneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}

function cell(text: string): string {
  return oneLine(text).replaceAll('|', '\\|');
}

function code(text: string): string {
  return `\`${oneLine(text)}\``;
}
