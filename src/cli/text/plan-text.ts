import type { Plan, PlanChange, Setting } from '../../shared/plan';
import { formatBytes } from '../../shared/units';
import type { Style } from './style';

/** The plan in a few lines: what changes when, what is in dispute, what is left out, what it does to memory. */
export function planSummary(plan: Plan, style: Style): string {
  if (plan.changes.length === 0 && plan.conflicts.length === 0 && plan.leftOut.length === 0) {
    return `${style.strong('Plan')}\n  No change of configuration.`;
  }
  const lines = [style.strong('Plan')];
  for (const [when, title] of [
    ['now', 'Without a restart'],
    ['restart', 'At the next restart'],
  ] as const) {
    const changes = plan.changes.filter((change) => change.when === when);
    if (changes.length > 0)
      lines.push(`  ${title}:`, ...changes.map((change) => `    ${changeLine(change)}`));
  }
  for (const { variable, sides } of plan.conflicts) {
    const values = sides.map(({ ruleId, to }) => `${settingText(to)} (${ruleId})`);
    lines.push(`  In dispute, left as it is: ${variable}: ${values.join(' or ')}`);
  }
  for (const { variable, reason } of plan.leftOut) lines.push(`  Left out: ${variable}: ${reason}`);
  if (plan.locked.length > 0) lines.push(`  Locked: ${plan.locked.join(', ')}`);
  const { memory, memoryNow } = plan;
  const limit = memory.limit === null ? 'limit not known' : `limit ${formatBytes(memory.limit)}`;
  lines.push(
    `  Memory, likely: ${formatBytes(memoryNow.likely)} -> ${formatBytes(memory.likely)}; worst case ${formatBytes(memory.worst)} (${limit})`,
  );
  return lines.join('\n');
}

function changeLine({ variable, from, stored, why }: PlanChange): string {
  return `${variable}: ${settingText(from)} -> ${settingText(stored)}${why.length === 0 ? ' (by hand)' : ` (${why.join(', ')})`}`;
}

/** Plans hold values without their unit; exact numbers are what an option file needs. */
function settingText(setting: Setting): string {
  if (setting === null) return 'default';
  if (typeof setting === 'boolean') return setting ? 'ON' : 'OFF';
  return setting === '' ? "''" : String(setting);
}
