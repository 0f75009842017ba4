import { Fragment, useMemo, useState } from 'react';
import { formatCount, formatSeconds } from '../../../shared/base/units';
import {
  type ArmResult,
  blocksText,
  changeText,
  metricFacts,
  type ProbeResult,
  wholeText,
  workloadText,
} from '../../../shared/probe';
import { controlTexts } from '../../../shared/probe-controls';
import { estimatesOf, gridOf, probeMeaning } from '../../../view';
import { ScrollRegion } from '../../../view/base/scroll-region';
import { ArmGridChart } from '../../../view/charts/estimates/arm-grid-chart';
import { EstimateChart } from '../../../view/charts/estimates/estimate-chart';
import { LiveChart } from '../../../view/charts/time/live-chart';
import { consentTexts, probeFacts } from '../../../view/probe/probe-facts';
import { probeLevels } from '../../../view/probe/probe-levels';
import {
  breachText,
  guardHead,
  guardRows,
  otherMetrics,
  shortenedSql,
} from '../../../view/probe/probe-tables';
import { ErrorNotice } from '../../components/error-notice';
import { dateTime } from '../../components/frame/server-line';
import { Loading } from '../../components/loading';
import { Outcome } from '../../components/measure/outcome';
import { ProbeVerdict } from '../../components/measure/verdict';
import { saveChart } from '../../components/save-chart';
import { definePage } from '../../page';
import { useApp, useShared } from '../../state/app-state';
import { call, useCall } from '../../state/call';
import { usePageState } from '../../state/page-state';
import { ExportResult } from './export-result';
import { resultChart } from './result-chart';

export const page = definePage('probe-result', ProbeResultPage);

/** What came of a probe, just measured or recorded. */
function ProbeResultPage({ id }: { id: string }) {
  const { loaded, reload } = useCall('probe.result', { id });
  usePageState('probe-result', loaded.state);
  if (loaded.state === 'loading') return <Loading what="Working the verdicts out from the samples" />;
  if (loaded.state === 'failed') return <ErrorNotice error={loaded.error} onRetry={reload} />;
  return <Result result={loaded.value} />;
}

