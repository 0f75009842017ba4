import { type Analysis, analysisSchema } from '../shared/analysis';
import { shortText } from '../shared/base/short-text';
import type { Snapshot } from '../shared/snapshot';
import type { TopSql } from '../shared/top-sql';
import { visible } from '../shared/writers/visible';
import { embeddedJson } from './embed';
import { htmlDocument } from './html-document';
import { ReportPage } from './page';
import { texts } from './texts';

/**
 * One HTML file with style, script and data inside. Its policy lets nothing be loaded and nothing run but the script
 * it came with; without scripts everything but the drawn lines is there.
 */
export function renderHtml(snapshot: Snapshot, analysis: Analysis, top: TopSql, client: string): string {
  return htmlDocument({
    title: texts.latchkey(visible(shortText(snapshot.origin.target))),
    page: <ReportPage snapshot={snapshot} analysis={analysis} top={top} />,
    data: { id: 'latchkey-analysis', json: embeddedJson(analysisSchema.parse(analysis)) },
    script: client,
  });
}
