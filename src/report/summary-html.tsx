import { shortText } from '../shared/base/short-text';
import type { Summary } from '../shared/summary';
import { visible } from '../shared/writers/visible';
import { SummaryView } from '../view';
import { htmlDocument } from './html-document';
import { texts } from './texts';

/** One HTML file with its style inside. Its policy lets nothing be loaded and nothing run. */
export function renderSummaryHtml(summary: Summary): string {
  return htmlDocument({
    title: texts.latchkeySummary(visible(shortText(summary.target))),
    page: (
      <main className="report">
        <h1>{texts.summary}</h1>
        <SummaryView summary={summary} />
      </main>
    ),
  });
}
