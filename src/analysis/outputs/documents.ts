import type { MemoryBudget } from '../../shared/plan';
import { formatBytes } from '../../shared/units';
import { describeChanges } from './change-text';
import { proceeding } from './proceeding';
import { type RenderContext, reversed } from './render-context';
import { serverTitle } from './server-title';

/** The plan as Markdown: a table of changes, then what was left out, conflicts and memory. */
export function renderMarkdown(context: RenderContext): string {
  const { analysis } = context;
  const { plan, heading, steps, changes, conflicts, leftOut, memory } = sections(context);
  const table = (header: string[], rows: string[][]) => [
    `| ${header.join(' | ')} |`,
    `|${header.map(() => '---').join('|')}|`,
    ...rows.map((row) => `| ${row.map(markdownCell).join(' | ')} |`),
  ];
  const lines = [
    `# ${heading}`,
    '',
    analysis.headline.text,
    '',
    ...(changes.length === 0 ? ['No change is proposed.'] : table(changeHeader, changes)),
    ...(steps.length === 0
      ? []
      : ['', '## How to proceed', '', ...steps.map((step, index) => `${index + 1}. ${step}`)]),
    ...(conflicts.length === 0 ? [] : ['', '## Conflicts', '', ...conflicts.map((text) => `- ${text}`)]),
    ...(leftOut.length === 0 ? [] : ['', '## Left out', '', ...leftOut.map((text) => `- ${text}`)]),
    '',
    '## Memory',
    '',
    plan.memoryCheck.text,
    '',
    ...table(memoryHeader, memory),
  ];
  return `${lines.join('\n')}\n`;
}

/** The plan as one small HTML page without scripts or outside references. */
export function renderHtml(context: RenderContext): string {
  const { analysis } = context;
  const { plan, heading, steps, changes, conflicts, leftOut, memory } = sections(context);
  const table = (header: string[], rows: string[][]) =>
    `<table><thead><tr>${header.map((cell) => `<th>${escapeHtml(cell)}</th>`).join('')}</tr></thead><tbody>${rows
      .map((row) => `<tr>${row.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`)
      .join('')}</tbody></table>`;
  const list = (title: string, items: string[], tag = 'ul') =>
    items.length === 0
      ? ''
      : `<h2>${title}</h2><${tag}>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</${tag}>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(heading)}</title>
<style>body{font:15px/1.5 system-ui,sans-serif;margin:2rem;max-width:70rem}table{border-collapse:collapse}td,th{border:1px solid #8888;padding:.3rem .6rem;text-align:left;vertical-align:top}</style></head>
<body><h1>${escapeHtml(heading)}</h1><p>${escapeHtml(analysis.headline.text)}</p>
${changes.length === 0 ? '<p>No change is proposed.</p>' : table(changeHeader, changes)}
${list('How to proceed', steps, 'ol')}${list('Conflicts', conflicts)}${list('Left out', leftOut)}
<h2>Memory</h2><p>${escapeHtml(plan.memoryCheck.text)}</p>${table(memoryHeader, memory)}
</body></html>
`;
}

const changeHeader = ['Variable', 'Now', 'Proposed', 'When', 'Why', 'Stop', 'Risk'];
const memoryHeader = ['Term', 'Low', 'Likely', 'Worst', 'How'];

function sections(context: RenderContext) {
  const { analysis, undo } = context;
  const plan = undo ? reversed(context.plan) : context.plan;
  return {
    plan,
    steps: proceeding('markdown', context),
    heading: `${undo ? 'Undo of the plan' : 'Plan'} for ${serverTitle(analysis.snapshot.server)}`,
    changes: describeChanges(plan, analysis).map((each) => [
      each.change.variable,
      each.fromText,
      each.storedText,
      each.change.when === 'now' ? 'now' : 'at restart',
      each.change.why.length === 0 ? each.reason : `${each.reason} (${each.change.why.join(', ')})`,
      each.stopWhen,
      each.risk,
    ]),
    conflicts: plan.conflicts.map(
      ({ variable, sides }) =>
        `${variable}: ${sides.map(({ ruleId, to, argument }) => `${String(to)} by ${ruleId} (${argument})`).join(' against ')}`,
    ),
    leftOut: plan.leftOut.map(({ variable, reason }) => `${variable}: ${reason}`),
    memory: memoryRows(plan.memoryNow, plan.memory),
  };
}

function memoryRows(now: MemoryBudget, planned: MemoryBudget): string[][] {
  const limit = planned.limit === null ? 'limit not known' : `limit ${formatBytes(planned.limit)}`;
  const total = (name: string, budget: MemoryBudget) => [
    name,
    formatBytes(budget.low),
    formatBytes(budget.likely),
    formatBytes(budget.worst),
    limit,
  ];
  return [
    ...planned.terms.map((term) => [
      term.name,
      formatBytes(term.low),
      formatBytes(term.likely),
      formatBytes(term.worst),
      term.how,
    ]),
    total('Total with the plan', planned),
    total('Total as it is', now),
  ];
}

function markdownCell(text: string): string {
  return text
    .replaceAll('|', '\\|')
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('<', '&lt;');
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
