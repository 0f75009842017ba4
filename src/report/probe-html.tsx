import { shortText } from '../shared/base/short-text';
import { counted } from '../shared/base/units';
import { outcomeWords, type ProbeResult, probeResultSchema, workloadText } from '../shared/probe';
import { controlTexts } from '../shared/probe-controls';
import { visible } from '../shared/writers/visible';
import { ArmGridTable } from '../view/charts/estimates/arm-grid';
import { describeGrid, gridOf } from '../view/charts/estimates/estimate-data';
import {
  armHead,
  armRows,
  consentTexts,
  probeFacts,
  restoreTexts,
  type SlotPoint,
  sentTexts,
} from '../view/probe/probe-facts';
import { probeLevels } from '../view/probe/probe-levels';
import { probeMeaning } from '../view/probe/probe-meaning';
import { guardHead, guardRows, otherMetrics, shortenedSql } from '../view/probe/probe-tables';
import { embeddedJson } from './embed';
import { htmlDocument } from './html-document';
import probeStyle from './probe.css?raw';
import { IntervalDrawing, SlotDrawing, SlotKey } from './probe-drawing';
import { texts } from './texts';

/** One HTML file with style, drawings and the result inside; nothing in it runs, and nothing is loaded. */
export function renderProbeHtml(result: ProbeResult, slots: readonly SlotPoint[]): string {
  return htmlDocument({
    title: texts.latchkey2(visible(shortText(result.title))),
    page: <ProbePage result={result} slots={slots} />,
    style: probeStyle,
    data: { id: 'latchkey-probe', json: embeddedJson(probeResultSchema.parse(result)) },
  });
}

function ProbePage({ result, slots }: { result: ProbeResult; slots: readonly SlotPoint[] }) {
  const { title, outcome, text, remarks, leftOut, metric } = result;
  const grid = gridOf(result);
  const { says, doesNotSay } = probeMeaning(result);
  const controls = controlTexts(result);
  const consent = consentTexts(result);
  const { changing, reading } = sentTexts(result);
  const arms = result.arms.filter(({ verdict }) => verdict !== 'baseline').map(({ name }) => name);
  const measured = slots.length > 0;
  const levels = probeLevels(result);
  return (
    <main className="report">
      <p className="report-kicker soft">{texts.latchkeyProbe}</p>
      <h1>{title}</h1>
      <p className="soft">
        {texts.under(
          result.environment.serverComment,
          result.environment.serverVersion,
          workloadText(result.workload),
        )}
      </p>
      <p className="probe-outcome">
        <strong>{outcomeWords[outcome]}.</strong> {text}
      </p>
      <p>{restoreTexts(result)[0]}</p>
      {measured && (
        <section className="report-part">
          <h2>{texts.settingsAgainstThoseThatWere}</h2>
          <IntervalDrawing result={result} />
          <p className="soft">
            {texts.isBetterALineIs(
              metric.text,
              metric.higherIsBetter ? 'more' : 'less',
              result.design.marginPercent,
            )}
          </p>
          <Table head={armHead(result)} rows={armRows(result)} />
          {controls.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </section>
      )}
      {measured && grid !== null && (
        <section className="report-part">
          <h2>{texts.asAGrid}</h2>
          <ArmGridTable
            title={metric.text}
            grid={grid}
            higherIsBetter={metric.higherIsBetter}
            titleSeen={false}
          />
          <p className="soft">{describeGrid(grid, metric.higherIsBetter)}</p>
        </section>
      )}
      <section className="report-part">
        <h2>{texts.whatItSaysAndWhat}</h2>
        <Sentences of={says} />
        <p>
          <strong>{texts.itDoesNotSay}</strong>
        </p>
        <Sentences of={doesNotSay} />
      </section>
      {measured && (
        <section className="report-part">
          <h2>{texts.everySlotInOrder2}</h2>
          <SlotDrawing points={slots} unit={metric.unit} arms={arms} />
          <SlotKey arms={arms} />
          <p className="soft">{texts.inSmallDotsOnlyExplored(metric.unit)}</p>
        </section>
      )}
      {measured &&
        otherMetrics(result).map((other) => (
          <section className="report-part" key={other.title}>
            <h2>{texts.besideIt(other.title)}</h2>
            <Table head={[texts.setting, texts.changeOwn95Interval, texts.mean]} rows={other.rows} />
          </section>
        ))}
      {levels !== null && (
        <section className="report-part">
          <h2>{texts.levels}</h2>
          <Table head={levels.head} rows={levels.rows} />
          <p className="soft">{levels.note}</p>
        </section>
      )}
      {leftOut.length + remarks.length > 0 && (
        <section className="report-part">
          <h2>{texts.remarks}</h2>
          <Sentences of={[...leftOut.map(({ arm, reason }) => texts.leftOut(arm, reason)), ...remarks]} />
        </section>
      )}
      <section className="report-part">
        <h2>{texts.howItWasMeasured}</h2>
        <Table head={['', '']} rows={probeFacts(result).map(({ name, value }) => [name, value])} />
      </section>
      {result.guards.length > 0 && (
        <section className="report-part">
          <h2>{texts.guards}</h2>
          <Table head={guardHead} rows={guardRows(result)} />
        </section>
      )}
      {consent.length > 0 && (
        <section className="report-part">
          <h2>{texts.consent}</h2>
          <Sentences of={consent} />
        </section>
      )}
      <section className="report-part">
        <h2>{texts.restored}</h2>
        <Sentences of={restoreTexts(result)} />
      </section>
      <section className="report-part">
        <h2>{texts.statementsThatChangeSomething}</h2>
        <ul className="probe-statements">
          {changing.map(([sql, times]) => (
            <li key={sql}>
              <code>{shortenedSql(sql)}</code>
              {times === 1 ? '' : ` (${counted(times, 'time')})`}
            </li>
          ))}
        </ul>
        <p className="soft">{texts.besideThemThatOnlyRead(reading)}</p>
      </section>
    </main>
  );
}

function Sentences({ of }: { of: readonly string[] }) {
  return (
    <ul>
      {of.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
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
