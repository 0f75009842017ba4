import type { Advice, Analysis, Finding, NotChecked } from '../shared/analysis';
import { withSourceNames } from '../shared/base/source-names';
import { formatBytes, formatValue } from '../shared/base/units';
import { historyLines } from '../shared/history-text';
import { groupTitle, notCheckedGroups } from '../shared/not-checked';
import {
  type MemoryBudget,
  type PlanChange,
  type TuningPlan,
  whyChanged,
  withheldBesides,
} from '../shared/plan';
import type { Snapshot } from '../shared/snapshot';
import { type TopSql, topSqlMarks } from '../shared/top-sql';
import { ownStatementsText, topSqlSpanText } from '../shared/top-sql-text';
import {
  code,
  inARow,
  list,
  type Markdown,
  markdown,
  markdownBlocks,
  plain,
  prose,
  table,
} from '../shared/writers/markdown';
import { advisedUnits, confidenceText, settingLabel, topSqlTableColumns, unitIn } from '../view';
import type { Fact } from '../view/fact';
import { hasStatements, noChangeText, sectionState, snapshotFacts } from './facts';
import { hostFacts } from './host-facts';
import { stackFacts } from './stack-facts';
import { texts } from './texts.ts';

/** The whole diagnosis as Markdown (CommonMark with tables). Texts from the server cannot become markup. */
export function renderMarkdown(snapshot: Snapshot, analysis: Analysis, top: TopSql): string {
  const { headline, findings, notChecked, passed, muted, faultyRules, plan } = analysis;
  const blocks = [
    markdown`# Latchkey report`,
    markdown`**${prose(headline.text)}**`,
    factTable(snapshotFacts(snapshot)),
    markdown`## Findings (${findings.length})`,
    ...(findings.length === 0 ? [markdown`None.`] : findings.map(findingText)),
    ...historyText(analysis),
    markdown`## Plan`,
    planText(plan, findings),
    markdown`## Memory`,
    memoryText(plan),
    ...(hasStatements(snapshot) ? topSqlText(top) : []),
    ...stacksText(snapshot),
    ...mutedText(muted),
    ...(faultyRules.length === 0
      ? []
      : [
          markdown`## Rules that are not valid and did not run (${faultyRules.length})`,
          list(faultyRules.map(({ message }) => prose(message))),
        ]),
    markdown`## Not checked (${notChecked.length})`,
    ...(notChecked.length === 0 ? [markdown`Every rule could be checked.`] : notCheckedText(notChecked)),
    markdown`## Passed (${passed.length})`,
    passed.length === 0
      ? markdown`No rule.`
      : list(passed.map(({ ruleId, title }) => markdown`${prose(title)} (${code(ruleId)})`)),
    markdown`## Host`,
    factTable(hostFacts(snapshot.host)),
    markdown`## What was gathered`,
    table(
      [texts.section, texts.status, texts.details],
      Object.entries(snapshot.sections).map(([name, section]) => [
        code(name),
        plain(section.status),
        plain(sectionState(section)),
      ]),
    ),
  ];
  return `${markdownBlocks(blocks).text}\n`;
}

function mutedText(muted: Analysis['muted']): Markdown[] {
  if (muted.length === 0) return [];
  return [
    markdown`## Muted (${muted.length})`,
    list(
      muted.map(
        ({ ruleId, severity, title, reason }) =>
          markdown`${plain(severity)}: ${prose(title)} (${code(ruleId)}), muted because: ${prose(reason)}`,
      ),
    ),
  ];
}

function historyText({ history }: Analysis): Markdown[] {
  if (history === undefined) return [];
  return [
    markdown`## History`,
    list(historyLines(history).map(({ label, text }) => markdown`${plain(label)}: ${prose(text)}`)),
  ];
}

