import { formatBytes } from '../../shared/base/units';
import { type MemoryBudget, withheldBesides } from '../../shared/plan';
import { serverName } from '../../shared/server';
import { type Html, html, htmlList, htmlText } from '../../shared/writers/html';
import {
  exact,
  type Markdown,
  markdown,
  markdownLines,
  list as markdownList,
  plain,
  table,
} from '../../shared/writers/markdown';
import { describeChanges } from './change-text';
import { type RenderContext, reversed } from './render-context';
import { rolloutSteps } from './rollout-steps';

/** The plan as Markdown: a table of changes, then what was left out, conflicts and memory. */
export function renderMarkdown(context: RenderContext): Markdown {
  const { analysis } = context;
  const { plan, heading, steps, changes, conflicts, leftOut, memory } = sections(context);
  const cells = (header: string[], rows: string[][]) =>
    table(
      header,
      rows.map((row) => row.map(exact)),
    );
  const nothing = markdown``;
  const section = (title: Markdown, body: readonly Markdown[]) =>
    body.length === 0 ? [] : [nothing, title, nothing, ...body];
  const bullets = (texts: string[]) => (texts.length === 0 ? [] : [markdownList(texts.map(plain))]);
  return markdownLines([
    markdown`# ${plain(heading)}`,
    nothing,
    plain(analysis.headline.text),
    nothing,
    ...(plan.summary === '' || context.undo ? [] : [plain(plan.summary), nothing]),
    changes.length === 0 ? markdown`No change is proposed.` : cells(changeHeader, changes),
    ...section(
      markdown`## How to proceed`,
      steps.map((step, index) => markdown`${index + 1}. ${plain(step)}`),
    ),
    ...section(markdown`## Conflicts`, bullets(conflicts)),
    ...section(markdown`## Left out`, bullets(leftOut)),
    ...section(markdown`## Memory`, [plain(plan.memoryCheck.text), nothing, cells(memoryHeader, memory)]),
    nothing,
  ]);
}

/** The plan as one small HTML page without scripts or outside references. */
export function renderHtml(context: RenderContext): Html {
  const { analysis } = context;
  const { plan, heading, steps, changes, conflicts, leftOut, memory } = sections(context);
  const cells = (header: string[], rows: string[][]) => {
    const head = htmlList(header.map((cell) => html`<th>${htmlText(cell)}</th>`));
    const row = (texts: string[]) =>
      html`<tr>${htmlList(texts.map((cell) => html`<td>${htmlText(cell)}</td>`))}</tr>`;
    return html`<table><thead><tr>${head}</tr></thead><tbody>${htmlList(rows.map(row))}</tbody></table>`;
  };
  const items = (texts: string[]) => htmlList(texts.map((text) => html`<li>${htmlText(text)}</li>`));
  const section = (title: Html, texts: string[]) =>
    texts.length === 0 ? html`` : html`<h2>${title}</h2><ul>${items(texts)}</ul>`;
  const proceed = steps.length === 0 ? html`` : html`<h2>How to proceed</h2><ol>${items(steps)}</ol>`;
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${htmlText(heading)}</title>
<style>body{font:15px/1.5 system-ui,sans-serif;margin:2rem;max-width:70rem}table{border-collapse:collapse}td,th{border:1px solid #8888;padding:.3rem .6rem;text-align:left;vertical-align:top}</style></head>
<body><h1>${htmlText(heading)}</h1><p>${htmlText(analysis.headline.text)}</p>
${plan.summary === '' || context.undo ? html`` : html`<p>${htmlText(plan.summary)}</p>`}
${changes.length === 0 ? html`<p>No change is proposed.</p>` : cells(changeHeader, changes)}
${proceed}${section(html`Conflicts`, conflicts)}${section(html`Left out`, leftOut)}
<h2>Memory</h2><p>${htmlText(plan.memoryCheck.text)}</p>${cells(memoryHeader, memory)}
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
    steps: rolloutSteps('markdown', context),
    heading: `${undo ? 'Undo of the plan' : 'Plan'} for ${serverName(analysis.snapshot.server)}`,
    changes: describeChanges(plan, analysis).map((each) => [
      each.change.variable,
      each.fromText,
      each.storedText,
      each.change.when === 'now'
        ? 'now'
        : each.atOnceText === null
          ? 'at restart'
          : `at restart; ${each.atOnceText} now`,
      each.change.why.length === 0 ? each.reason : `${each.reason} (${each.change.why.join(', ')})`,
      each.stopWhen,
      each.risk,
    ]),
    conflicts: plan.conflicts.map(
      ({ variable, sides }) =>
        `${variable}: ${sides.map(({ ruleId, to, argument }) => `${String(to)} by ${ruleId} (${argument})`).join(' against ')}`,
    ),
    leftOut: [
      ...plan.leftOut.map(({ variable, reason }) => `${variable}: ${reason}`),
      ...withheldBesides(plan).map(({ variable, ruleId, reason }) => `${variable} (${ruleId}): ${reason}`),
    ],
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
