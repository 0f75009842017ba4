import { type ProbeResult, probeResultSchema } from '../shared/probe';
import type { SlotPoint } from '../view/probe/probe-facts';
import { renderProbeMarkdown } from './probe-markdown';

export type { SlotPoint } from '../view/probe/probe-facts';

/** A result as a document: HTML with drawings that needs no network, Markdown, or the result itself as JSON. */
export async function renderProbe(
  result: ProbeResult,
  slots: readonly SlotPoint[],
  format: 'html' | 'markdown' | 'json',
): Promise<string> {
  switch (format) {
    case 'html': {
      const { renderProbeHtml } = await import('./probe-html');
      return renderProbeHtml(result, slots);
    }
    case 'markdown':
      return renderProbeMarkdown(result);
    case 'json':
      return `${JSON.stringify(probeResultSchema.parse(result))}\n`;
  }
}