function findingText(finding: Finding): Markdown {
  const { severity, title, area, ruleId, impact, confidence, history } = finding;
  const blocks = [
    markdown`### ${finding.rank}. ${plain(title)}`,
    markdown`${plain(severity)}, ${plain(area)}, rule ${code(ruleId)}. Impact (${plain(impact.basis)}): ${prose(impact.text)} Confidence: ${plain(confidenceText(finding))}; ${prose(confidence.reason)}`,
    ...(history === undefined ? [] : [markdown`In the history: ${prose(history.text)}.`]),
    ...finding.explainedBy.map(
      ({ ruleId: cause, text }) => markdown`Follows from ${code(cause)}: ${prose(text)}`,
    ),
    table(
      [texts.measure, texts.value, texts.threshold, texts.source, texts.sourceOfTheThreshold],
      finding.evidence.map(({ label, value, unit, threshold, formula, thresholdSource }) => [
        plain(label),
        plain(formatValue(value, unit)),
        threshold === null ? markdown`` : plain(formatValue(threshold, unit)),
        code(formula),
        plain(withSourceNames(thresholdSource)),
      ]),
    ),
    prose(finding.explanation),
    ...finding.advice.map(adviceText),
    ...(finding.actions.length === 0 ? [] : [list(finding.actions.map(prose))]),
    markdown`When this advice is wrong: ${prose(finding.refutedBy)}`,
    ...(finding.sources.length === 0
      ? []
      : [
          markdown`Sources: ${inARow(
            finding.sources.map((source) => prose(withSourceNames(source))),
            '; ',
          )}`,
        ]),
  ];
  return markdownBlocks(blocks);
}

function adviceText(advice: Advice): Markdown {
  const { variable, current, proposed, unit } = advice;
  return list([
    markdown`${code(variable)}: ${plain(settingLabel(current, unit))} -> **${plain(settingLabel(proposed, unit))}** (${advice.restart ? markdown`at the next restart` : markdown`takes effect at once`})`,
    ...(advice.presumed === undefined ? [] : [prose(advice.presumed)]),
    markdown`Enough when: ${prose(advice.stopWhen)}`,
    ...(advice.memoryEffect === null ? [] : [markdown`Memory: ${prose(advice.memoryEffect)}`]),
    markdown`Risk: ${prose(advice.risk)}`,
    ...(advice.sideEffects === '' ? [] : [markdown`Side effects: ${prose(advice.sideEffects)}`]),
  ]);
}

function planText(plan: TuningPlan, findings: Finding[]): Markdown {
  const unitOf = unitIn(advisedUnits(findings));
  const label = (variable: string, value: TuningPlan['changes'][number]['to']) =>
    plain(settingLabel(value, unitOf(variable)));
  const blocks =
    plan.changes.length === 0
      ? [plain(noChangeText(findings))]
      : [
          ...(plan.summary === '' ? [] : [prose(plan.summary)]),
          table(
            [texts.variable, texts.now, texts.planned, texts.takesEffect, texts.why],
            plan.changes.map((change) => [
              code(change.variable),
              label(change.variable, change.from),
              label(change.variable, change.stored),
              change.when === 'now'
                ? markdown`at once`
                : change.atOnce === undefined
                  ? markdown`at the next restart`
                  : markdown`at the next restart; ${label(change.variable, change.atOnce)} at once`,
              prose(
                whyChanged(marked(change), codeSpan, (value) => settingLabel(value, unitOf(change.variable))),
              ),
            ]),
          ),
        ];
  const remarks = [
    ...withheldBesides(plan).map(
      ({ variable, reason }) => markdown`${code(variable)}, left out: ${prose(reason)}`,
    ),
    ...plan.caused.map(({ title, text }) => markdown`Watch afterwards: ${prose(title)}. ${prose(text)}`),
    ...plan.conflicts.map(
      ({ variable, sides }) =>
        markdown`${code(variable)}: the rules disagree, so none is followed: ${inARow(
          sides.map(
            ({ ruleId, to, argument }) =>
              markdown`${label(variable, to)} for ${code(ruleId)} (${prose(argument)})`,
          ),
          '; ',
        )}`,
    ),
    ...plan.leftOut.map(({ variable, reason }) => markdown`${code(variable)}, left out: ${prose(reason)}`),
    ...plan.locked.map((variable) => markdown`${code(variable)}: locked`),
  ];
  if (remarks.length > 0) blocks.push(list(remarks));
  return markdownBlocks(blocks);
}

