import { foldedLines } from '../../shared/base/short-text';
import { formatValue } from '../../shared/base/units';
import { type RuleExplanation, ruleOutcomeWords } from '../../shared/rules/rule-explanation';
import { fields, type Style, wrap } from './style';

/** A rule as a person reads it on a terminal; with what it said of a snapshot first, where one was given. */
export function ruleText(given: RuleExplanation, style: Style, width: number): string {
  const rule = fields({ ...given, explain: foldedLines(given.explain) });
  const { onSnapshot } = rule;
  const parts = [
    `${style[rule.severity](rule.severity.toUpperCase())}  ${style.strong(rule.title)}\n${style.faint(`  ${rule.area}/${rule.id}, ${rule.path}`)}`,
    ...(onSnapshot === null ? [] : [outcomeText(onSnapshot, style, width)]),
    part('Fires when', conditionLines(rule, width), style),
    part(
      'Evidence and thresholds',
      rule.thresholds.map((one) => wrap(thresholdText(one), width, '  - ')),
      style,
    ),
    part('Why it matters', [wrap(rule.explain, width, '  ')], style),
    part('When this advice is wrong', [wrap(rule.refutedBy, width, '  ')], style),
    part('Explains', linkLines(rule, width), style),
    part('Advice', adviceLines(rule, width), style),
    part(
      'Sources',
      rule.sources.map((source) => wrap(source, width, '  - ')),
      style,
    ),
    part(
      'Examples (they run as tests)',
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
    `Servers: ${appliesTo.length === 0 ? 'all' : appliesTo.join('; ')}`,
    ...(only === null ? [] : [`Only where: ${only}`]),
    `Condition: ${when}`,
    ...(perSecond === null ? [] : [`Counted in each second: ${perSecond}`]),
    ...(escalation === null ? [] : [`Graver: ${escalation}`]),
  ].map((line) => wrap(line, width, '  '));
}

function thresholdText({ label, value, threshold, source }: RuleExplanation['thresholds'][number]): string {
  return `${label}: ${value}${threshold === null ? '' : `, threshold ${threshold}`} (${source})`;
}

function adviceLines({ advice, actions }: RuleExplanation, width: number): string[] {
  return [
    ...advice.map(({ variable, propose, onlyIf, stopWhen, risk }) =>
      wrap(
        `${variable} = ${propose}${onlyIf === null ? '' : `, if ${onlyIf}`}. Enough when: ${stopWhen} Risk: ${risk}`,
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
      wrap(`${ruleId}${when === null ? '' : `, where ${when}`}: ${foldedLines(because)}`, width, '  - '),
    ),
    ...(explainedBy.length === 0 ? [] : [wrap(`Explained by: ${explainedBy.join(', ')}`, width, '  ')]),
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
    ...causes.map(({ ruleId, title, text }) =>
      wrap(`Explained by ${ruleId} (${title}): ${text}`, width, '  <= '),
    ),
    ...effects.map(({ ruleId, title, text }) =>
      wrap(`Explains ${ruleId} (${title}): ${text}`, width, '  => '),
    ),
    ...conditions.map(({ text, holds }) =>
      wrap(text, width, `  [${holds === null ? 'unknown' : holds ? 'true' : 'false'}] `),
    ),
    ...inputs.map(({ name, value, unit, unknown, what }) =>
      wrap(
        `${name}: ${unknown === null ? formatValue(value, unit) : `unknown, ${unknown}`} ${what}`.trim(),
        width,
        '  - ',
      ),
    ),
    ...(finding === null ? [] : [wrap(finding.explanation, width, '  ')]),
  ].join('\n');
}
