import type { Finding } from '../../shared/analysis';
import { formatBytes, sizeLiteral } from '../../shared/base/units';
import {
  type PlanChange,
  type Setting,
  type TuningPlan,
  whyChanged,
  withheldBesides,
} from '../../shared/plan';
import { type Style, wrap } from './style';
import { texts } from './texts';

/** The plan in a few lines: what changes when, what is in dispute, what is left out, what it does to memory. */
export function planText(plan: TuningPlan, findings: Finding[], style: Style, width: number): string {
  const remarks = [
    ...leftOutLines(withheldBesides(plan), width),
    ...plan.caused.map(({ title, text }) => wrap(texts.watchAfterwards(title, text), width, '  ')),
  ];
  if (plan.changes.length === 0 && plan.conflicts.length === 0 && plan.leftOut.length === 0) {
    return [style.strong(texts.plan), texts.noChangeOfConfiguration, ...remarks].join('\n');
  }
  const lines = [style.strong(texts.plan)];
  if (plan.summary !== '') lines.push(wrap(plan.summary, width, '  '));
  const sizes = new Set(
    findings.flatMap(({ advice }) =>
      advice.filter(({ unit }) => unit === 'bytes').map(({ variable }) => variable),
    ),
  );
  const text = (variable: string, setting: Setting) => settingText(setting, sizes.has(variable));
  for (const [when, title] of [
    ['now', texts.withoutARestart],
    ['restart', texts.atTheNextRestart2],
  ] as const) {
    const changes = plan.changes.filter((change) => change.when === when);
    if (changes.length > 0)
      lines.push(`  ${title}:`, ...changes.map((change) => `    ${changeLine(change, text)}`));
  }
  for (const { variable, sides } of plan.conflicts) {
    const values = sides.map(({ ruleId, to }) => `${text(variable, to)} (${ruleId})`);
    lines.push(texts.inDisputeLeftAsIt(variable, values.join(' or ')));
  }
  lines.push(...leftOutLines(plan.leftOut, width));
  lines.push(...remarks);
  if (plan.locked.length > 0) lines.push(texts.locked(plan.locked.join(', ')));
  const { memory, memoryNow } = plan;
  const limit = memory.limit === null ? texts.limitNotKnown : texts.limit(formatBytes(memory.limit));
  const likely = [memoryNow.likely, memory.likely].map(formatBytes);
  lines.push(
    texts.memoryLikelyWorstCase([...new Set(likely)].join(' -> '), formatBytes(memory.worst), limit),
  );
  if (memory.limit === null || plan.memoryCheck.status === 'exceeds')
    lines.push(`  ${plan.memoryCheck.text}`);
  return lines.join('\n');
}

/** What the plan leaves out, that with the same reason together. */
function leftOutLines(leftOut: TuningPlan['leftOut'], width: number): string[] {
  const variables = new Map<string, string[]>();
  for (const { variable, reason } of leftOut) {
    variables.set(reason, [...(variables.get(reason) ?? []), variable]);
  }
  return [...variables].map(([reason, names]) =>
    wrap(texts.leftOut2([...new Set(names)].join(', '), reason), width, '  '),
  );
}

function changeLine(change: PlanChange, text: (variable: string, setting: Setting) => string): string {
  const { variable, from, stored, atOnce } = change;
  const until = atOnce === undefined ? '' : texts.atOnce(text(variable, atOnce));
  const reason = whyChanged(
    change,
    (id) => id,
    (value) => text(variable, value),
  );
  return `${variable}: ${text(variable, from)} -> ${text(variable, stored)}${until} (${reason})`;
}

/** As an option file would have it: exact, sizes with their suffix. */
function settingText(setting: Setting, size: boolean): string {
  if (setting === null) return 'default';
  if (typeof setting === 'boolean') return setting ? 'ON' : 'OFF';
  if (typeof setting === 'number' && size) return sizeLiteral(setting);
  return setting === '' ? "''" : String(setting);
}
