import { foldedLines } from '../../shared/base/short-text';
import { formatValue } from '../../shared/base/units';
import { type RuleExplanation, ruleOutcomeWords } from '../../shared/rules/rule-explanation';
import { fields, type Style, wrap } from './style';
import { texts } from './texts';

/** A rule as a person reads it on a terminal; with what it said of a snapshot first, where one was given. */
export function ruleText(given: RuleExplanation, style: Style, width: number): string {
  const rule = fields({ ...given, explain: foldedLines(given.explain) });
  const { onSnapshot } = rule;
  const parts = [
    `${style[rule.severity](rule.severity.toUpperCase())}  ${style.strong(rule.title)}\n${style.faint(`  ${rule.area}/${rule.id}, ${rule.path}`)}`,
    ...(onSnapshot === null ? [] : [outcomeText(onSnapshot, style, width)]),
    part(texts.firesWhen, conditionLines(rule, width), style),
    part(
      texts.evidenceAndThresholds,
      rule.thresholds.map((one) => wrap(thresholdText(one), width, '  - ')),
      style,
    ),
    part(texts.whyItMatters, [wrap(rule.explain, width, '  ')], style),
    part(texts.whenThisAdviceIsWrong2, [wrap(rule.refutedBy, width, '  ')], style),
    part(texts.explains, linkLines(rule, width), style),
    part(texts.advice, adviceLines(rule, width), style),
    part(
      texts.sources,
      rule.sources.map((source) => wrap(source, width, '  - ')),
      style,
    ),
    part(
      texts.examplesTheyRunAsTests,
      rule.examples.map(({ name, expect, because }) => wrap(`${expect}: ${name}. ${because}`, width, '  - ')),
      style,
    ),
  ];
  return `${parts.filter((text) => text !== '').join('\n\n')}\n`;
}

function part(title: string, lines: string[], style: Style): string {
  return lines.length === 0 ? '' : [style.strong(title), ...lines].join('\n');
}

function conditionLines(
  { appliesTo, only, when, perSecond, escalation }: RuleExplanation,
  width: number,
): string[] {
  return [
    texts.servers2(appliesTo.length === 0 ? 'all' : appliesTo.join('; ')),
    ...(only === null ? [] : [texts.onlyWhere(only)]),
    texts.condition(when),
    ...(perSecond === null ? [] : [texts.countedInEachSecond(perSecond)]),
    ...(escalation === null ? [] : [texts.graver(escalation)]),
  ].map((line) => wrap(line, width, '  '));
}

function thresholdText({ label, value, threshold, source }: RuleExplanation['thresholds'][number]): string {
  return `${label}: ${value}${threshold === null ? '' : texts.threshold2(threshold)} (${source})`;
}

function adviceLines({ advice, actions }: RuleExplanation, width: number): string[] {
  return [
    ...advice.map(({ variable, propose, onlyIf, stopWhen, risk }) =>
      wrap(
        texts.enoughWhenRisk(variable, propose, onlyIf === null ? '' : `, if ${onlyIf}`, stopWhen, risk),
        width,
        '  - ',
      ),
    ),
    ...actions.map((action) => wrap(action, width, '  > ')),
  ];
}

function linkLines({ explains, explainedBy }: RuleExplanation, width: number): string[] {
  return [
    ...explains.map(({ ruleId, when, because }) =>
      wrap(`${ruleId}${when === null ? '' : texts.where(when)}: ${foldedLines(because)}`, width, '  - '),
    ),
    ...(explainedBy.length === 0 ? [] : [wrap(texts.explainedBy(explainedBy.join(', ')), width, '  ')]),
  ];
}

function outcomeText(
  {
    outcome,
    because,
    conditions,
    inputs,
    finding,
    place,
    causes,
    effects,
  }: NonNullable<RuleExplanation['onSnapshot']>,
  style: Style,
  width: number,
): string {
  return [
    style.strong(ruleOutcomeWords[outcome]),
    wrap(because, width, '  '),
    ...(place === null ? [] : [wrap(place, width, '  ')]),
    ...causes.map(({ ruleId, title, text }) => wrap(texts.explainedBy2(ruleId, title, text), width, '  <= ')),
    ...effects.map(({ ruleId, title, text }) => wrap(texts.explains2(ruleId, title, text), width, '  => ')),
    ...conditions.map(({ text, holds }) =>
      wrap(text, width, `  [${holds === null ? 'unknown' : holds ? 'true' : 'false'}] `),
    ),
    ...inputs.map(({ name, value, unit, unknown, what }) =>
      wrap(
        `${name}: ${unknown === null ? formatValue(value, unit) : texts.unknown(unknown)} ${what}`.trim(),
        width,
        '  - ',
      ),
    ),
    ...(finding === null ? [] : [wrap(finding.explanation, width, '  ')]),
  ].join('\n');
}
