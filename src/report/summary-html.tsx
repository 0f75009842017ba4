import { renderToStaticMarkup } from 'react-dom/server';
import { shortText } from '../shared/base/short-text';
import type { Summary } from '../shared/summary';
import { visible } from '../shared/writers/visible';
import { SummaryView } from '../view';
import tokens from '../view/tokens.css?raw';
import viewStyle from '../view/view.css?raw';
import { contentHash } from './embed';
import reportStyle from './report.css?raw';

/** One HTML file with its style inside. Its policy lets nothing be loaded and nothing run. */
export function renderSummaryHtml(summary: Summary): string {
  // On paper the light palette is wanted, whatever the screen has.
  const screenTokens = tokens.replace(
    '@media (prefers-color-scheme: dark)',
    '@media screen and (prefers-color-scheme: dark)',
  );
  const style = [screenTokens, viewStyle, reportStyle].join('\n');
  const policy = [
    "default-src 'none'",
    `style-src ${contentHash(style)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const head = renderToStaticMarkup(
    <>
      <meta charSet="utf-8" />
      <meta httpEquiv="Content-Security-Policy" content={policy} />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="referrer" content="no-referrer" />
      <title>{`Latchkey summary: ${visible(shortText(summary.target))}`}</title>
    </>,
  );
  const page = renderToStaticMarkup(
    <main className="report">
      <h1>Summary</h1>
      <SummaryView summary={summary} />
    </main>,
  );
  return [
    '<!doctype html>',
    '<html lang="en">',
    `<head>${head}<style>${style}</style></head>`,
    `<body>${page}</body></html>`,
    '',
  ].join('\n');
}