/** A name within text that `prose` is given. */
function codeSpan(name: string): string {
  return code(name).text;
}

/** What is said of a change, with the names that it gives as code. */
function marked(change: PlanChange): PlanChange {
  const needs = change.neededBy.map(({ variable, reason }) => ({
    variable: codeSpan(variable),
    reason,
  }));
  return { ...change, neededBy: needs };
}

function memoryText({ memory, memoryNow, memoryCheck }: TuningPlan): Markdown {
  const row = (name: string, budget: MemoryBudget) => [
    plain(name),
    plain(formatBytes(budget.low)),
    plain(formatBytes(budget.likely)),
    plain(formatBytes(budget.worst)),
  ];
  return markdownBlocks([
    table(
      ['', texts.low, texts.likely, texts.worstCase],
      [row(texts.now, memoryNow), row(texts.withThePlan, memory)],
    ),
    prose(memoryCheck.text),
    table(
      [texts.termWithThePlan, texts.low, texts.likely, texts.worstCase, texts.how],
      memory.terms.map(({ name, low, likely, worst, how }) => [
        plain(name),
        plain(formatBytes(low)),
        plain(formatBytes(likely)),
        plain(formatBytes(worst)),
        plain(how),
      ]),
    ),
  ]);
}

/** By what would unlock them; where nothing would, with what is missing. */
function notCheckedText(notChecked: NotChecked[]): Markdown[] {
  return notCheckedGroups(notChecked).flatMap((group) => [
    markdown`### ${plain(groupTitle(group))}`,
    group.steps.length > 0
      ? list(group.rules.map(({ ruleId, title }) => markdown`${prose(title)} (${code(ruleId)})`))
      : reasonsTable(group.rules),
  ]);
}

function reasonsTable(notChecked: NotChecked[]): Markdown {
  return table(
    [texts.rule, texts.missing, texts.why],
    notChecked.flatMap(({ ruleId, reasons }) =>
      reasons.map(({ input, code: reason, text }) => [
        code(ruleId),
        code(input),
        markdown`${plain(reason)}: ${plain(text)}`,
      ]),
    ),
  );
}

function topSqlText(top: TopSql): Markdown[] {
  const title = markdown`## Top SQL`;
  const { statements, reason, remarks, unknown } = top;
  if (reason !== null) return [title, plain(`${reason.text} ${reason.remedy ?? ''}`.trim())];
  const own = ownStatementsText(top);
  return [
    title,
    plain(topSqlSpanText(top)),
    ...remarks.map(plain),
    table(
      [...topSqlTableColumns.map((column) => column.title), texts.statement, texts.marks],
      statements.map((one) => [
        ...topSqlTableColumns.map(({ text }) => plain(text(one))),
        code(one.text),
        plain(one.marks.map((mark) => topSqlMarks[mark]).join(', ')),
      ]),
    ),
    ...(unknown.length === 0
      ? []
      : [list(unknown.map((one) => plain(texts.unknown(one.title, one.reason))))]),
    ...(own === null ? [] : [plain(own)]),
  ];
}

function stacksText(snapshot: Snapshot): Markdown[] {
  const stacks = stackFacts(snapshot);
  return stacks === null ? [] : [markdown`## Stacks`, plain(stacks.heading), factTable(stacks.facts)];
}

function factTable(facts: Fact[]): Markdown {
  return table(
    ['', ''],
    facts.map(({ name, value }) => [plain(name), plain(value)]),
  );
}
