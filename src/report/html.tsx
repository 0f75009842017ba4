import { renderToStaticMarkup } from 'react-dom/server';
import { type Analysis, analysisSchema } from '../shared/analysis';
import { shortText } from '../shared/base/short-text';
import type { Snapshot } from '../shared/snapshot';
import type { TopSql } from '../shared/top-sql';
import { visible } from '../shared/writers/visible';
import tokens from '../view/tokens.css?raw';
import viewStyle from '../view/view.css?raw';
import { contentHash, embeddedJson, embeddedScript } from './embed';
import { ReportPage } from './page';
import reportStyle from './report.css?raw';

/**
 * One HTML file with style, script and data inside. Its policy lets nothing be loaded and nothing run but the script
 * it came with; without scripts everything but the drawn lines is there.
 */
export function renderHtml(snapshot: Snapshot, analysis: Analysis, top: TopSql, client: string): string {
  // On paper the light palette is wanted, whatever the screen has.
  const screenTokens = tokens.replace(
    '@media (prefers-color-scheme: dark)',
    '@media screen and (prefers-color-scheme: dark)',
  );
  const style = [screenTokens, viewStyle, reportStyle].join('\n');
  const script = embeddedScript(client);
  const policy = [
    "default-src 'none'",
    `style-src ${contentHash(style)}`,
    `script-src ${contentHash(script)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const head = renderToStaticMarkup(
    <>
      <meta charSet="utf-8" />
      <meta httpEquiv="Content-Security-Policy" content={policy} />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="referrer" content="no-referrer" />
      <title>{`Latchkey: ${visible(shortText(snapshot.origin.target))}`}</title>
    </>,
  );
  const page = renderToStaticMarkup(<ReportPage snapshot={snapshot} analysis={analysis} top={top} />);
  const data = embeddedJson(analysisSchema.parse(analysis));
  return [
    '<!doctype html>',
    '<html lang="en">',
    `<head>${head}<style>${style}</style></head>`,
    `<body>${page}`,
    `<script type="application/json" id="latchkey-analysis">${data}</script>`,
    `<script>${script}</script>`,
    '</body></html>',
    '',
  ].join('\n');
}
