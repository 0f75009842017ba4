import { compileRules } from '../../src/analysis';
import type { FactDefinition } from '../../src/analysis/facts/inputs/definition';
import type { Rule, RuleSet } from '../../src/analysis/rules/rule-set';
import type { RuleFile } from '../../src/files/rules/rule-files';
import { areas } from '../../src/shared/analysis';

/** docs/rules.md: how a rule is written, the facts that it may use, and every rule. */
export function rulesReference(files: RuleFile[]): string {
  const set = compileRules(files);
  const byArea = areas
    .map((area) => ({ area, rules: set.rules.filter((rule) => rule.area === area) }))
    .filter(({ rules }) => rules.length > 0);
  return `${[
    introduction(set),
    factTable([...set.facts.values()]),
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
| \`id\`, \`title\`, \`area\`, \`severity\` | who it is; \`escalate\` (\`severity\`, \`when\`) gives a graver case of the same finding |
| \`applies\` | flavours and versions (\`from\`, \`below\`); absent: all |
| \`only\` | the rule says nothing unless this holds |
| \`basis\` | \`setting\` (a value was read), \`measured\`, or \`inferred\` from a measurement |
| \`when\` | the condition over the whole window |
| \`perSecond\` | the condition in one interval; \`seconds.fired\` and \`seconds.seen\` count it |
| \`optional\` | inputs that may be unknown; ask with \`known(x)\`. Any other unknown input makes the rule *not checked* |
| \`impact\`, \`evidence\`, \`explain\`, \`refutedBy\`, \`headline\` | what is said; \`{{ expression }}\` stands for a value with its unit |
| \`advice\` | \`variable\`, \`propose\`, \`stopWhen\`, \`risk\`, \`sideEffects\`, and \`if\` it holds only sometimes |
| \`actions\`, \`probe\`, \`sources\` | what else to do, what would prove it, where it comes from |
| \`examples\` | inputs and what must come of them; they run as tests |

Expressions are written in CEL (Common Expression Language). The names in them:

| Name | Meaning |
| --- | --- |
| \`variable.x\` | a server variable, typed; one that does not exist on a server that the rule applies to is an error |
| \`status.X\` | a status variable at the end of the window |
| \`rate.X\` | change of a counter in the window, per second |
| \`fact.x\` | a fact of the table below |
| \`server.flavour\`, \`server.version\` ... | the server |
| \`host.x\` | a fact of the host, read or declared |
| \`seconds.fired\`, \`seconds.seen\` | seconds in which \`perSecond\` held, and in which it could be determined |`;
}

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

function ruleText(rule: Rule): string {
  const lines = [
    `#### ${rule.id}`,
    '',
    `${rule.title}. Severity ${rule.severity}${rule.escalate === null ? '' : `, ${rule.escalate.severity} when ${code(rule.escalate.when.source)}`}; basis: ${rule.basis}; ${appliesText(rule)}.`,
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
      ({ variable, propose, stopWhen, risk }) =>
        `- Advises \`${variable}\`: ${code(propose.source)}. Stop when: ${oneLine(stopWhen)} Risk: ${oneLine(risk)}`,
    ),
    `- Refuted by: ${oneLine(rule.refutedBy)}`,
    `- Sources: ${rule.sources.map(oneLine).join('; ')}`,
    `- Examples: ${rule.examples.map(({ name, expect }) => `${oneLine(name)} (${expect})`).join('; ')}`,
  ];
  return lines.join('\n');
}

function appliesText({ applies }: Rule): string {
  if (applies === undefined) return 'all servers';
  return applies
    .map(
      ({ flavour, from, below }) =>
        `${flavour}${from === undefined ? '' : ` from ${from}`}${below === undefined ? '' : ` below ${below}`}`,
    )
    .join(', ');
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
