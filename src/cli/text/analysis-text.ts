import {
  type Advice,
  type Analysis,
  type Evidence,
  type Finding,
  isRootCause,
  type NotChecked,
} from '../../shared/analysis';
import { counted, formatSeconds, formatSetting, formatValue } from '../../shared/base/units';
import { historyLines } from '../../shared/history-text';
import { type NotCheckedGroup, shortGroups } from '../../shared/not-checked';
import { hostingWords, type ServerIdentity, serverName } from '../../shared/server';
import { planText } from './plan-text';
import { fields, type Style, wrap } from './style';
import { texts } from './texts';

/** An analysis as a person reads it on a terminal. */
export function analysisText(given: Analysis, style: Style, width: number): string {
  const analysis = fields(given);
  const { snapshot, findings, notChecked, passed, muted, faultyRules } = analysis;
  const parts = [
    [
      ...(snapshot.path === null ? [] : [style.faint(snapshot.path)]),
      style.faint(
        `${describeServer(snapshot.server)}, ${describeWindow(snapshot.windowSeconds, snapshot.averagedSeconds)}`,
      ),
      ...(snapshot.complete ? [] : [texts.thisSnapshotIsPartialIt]),
    ].join('\n'),
    style.strong(wrap(analysis.headline.text, width, '')),
    ...findings
      .filter(isRootCause)
      .map((finding) =>
        [findingText(finding, style, width), ...consequences(finding, findings, style, width, '  ')].join(
          '\n',
        ),
      ),
    ...historyText(analysis, style, width),
    ...asideText(texts.remarks, 'remark', findings, style, width),
    ...asideText(texts.beforeTheWindow, 'earlier', findings, style, width),
    planText(analysis.plan, findings, style, width),
    ...(muted.length === 0 ? [] : [mutedText(muted, style, width)]),
    ...(faultyRules.length === 0 ? [] : [faultyText(faultyRules, style, width)]),
    ...(notChecked.length === 0 ? [] : [notCheckedText(notChecked, style, width)]),
    style.faint(
      texts.passedNotChecked(
        counted(findings.length, 'finding'),
        counted(passed.length, 'rule'),
        notChecked.length,
      ),
    ),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** What the weeks before say, a line each. */
function historyText({ history }: Analysis, style: Style, width: number): string[] {
  if (history === undefined) return [];
  const lines = historyLines(history).map(({ label, text }) => wrap(`${label}: ${text}`, width, '  - '));
  return [[style.strong(texts.history), ...lines].join('\n')];
}

export function describeServer(server: ServerIdentity): string {
  const uptime = server.uptimeSeconds === null ? '' : `, up ${formatSeconds(server.uptimeSeconds)}`;
  const { hosting } = server;
  const service = hosting === 'self' || hosting === 'unknown' ? '' : ` on ${hostingWords[hosting]}`;
  return `${serverName(server)}${service}${uptime}`;
}

export function describeWindow(seconds: number | null, averaged: number | null = null): string {
  if (seconds === null || seconds === 0) return texts.noWindow;
  const step = averaged === null ? '' : texts.inAveragesNoMicroStalls(formatSeconds(averaged));
  return texts.windowOf(formatSeconds(seconds), step);
}

function findingText(finding: Finding, style: Style, width: number): string {
  const { severity, title, ruleId, area, confidence, impact, history } = finding;
  const seconds =
    confidence.firedSeconds === null || confidence.seenSeconds === null
      ? ''
      : ` in ${confidence.firedSeconds} of ${confidence.seenSeconds} s`;
  return [
    `${style[severity](severity.toUpperCase())}  ${style.strong(title)}`,
    style.faint(texts.confidence(area, ruleId, confidence.level, seconds)),
    wrap(texts.impact(impact.basis, impact.text), width, '  '),
    ...(history === undefined ? [] : [wrap(texts.inTheHistory(history.text), width, '  ')]),
    ...finding.evidence.map((evidence) => wrap(evidenceLine(evidence), width, '  - ')),
    wrap(finding.explanation, width, '  '),
    ...finding.advice.flatMap((advice) => adviceLines(advice, style, width)),
    ...finding.actions.map((action) => wrap(action, width, '  > ')),
    style.faint(wrap(texts.whenThisAdviceIsWrong(finding.refutedBy), width, '  ')),
  ].join('\n');
}

/** What a finding brings about, each with how; `analyze --why RULE` shows all of one. */
function consequences(
  cause: Finding,
  findings: Finding[],
  style: Style,
  width: number,
  indent: string,
): string[] {
  return findings
    .filter(({ explainedBy: [nearest] }) => nearest?.ruleId === cause.ruleId)
    .flatMap((finding) => [
      wrap(
        `${finding.title} (${finding.severity}, ${finding.ruleId}): ${finding.impact.text} ${finding.explainedBy[0]?.text ?? ''}`,
        width,
        `${indent}=> `,
      ),
      ...consequences(finding, findings, style, width, `${indent}   `),
    ]);
}

/** Findings that stand aside, a line each; those that follow from another stand with that one. */
function asideText(
  title: string,
  aside: Finding['standing'],
  findings: Finding[],
  style: Style,
  width: number,
): string[] {
  const shown = findings.filter(
    ({ standing, explainedBy }) => standing === aside && explainedBy.length === 0,
  );
  if (shown.length === 0) return [];
  const lines = shown.map(({ title: what, ruleId, impact }) =>
    wrap(`${what} (${ruleId}). ${impact.text}`, width, '  - '),
  );
  return [[style.strong(`${title} (${shown.length})`), ...lines].join('\n')];
}

function evidenceLine({ label, value, unit, threshold, thresholdSource }: Evidence): string {
  const limit =
    threshold === null
      ? ''
      : texts.threshold(formatValue(threshold, unit), thresholdSource === '' ? '' : `, ${thresholdSource}`);
  return `${label}: ${formatValue(value, unit)}${limit}`;
}

function adviceLines(advice: Advice, style: Style, width: number): string[] {
  const { variable, current, proposed, unit, restart } = advice;
  const when = restart ? texts.atTheNextRestart : texts.nowWithoutARestart;
  return [
    `  ${style.strong(`${variable}: ${formatSetting(current, unit)} -> ${formatSetting(proposed, unit)}`)} (${when})`,
    ...[
      ...(advice.presumed === undefined ? [] : [advice.presumed]),
      texts.enoughWhen(advice.stopWhen),
      ...(advice.memoryEffect === null ? [] : [texts.memory(advice.memoryEffect)]),
      texts.risk(advice.risk),
      ...(advice.sideEffects === '' ? [] : [texts.sideEffects(advice.sideEffects)]),
    ].map((line) => wrap(line, width, '    ')),
  ];
}

/** By what would unlock them; where nothing would, by what is missing. */
function notCheckedText(notChecked: NotChecked[], style: Style, width: number): string {
  return [
    style.strong(texts.notChecked),
    ...shortGroups(notChecked).flatMap(({ title, group }) => [
      wrap(title, width, '  '),
      ...(group.steps.length > 0 ? [wrap(namesOf(group.rules), width, '    ')] : reasonsText(group, width)),
    ]),
    wrap(texts.latchkeyRulesExplainRuleSnapshot, width, '  '),
  ].join('\n');
}

/** Many rules may lack the same thing: it is reported once. */
function reasonsText({ rules }: NotCheckedGroup, width: number): string[] {
  const lacking = new Map<string, NotChecked[]>();
  for (const rule of rules) {
    const reasons = [...new Set(rule.reasons.map((reason) => reason.text))];
    // One that another begins with says nothing more.
    const text = reasons
      .filter((one) => !reasons.some((other) => other !== one && other.startsWith(one)))
      .join(' ');
    lacking.set(text, [...(lacking.get(text) ?? []), rule]);
  }
  return [...lacking].map(([text, those]) => wrap(`${namesOf(those)}: ${text}`, width, '  - '));
}

/** So many are named; the rest is a number. */
const namedRules = 12;

function namesOf(rules: NotChecked[]): string {
  const named = rules.slice(0, namedRules).map(({ ruleId }) => ruleId);
  const rest = rules.length - named.length;
  return `${named.join(', ')}${rest > 0 ? texts.andMore(rest) : ''}`;
}

function mutedText(muted: Analysis['muted'], style: Style, width: number): string {
  return [
    style.strong(texts.muted),
    ...muted.map(({ ruleId, severity, title, reason }) =>
      wrap(texts.mutedBecause(ruleId, severity, title, reason), width, '  - '),
    ),
  ].join('\n');
}

function faultyText(faulty: Analysis['faultyRules'], style: Style, width: number): string {
  return [
    style.strong(texts.rulesOfYourOwnThat),
    ...faulty.map(({ message }) => wrap(message, width, '  - ')),
  ].join('\n');
}