function Result({ result }: { result: ProbeResult }) {
  const { go, notify } = useApp();
  const estimates = useMemo(() => estimatesOf(result), [result]);
  const grid = useMemo(() => gridOf(result.arms), [result]);
  const chart = useMemo(() => resultChart(result), [result]);
  const meaning = useMemo(() => probeMeaning(result), [result]);
  const { metric, environment, design, noise, remarks, leftOut } = result;
  const controls = controlTexts(result);
  const breaches = result.guards.flatMap(({ guard, breach }) => (breach === null ? [] : [{ guard, breach }]));
  return (
    <div className="page probe-result">
      <div>
        <button type="button" className="link" onClick={() => go({ page: 'probes' })}>
          All probes
        </button>
        <div className="toolbar">
          <h1>{result.title}</h1>
          <span className="push" />
          <ExportResult result={result} />
        </div>
        <p className="soft">
          {environment.serverComment} {environment.serverVersion}, {result.target},{' '}
          {dateTime(result.startedAt)}, under {workloadText(result.workload)}
        </p>
      </div>
      <Outcome outcome={result.outcome} text={result.text} restore={result.restore} />
      {result.resize !== undefined && <Resize resize={result.resize} />}
      {estimates.length > 0 && result.blocks.length > 0 && (
        <section className="card" aria-label="Estimates">
          <EstimateChart
            title={`Change of ${metricFacts[metric.id].short}, ${metric.higherIsBetter ? 'more' : 'less'} is better`}
            estimates={estimates}
            marginPercent={design.marginPercent}
            onSave={(file) => void saveChart(file, notify)}
          />
          <p className="soft">
            A dot is the estimate, its line the 95 % interval for all variants together, with an arrow where
            it goes on. Changes within the grey band,
            {` ${design.marginPercent} %`}, count as none.
          </p>
        </section>
      )}
      <Arms result={result} />
      {grid !== null && result.blocks.length > 0 && (
        <section className="card" aria-label="Grid">
          <ArmGridChart
            title={`Change of ${metricFacts[metric.id].short}, as a grid`}
            grid={grid}
            higherIsBetter={metric.higherIsBetter}
            onSave={(file) => void saveChart(file, notify)}
          />
        </section>
      )}
      <section className="card" aria-label="Meaning">
        <h2>What it says, and what it does not</h2>
        <ul className="probe-remarks">
          {meaning.says.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <p className="strong">It does not say</p>
        <ul className="probe-remarks">
          {meaning.doesNotSay.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </section>
      <section className="card" aria-label="How sure">
        <h2>How far to believe it</h2>
        <ul className="probe-remarks">
          {controls.map((text) => (
            <li key={text}>{text}</li>
          ))}
          {noise !== null && <li>{noise.text}</li>}
          {breaches.map(({ guard, breach }) => (
            <li key={guard}>
              The guard of {guard.replaceAll('-', ' ')} {breachText(breach, result.arms)}:{' '}
              {formatCount(breach.value)}, where the limit was {formatCount(breach.limit)}.
            </li>
          ))}
          {remarks.map((remark) => (
            <li key={remark}>{remark}</li>
          ))}
          {leftOut.map(({ arm, reason }) => (
            <li key={arm}>
              {arm} was left out: {reason}
            </li>
          ))}
        </ul>
      </section>
      {result.blocks.length > 0 && (
        <section className="card" aria-label="Seconds">
          <LiveChart
            title="Each second, with the variant in force"
            data={chart}
            onSave={(file) => void saveChart(file, notify)}
          />
          <p className="soft">
            Shaded where a variant was in force, plain where the present settings were, in the order that was
            drawn. Seconds in which a change had to settle are left out.
          </p>
        </section>
      )}
      <OtherMetrics result={result} />
      <Levels result={result} />
      <Guards result={result} />
      <Circumstances result={result} />
    </div>
  );
}

function Arms({ result }: { result: ProbeResult }) {
  const { metric } = result;
  return (
    <section className="section" aria-label="Variants">
      <h2>Variants</h2>
      <ScrollRegion className="scroll-x" label="Table of variants">
        <table className="data probe-arm-table">
          <thead>
            <tr>
              <th scope="col">Variant</th>
              <th scope="col">Verdict</th>
              <th scope="col">Change, 95 % interval</th>
              <th scope="col" className="number">
                {metricFacts[metric.id].short}
              </th>
              <th scope="col" className="number">
                Blocks
              </th>
              <th scope="col">
                <span className="unseen">Plan</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {result.arms.map((arm) => (
              <ArmRow key={arm.name} arm={arm} result={result} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  );
}

function ArmRow({ arm, result: { id, metric, outcome } }: { arm: ArmResult; result: ProbeResult }) {
  const mean = arm.metrics.find((each) => each.metric === metric.id)?.value ?? null;
  const baseline = arm.verdict === 'baseline';
  const isWorse = arm.verdict === 'worse' || arm.verdict === 'worse-stopped';
  // A run that did not come to its end proves nothing, and nobody wants what was measured to be worse.
  const usable = !baseline && outcome === 'completed' && !isWorse;
  return (
    <tr>
      <th scope="row">
        <span className="strong">{baseline ? 'Present settings' : arm.name}</span>
        <span className="block soft">
          {arm.settings.map(({ variable, value, stored }) => (
            <code key={variable} className="block">
              {variable} = {stored ?? value}
            </code>
          ))}
          {(arm.switches ?? []).map(({ group, rows }) => (
            <span key={group} className="block">
              {formatCount(rows)} {rows === 1 ? 'row' : 'rows'} of {group}
            </span>
          ))}
        </span>
      </th>
      <td>
        <ProbeVerdict verdict={arm.verdict} />
        {!baseline && <span className="block soft">{arm.text}</span>}
      </td>
      <td className="probe-change">{baseline ? '' : changeText(arm)}</td>
      <td className="number">
        {mean === null ? '' : `${formatCount(mean >= 100 ? Math.round(mean) : mean)} ${metric.unit}`}
      </td>
      <td className="number">{arm.blocks}</td>
      <td className="number">{usable && <UseValue id={id} arm={arm.name} />}</td>
    </tr>
  );
}

/** Puts the values of an arm into the plan, with what was measured as the reason; the engine says where it must not. */
function UseValue({ id, arm }: { id: string; arm: string }) {
  const { choose, notify, go } = useApp();
  const source = useShared('source');
  const choices = useShared('choices');
  const [refusal, setRefusal] = useState<string | null>(null);
  const [used, setUsed] = useState(false);
  const use = async () => {
    const reply = await call('probe.useArm', { id, arm });
    if (!reply.ok) {
      notify({ error: reply.error });
      return;
    }
    if (reply.value.refusal !== null) {
      setRefusal(reply.value.refusal);
      return;
    }
    const { set, measured, remark } = reply.value;
    choose({
      ...choices,
      set: { ...choices.set, ...set },
      measured: { ...choices.measured, ...measured },
    });
    setUsed(true);
    const words = Object.entries(set).map(([name, value]) => `${name} = ${value}`);
    notify({ text: `In the plan: ${words.join(', ')}. ${remark ?? ''}`.trim() });
  };
  if (refusal !== null) return <span className="soft probe-refused-use">{refusal}</span>;
  if (used) {
    return (
      <button type="button" onClick={() => go({ page: 'plan' })}>
        Go to the plan
      </button>
    );
  }
  return (
    <button
      type="button"
      disabled={source === null}
      title={source === null ? 'A plan needs a snapshot: open one of this server first.' : undefined}
      onClick={() => void use()}
    >
      Use this value<span className="unseen">: {arm}</span>
    </button>
  );
}

function Resize({ resize }: { resize: NonNullable<ProbeResult['resize']> }) {
  const rows: [string, string][] = [
    ['From', `${resize.from.toLocaleString('en-US')} B`],
    ['Asked for', `${resize.asked.toLocaleString('en-US')} B`],
    ['Predicted', `${resize.predicted.toLocaleString('en-US')} B`],
    ['The server has', `${resize.stored.toLocaleString('en-US')} B`],
    ['It took', formatSeconds(resize.seconds)],
    ['And back', resize.backSeconds === null ? 'not measured' : formatSeconds(resize.backSeconds)],
  ];
  return (
    <section className="card" aria-label="Resize">
      <h2>The resize</h2>
      <dl className="pairs">
        {rows.map(([name, value]) => (
          <div key={name} className="pair">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {resize.messages.length > 0 && <pre className="statement">{resize.messages.join('\n')}</pre>}
    </section>
  );
}

/** What was measured beside the metric that decides. */
function OtherMetrics({ result }: { result: ProbeResult }) {
  const others = otherMetrics(result);
  if (others.length === 0 || result.blocks.length === 0) return null;
  return (
    <section className="section" aria-label="Other metrics">
      <h2>Measured beside it</h2>
      <p className="soft">
        No verdict rests on these: each interval is a 95 % interval of its own, of which one in 20 misses.
      </p>
      <div className="probe-others">
        {others.map(({ title, rows }) => (
          <table key={title} className="data">
            <caption>{title}</caption>
            <thead>
              <tr>
                <th scope="col">Variant</th>
                <th scope="col">Change, own 95 % interval</th>
                <th scope="col" className="number">
                  Mean
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map(([name = '', change = '', mean = '']) => (
                <tr key={name}>
                  <th scope="row">{name === 'baseline' ? 'Present settings' : name}</th>
                  <td>{change}</td>
                  <td className="number">{mean}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ))}
      </div>
    </section>
  );
}

/** Percentiles and levels of the slots, on which no verdict rests either. */
function Levels({ result }: { result: ProbeResult }) {
  const levels = probeLevels(result);
  if (levels === null) return null;
  return (
    <section className="section" aria-label="Levels">
      <h2>Levels</h2>
      <table className="data probe-levels">
        <thead>
          <tr>
            {levels.head.map((title, index) => (
              <th key={title} scope="col" className={index === 0 ? undefined : 'number'}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {levels.rows.map(([name = '', ...values]) => (
            <tr key={name}>
              <th scope="row">{name === 'baseline' ? 'Present settings' : name}</th>
              {values.map((value, index) => (
                <td key={levels.head[index + 1]} className="number">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="soft">{levels.note}</p>
    </section>
  );
}

/** What was watched, and what became of it. */
function Guards({ result }: { result: ProbeResult }) {
  if (result.guards.length === 0) return null;
  return (
    <section className="section" aria-label="Guards">
      <h2>Guards</h2>
      <table className="data probe-guard-table">
        <thead>
          <tr>
            {guardHead.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {guardRows(result).map(([guard = '', state = '', text = '']) => (
            <tr key={guard}>
              <th scope="row">{guard}</th>
              <td>{state}</td>
              <td className="soft">{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Circumstances({ result }: { result: ProbeResult }) {
  const { design, order, statements } = result;
  const consent = consentTexts(result);
  const sent = statements.map(
    (statement) =>
      `${statement.at}  ${shortenedSql(wholeText(statement, statements))};${statement.error === undefined ? '' : `  -- ${statement.error}`}`,
  );
  return (
    <>
      <details className="section">
        <summary>
          <h2>Circumstances and design</h2>
        </summary>
        <dl className="pairs">
          {probeFacts(result).map(({ name, value }) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </Fragment>
          ))}
          <dt>Blocks</dt>
          <dd>
            {design.explorationBlocks} to explore, at most {blocksText(design)} to decide
          </dd>
          {consent.length > 0 && (
            <>
              <dt>Consent</dt>
              <dd>
                {consent.map((text) => (
                  <span key={text} className="block">
                    {text}
                  </span>
                ))}
              </dd>
            </>
          )}
          <dt>Order</dt>
          <dd>
            {order.map((block, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a block has no identity but its place
              <span key={index} className="block">
                {block.map((arm) => (arm === 'baseline' ? 'present' : arm)).join(' · ')}
              </span>
            ))}
          </dd>
        </dl>
      </details>
      <details className="section">
        <summary>
          <h2>Statements that were sent ({statements.length})</h2>
        </summary>
        <ScrollRegion className="statement-list" label="Statements that were sent">
          <pre className="statement">{sent.join('\n')}</pre>
        </ScrollRegion>
      </details>
    </>
  );
}
