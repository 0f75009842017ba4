import type { Advice, Analysis, Finding, NotChecked } from '../shared/analysis';
import { type MemoryBudget, type Plan, type PlanChange, whyChanged } from '../shared/plan';
import type { Snapshot } from '../shared/snapshot';
import { withSourceNames } from '../shared/source-names';
import { formatBytes, formatSeconds, formatValue } from '../shared/units';
import { advisedUnits, confidenceText, settingLabel } from '../view';
import { type Fact, noChangeText, sectionState, snapshotFacts, windowStatements } from './facts';
import { hostFacts } from './host-facts';
import { code, list, plain, table } from './markdown-text';
import { stackFacts } from './stack-facts';

/** The whole diagnosis as Markdown (CommonMark with tables). Texts from the server cannot become markup. */
export function renderMarkdown(snapshot: Snapshot, analysis: Analysis): string {
  const { headline, findings, notChecked, passed, muted, faultyRules, plan } = analysis;
  const blocks = [
    '# Latchkey report',
    `**${prose(headline.text)}**`,
    factTable(snapshotFacts(snapshot)),
    `## Findings (${findings.length})`,
    ...(findings.length === 0 ? ['None.'] : findings.map(findingText)),
    '## Plan',
    planText(plan, findings),
    '## Memory',
    memoryText(plan),
    ...statementsText(snapshot),
    ...stacksText(snapshot),
    ...(muted.length === 0
      ? []
      : [
          `## Muted (${muted.length})`,
          list(
            muted.map(
              ({ ruleId, severity, title, reason }) =>
                `${severity}: ${prose(title)} (${code(ruleId)}), muted because: ${prose(reason)}`,
            ),
          ),
        ]),
    ...(faultyRules.length === 0
      ? []
      : [
          `## Rules that are not valid and did not run (${faultyRules.length})`,
          list(faultyRules.map(({ message }) => prose(message))),
        ]),
    `## Not checked (${notChecked.length})`,
    notChecked.length === 0 ? 'Every rule could be checked.' : notCheckedText(notChecked),
    `## Checked, and not the case (${passed.length})`,
    passed.length === 0
      ? 'No rule.'
      : list(passed.map(({ ruleId, title }) => `${prose(title)} (${code(ruleId)})`)),
    '## Host',
    factTable(hostFacts(snapshot.host)),
    '## What was gathered',
    table(
      ['Section', 'Status', 'Details'],
      Object.entries(snapshot.sections).map(([name, section]) => [
        code(name),
        section.status,
        plain(sectionState(section)),
      ]),
    ),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function findingText(finding: Finding): string {
  const { severity, title, area, ruleId, impact, confidence } = finding;
  const blocks = [
    `### ${finding.rank}. ${plain(title)}`,
    `${severity}, ${area}, rule ${code(ruleId)}. Impact (${impact.basis}): ${prose(impact.text)} Confidence: ${confidenceText(finding)}; ${prose(confidence.reason)}`,
    table(
      ['Measure', 'Value', 'Threshold', 'How it is made', 'Why that threshold'],
      finding.evidence.map(({ label, value, unit, threshold, formula, thresholdSource }) => [
        plain(label),
        plain(formatValue(value, unit)),
        threshold === null ? '' : plain(formatValue(threshold, unit)),
        code(formula),
        plain(withSourceNames(thresholdSource)),
      ]),
    ),
    prose(finding.explanation),
    ...finding.advice.map(adviceText),
    ...(finding.actions.length === 0 ? [] : [list(finding.actions.map(prose))]),
    `Refuted by: ${prose(finding.refutedBy)}`,
    ...(finding.sources.length === 0
      ? []
      : [`Sources: ${finding.sources.map((source) => prose(withSourceNames(source))).join('; ')}`]),
  ];
  return blocks.join('\n\n');
}

function adviceText(advice: Advice): string {
  const { variable, current, proposed, unit } = advice;
  return list([
    `${code(variable)}: ${plain(settingLabel(current, unit))} -> **${plain(settingLabel(proposed, unit))}** (${advice.restart ? 'at the next restart' : 'takes effect at once'})`,
    `Stop when: ${prose(advice.stopWhen)}`,
    ...(advice.memoryEffect === null ? [] : [`Memory: ${prose(advice.memoryEffect)}`]),
    `Risk: ${prose(advice.risk)}`,
    ...(advice.sideEffects === '' ? [] : [`Side effects: ${prose(advice.sideEffects)}`]),
  ]);
}

function planText(plan: Plan, findings: Finding[]): string {
  const units = advisedUnits(findings);
  const label = (variable: string, value: Plan['changes'][number]['to']) =>
    plain(settingLabel(value, units.get(variable) ?? 'none'));
  const blocks =
    plan.changes.length === 0
      ? [noChangeText(findings)]
      : [
          table(
            ['Variable', 'Now', 'Planned', 'Takes effect', 'Why'],
            plan.changes.map((change) => [
              code(change.variable),
              label(change.variable, change.from),
              label(change.variable, change.stored),
              change.when === 'now' ? 'at once' : 'at the next restart',
              whyChanged(marked(change), code, (value) => label(change.variable, value)),
            ]),
          ),
        ];
  const remarks = [
    ...plan.conflicts.map(
      ({ variable, sides }) =>
        `${code(variable)}: the rules disagree, so none is followed: ${sides
          .map(
            ({ ruleId, to, argument }) => `${label(variable, to)} for ${code(ruleId)} (${prose(argument)})`,
          )
          .join('; ')}`,
    ),
    ...plan.leftOut.map(({ variable, reason }) => `${code(variable)}, left out: ${prose(reason)}`),
    ...plan.locked.map((variable) => `${code(variable)}: locked`),
  ];
  if (remarks.length > 0) blocks.push(list(remarks));
  return blocks.join('\n\n');
}

/** What is said of a change, safe in Markdown. */
function marked(change: PlanChange): PlanChange {
  const needs = change.neededBy.map(({ variable, reason }) => ({
    variable: code(variable),
    reason: prose(reason),
  }));
  return { ...change, neededBy: needs };
}

function memoryText({ memory, memoryNow, memoryCheck }: Plan): string {
  const row = (name: string, budget: MemoryBudget) => [
    name,
    formatBytes(budget.low),
    formatBytes(budget.likely),
    formatBytes(budget.worst),
  ];
  return [
    table(['', 'Low', 'Likely', 'Worst case'], [row('Now', memoryNow), row('With the plan', memory)]),
    prose(memoryCheck.text),
    table(
      ['Term, with the plan', 'Low', 'Likely', 'Worst case', 'How'],
      memory.terms.map(({ name, low, likely, worst, how }) => [
        plain(name),
        formatBytes(low),
        formatBytes(likely),
        formatBytes(worst),
        plain(how),
      ]),
    ),
  ].join('\n\n');
}

function notCheckedText(notChecked: NotChecked[]): string {
  return table(
    ['Rule', 'Missing', 'Why'],
    notChecked.flatMap(({ ruleId, reasons }) =>
      reasons.map(({ input, code: reason, text }) => [
        code(ruleId),
        code(input),
        `${reason}: ${plain(text)}`,
      ]),
    ),
  );
}

function statementsText(snapshot: Snapshot): string[] {
  const statements = windowStatements(snapshot);
  if (statements === null) return [];
  const title = '## Statements of the window';
  if (statements.rows.length === 0) return [title, plain(statements.instead)];
  return [
    title,
    table(
      ['Share of time', 'Executions', 'Mean', 'Rows examined per row sent', 'Statement'],
      statements.rows.map(({ share, perSecond, mean, examinedPerSent, text }) => [
        formatValue(share * 100, 'percent'),
        formatValue(perSecond, 'count/s'),
        formatSeconds(mean),
        examinedPerSent === null ? 'none sent' : formatValue(examinedPerSent, 'ratio'),
        code(text),
      ]),
    ),
  ];
}

function stacksText(snapshot: Snapshot): string[] {
  const stacks = stackFacts(snapshot);
  return stacks === null ? [] : ['## Stacks', plain(stacks.heading), factTable(stacks.facts)];
}

function factTable(facts: Fact[]): string {
  return table(
    ['', ''],
    facts.map(({ name, value }) => [plain(name), plain(value)]),
  );
}

/** Markdown of a rule, with HTML in the values it holds made inert. Inside code spans nothing is HTML anyway. */
function prose(markdown: string): string {
  return markdown
    .trim()
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(/[<>]/g, '\\$&')))
    .join('');
}
