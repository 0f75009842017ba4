import { renderToStaticMarkup } from 'react-dom/server';
import { type ProbeResult, probeResultSchema } from '../shared/probe';
import tokens from '../view/tokens.css?raw';
import viewStyle from '../view/view.css?raw';
import { contentHash, embeddedJson } from './embed';
import probeStyle from './probe.css?raw';
import { IntervalDrawing, SlotDrawing, SlotKey } from './probe-drawing';
import { armHead, armRows, otherMetrics, probeFacts, type SlotPoint } from './probe-facts';
import reportStyle from './report.css?raw';

/** One HTML file with style, drawings and the result inside; nothing in it runs, and nothing is loaded. */
export function renderProbeHtml(result: ProbeResult, slots: readonly SlotPoint[]): string {
  const screenTokens = tokens.replace(
    '@media (prefers-color-scheme: dark)',
    '@media screen and (prefers-color-scheme: dark)',
  );
  const style = [screenTokens, viewStyle, reportStyle, probeStyle].join('\n');
  const policy = `default-src 'none'; style-src ${contentHash(style)}; base-uri 'none'; form-action 'none'`;
  const head = renderToStaticMarkup(
    <>
      <meta charSet="utf-8" />
      <meta httpEquiv="Content-Security-Policy" content={policy} />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="referrer" content="no-referrer" />
      <title>{`Latchkey: ${result.title}`}</title>
    </>,
  );
  const page = renderToStaticMarkup(<ProbePage result={result} slots={slots} />);
  const data = embeddedJson(probeResultSchema.parse(result));
  return [
    '<!doctype html>',
    '<html lang="en">',
    `<head>${head}<style>${style}</style></head>`,
    `<body>${page}`,
    `<script type="application/json" id="latchkey-probe">${data}</script>`,
    '</body></html>',
    '',
  ].join('\n');
}

function ProbePage({ result, slots }: { result: ProbeResult; slots: readonly SlotPoint[] }) {
  const { title, outcome, text, remarks, leftOut, metric, statements } = result;
  const arms = result.arms.filter(({ verdict }) => verdict !== 'baseline').map(({ name }) => name);
  const measured = slots.length > 0;
  return (
    <main className="report">
      <p className="report-kicker soft">Latchkey probe</p>
      <h1>{title}</h1>
      <p>
        <strong>{outcome}.</strong> {text}
      </p>
      {measured && (
        <section className="report-part">
          <h2>Settings against those that were in force</h2>
          <IntervalDrawing result={result} />
          <p className="soft">{`${metric.text}: ${metric.higherIsBetter ? 'more' : 'less'} is better. The grey band is the margin of ${result.design.marginPercent} %.`}</p>
          <Table head={armHead} rows={armRows(result)} />
        </section>
      )}
      {measured && (
        <section className="report-part">
          <h2>Every slot, in order</h2>
          <SlotDrawing points={slots} unit={metric.unit} arms={arms} />
          <SlotKey arms={arms} />
        </section>
      )}
      {measured &&
        otherMetrics(result).map((other) => (
          <section className="report-part" key={other.title}>
            <h2>{`Beside it: ${other.title}`}</h2>
            <Table head={['Setting', 'Change (own 95 % interval)', 'Mean']} rows={other.rows} />
          </section>
        ))}
      {leftOut.length + remarks.length > 0 && (
        <section className="report-part">
          <h2>Remarks</h2>
          <ul>
            {[...leftOut.map(({ arm, reason }) => `Left out: ${arm}. ${reason}`), ...remarks].map(
              (remark) => (
                <li key={remark}>{remark}</li>
              ),
            )}
          </ul>
        </section>
      )}
      <section className="report-part">
        <h2>How it was measured</h2>
        <Table head={['', '']} rows={probeFacts(result).map(({ name, value }) => [name, value])} />
      </section>
      <section className="report-part">
        <h2>Statements that changed the server</h2>
        <ul>
          {[...new Set(statements.map(({ sql }) => sql))].map((sql) => (
            <li key={sql}>
              <code>{sql}</code>
            </li>
          ))}
        </ul>
      </section>
    </main>
  );
}

function Table({ head, rows }: { head: readonly string[]; rows: readonly string[][] }) {
  return (
    <table className="probe-table">
      {head.some((cell) => cell !== '') && (
        <thead>
          <tr>
            {head.map((cell) => (
              <th key={cell} scope="col">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map(([first = '', ...others]) => (
          <tr key={first}>
            <th scope="row">{first}</th>
            {others.map((cell, index) => (
              // Cells have no identity but their column.
              // biome-ignore lint/suspicious/noArrayIndexKey: a column stays where it is
              <td key={index}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
