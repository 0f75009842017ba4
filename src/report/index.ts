import { type Analysis, analysisSchema } from '../shared/analysis';
import type { Snapshot } from '../shared/snapshot';
import type { Summary } from '../shared/summary';
import type { TopSql } from '../shared/top-sql';
import { renderMarkdown } from './markdown';

export { renderFleet } from './fleet';
export { renderProbe, type SlotPoint } from './probe';

/** The summary on one page, as one HTML file without script. */
export async function renderSummary(summary: Summary): Promise<string> {
  const { renderSummaryHtml } = await import('./summary-html');
  return renderSummaryHtml(summary);
}

/**
 * The diagnosis of a snapshot as a document: one HTML file that needs no network, Markdown, or the analysis document
 * itself as JSON.
 * @param top its statements, the costliest first
 * @param client the script that draws the charts of the HTML report; other formats do not use it
 */
export async function renderReport(
  snapshot: Snapshot,
  analysis: Analysis,
  top: TopSql,
  format: 'html' | 'markdown' | 'json',
  client: string,
): Promise<string> {
  switch (format) {
    case 'html': {
      // React's renderer is only loaded by who wants HTML: the command line must start quickly.
      const { renderHtml } = await import('./html');
      return renderHtml(snapshot, analysis, top, client);
    }
    case 'markdown':
      return renderMarkdown(snapshot, analysis, top);
    case 'json':
      return `${JSON.stringify(analysisSchema.parse(analysis), null, 2)}\n`;
  }
}
