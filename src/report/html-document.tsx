import { renderToStaticMarkup } from 'react-dom/server';
import tokens from '../view/tokens.css?raw';
import viewStyle from '../view/view.css?raw';
import { contentHash, embeddedScript } from './embed';
import reportStyle from './report.css?raw';

export interface HtmlDocument {
  /** Of foreign names, what is visible of them, shortened. */
  title: string;
  page: React.ReactElement;
  /** Beside that of every report. */
  style?: string;
  /** What the file holds for programs: JSON that may stand in a script element. */
  data?: { id: string; json: string };
  /** The one script that may run; absent: none. */
  script?: string;
}

/** One HTML file with all of its parts inside. Its policy lets nothing be loaded, and nothing run but its own script. */
export function htmlDocument({ title, page, style: own, data, script: source }: HtmlDocument): string {
  // On paper the light palette is wanted, whatever the screen has.
  const screenTokens = tokens.replace(
    '@media (prefers-color-scheme: dark)',
    '@media screen and (prefers-color-scheme: dark)',
  );
  const style = [screenTokens, viewStyle, reportStyle, ...(own === undefined ? [] : [own])].join('\n');
  const script = source === undefined ? null : embeddedScript(source);
  const policy = [
    "default-src 'none'",
    `style-src ${contentHash(style)}`,
    ...(script === null ? [] : [`script-src ${contentHash(script)}`]),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const head = renderToStaticMarkup(
    <>
      <meta charSet="utf-8" />
      <meta httpEquiv="Content-Security-Policy" content={policy} />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="referrer" content="no-referrer" />
      <title>{title}</title>
    </>,
  );
  return [
    '<!doctype html>',
    '<html lang="en">',
    `<head>${head}<style>${style}</style></head>`,
    `<body>${renderToStaticMarkup(page)}`,
    ...(data === undefined ? [] : [`<script type="application/json" id="${data.id}">${data.json}</script>`]),
    ...(script === null ? [] : [`<script>${script}</script>`]),
    '</body></html>',
    '',
  ].join('\n');
}
