import { Fragment, useMemo, useState } from 'react';
import { formatCount, formatSeconds } from '../../../shared/base/units';
import {
  type ArmResult,
  blocksText,
  changeText,
  metricFacts,
  type ProbeResult,
  wholeText,
} from '../../../shared/probe';
import { controlTexts } from '../../../shared/probe-controls';
import { estimatesOf, gridOf, probeMeaning, unbroken } from '../../../view';
import { ScrollRegion } from '../../../view/base/scroll-region';
import { ArmGridChart } from '../../../view/charts/estimates/arm-grid-chart';
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
import { Loading } from '../../components/loading';
import { Estimates } from '../../components/measure/estimates';
import { MeasuredOn } from '../../components/measure/measured-on';
import { Outcome } from '../../components/measure/outcome';
import { ProbeVerdict } from '../../components/measure/verdict';
import { saveChart } from '../../components/save-chart';
import { definePage } from '../../page';
import { useApp, useShared } from '../../state/app-state';
import { call, useCall } from '../../state/call';
import { usePageState } from '../../state/page-state';
import { ExportResult } from './export-result';
import { resultChart } from './result-chart';
import { texts } from './texts';

export const page = definePage('probe-result', ProbeResultPage);

/** What came of a probe, just measured or recorded. */
function ProbeResultPage({ id }: { id: string }) {
  const { loaded, reload } = useCall('probe.result', { id });
  usePageState('probe-result', loaded.state);
  if (loaded.state === 'loading') return <Loading what={texts.workingTheVerdictsOutFrom} />;
  if (loaded.state === 'failed') return <ErrorNotice error={loaded.error} onRetry={reload} />;
  return <Result result={loaded.value} />;
}

function Result({ result }: { result: ProbeResult }) {
  const { go, notify } = useApp();
  const estimates = useMemo(() => estimatesOf(result), [result]);
  const grid = useMemo(() => gridOf(result), [result]);
  const chart = useMemo(() => resultChart(result), [result]);
  const meaning = useMemo(() => probeMeaning(result), [result]);
  const { metric, design, noise, remarks, leftOut } = result;
  const controls = controlTexts(result);
  const breaches = result.guards.flatMap(({ guard, breach }) => (breach === null ? [] : [{ guard, breach }]));
  return (
    <div className="page probe-result">
      <div>
        <button type="button" className="link" onClick={() => go({ page: 'probes' })}>
          {texts.allProbes}
        </button>
        <div className="toolbar">
          <h1>{result.title}</h1>
          <span className="push" />
          <ExportResult result={result} />
        </div>
        <MeasuredOn result={result} />
      </div>
      <Outcome outcome={result.outcome} text={result.text} restore={result.restore} />
      {result.resize !== undefined && <Resize resize={result.resize} />}
      {result.blocks.length > 0 && (
        <Estimates
          metric={metric}
          estimates={estimates}
          marginPercent={design.marginPercent}
          legend={texts.aDotIsTheEstimate(` ${design.marginPercent} %`)}
        />
      )}
      <Arms result={result} />
      {grid !== null && result.blocks.length > 0 && (
        <section className="card" aria-label={texts.grid}>
          <ArmGridChart
            title={texts.changeOfAsAGrid(metricFacts[metric.id].short)}
            grid={grid}
            higherIsBetter={metric.higherIsBetter}
            onSave={(file) => void saveChart(file, notify)}
          />
        </section>
      )}
      <section className="card" aria-label={texts.meaning}>
        <h2>{texts.whatItSaysAndWhat}</h2>
        <ul className="probe-remarks">
          {meaning.says.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <p className="strong">{texts.itDoesNotSay}</p>
        <ul className="probe-remarks">
          {meaning.doesNotSay.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </section>
      <section className="card" aria-label={texts.howSure}>
        <h2>{texts.howFarToBelieveIt}</h2>
        <ul className="probe-remarks">
          {controls.map((text) => (
            <li key={text}>{unbroken(text)}</li>
          ))}
          {noise !== null && <li>{unbroken(noise.text)}</li>}
          {breaches.map(({ guard, breach }) => (
            <li key={guard}>
              {texts.theGuardOfWhereThe(
                guard.replaceAll('-', ' '),
                breachText(breach, result.arms),
                formatCount(breach.value),
                formatCount(breach.limit),
              )}
            </li>
          ))}
          {remarks.map((remark) => (
            <li key={remark}>{unbroken(remark)}</li>
          ))}
          {leftOut.map(({ arm, reason }) => (
            <li key={arm}>{texts.wasLeftOut(arm, reason)}</li>
          ))}
        </ul>
      </section>
      {result.blocks.length > 0 && (
        <section className="card" aria-label={texts.seconds}>
          <LiveChart
            title={texts.eachSecondWithTheVariant}
            data={chart}
            onSave={(file) => void saveChart(file, notify)}
          />
          <p className="soft">{texts.shadedWhereAVariantWas}</p>
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
    <section className="section" aria-label={texts.variants}>
      <h2>{texts.variants}</h2>
      <ScrollRegion className="scroll-x" label={texts.tableOfVariants}>
        <table className="data probe-arm-table">
          <thead>
            <tr>
              <th scope="col">{texts.variant}</th>
              <th scope="col">{texts.verdict}</th>
              <th scope="col">{texts.change95Interval}</th>
              <th scope="col" className="number">
                {metricFacts[metric.id].short}
              </th>
              <th scope="col" className="number">
                {texts.blocks}
              </th>
              <th scope="col">
                <span className="unseen">{texts.plan}</span>
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
        <span className="strong">{baseline ? texts.presentSettings : arm.name}</span>
        <span className="block soft">
          {arm.settings.map(({ variable, value, stored }) => (
            <code key={variable} className="block">
              {variable} = {stored ?? value}
            </code>
          ))}
          {(arm.switches ?? []).map(({ group, rows }) => (
            <span key={group} className="block">
              {texts.of(formatCount(rows), rows === 1 ? 'row' : 'rows', group)}
            </span>
          ))}
        </span>
      </th>
      <td>
        <ProbeVerdict verdict={arm.verdict} />
        {!baseline && <span className="block soft">{unbroken(arm.text)}</span>}
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
    notify({ text: texts.inThePlan(words.join(', '), remark ?? '').trim() });
  };
  if (refusal !== null) return <span className="soft probe-refused-use">{refusal}</span>;
  if (used) {
    return (
      <button type="button" onClick={() => go({ page: 'plan' })}>
        {texts.goToThePlan}
      </button>
    );
  }
  return (
    <button
      type="button"
      disabled={source === null}
      title={source === null ? texts.aPlanNeedsASnapshot : undefined}
      onClick={() => void use()}
    >
      {texts.toUseThisValue(<span className="unseen">: {arm}</span>)}
    </button>
  );
}

function Resize({ resize }: { resize: NonNullable<ProbeResult['resize']> }) {
  const rows: [string, string][] = [
    [texts.from, `${resize.from.toLocaleString('en-US')} B`],
    [texts.askedFor, `${resize.asked.toLocaleString('en-US')} B`],
    [texts.predicted, `${resize.predicted.toLocaleString('en-US')} B`],
    [texts.theServerHas, `${resize.stored.toLocaleString('en-US')} B`],
    [texts.itTook, formatSeconds(resize.seconds)],
    [texts.andBack, resize.backSeconds === null ? texts.notMeasured : formatSeconds(resize.backSeconds)],
  ];
  return (
    <section className="card" aria-label={texts.resize}>
      <h2>{texts.theResize}</h2>
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
    <section className="section" aria-label={texts.otherMetrics}>
      <h2>{texts.measuredBesideIt}</h2>
      <p className="soft">{texts.noVerdictRestsOnThese}</p>
      <div className="probe-others">
        {others.map(({ title, rows }) => (
          <table key={title} className="data">
            <caption>{title}</caption>
            <thead>
              <tr>
                <th scope="col">{texts.variant}</th>
                <th scope="col">{texts.changeOwn95Interval}</th>
                <th scope="col" className="number">
                  {texts.mean}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map(([name = '', change = '', mean = '']) => (
                <tr key={name}>
                  <th scope="row">{name === 'baseline' ? texts.presentSettings : name}</th>
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
    <section className="section" aria-label={texts.levels}>
      <h2>{texts.levels}</h2>
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
              <th scope="row">{name === 'baseline' ? texts.presentSettings : name}</th>
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
    <section className="section" aria-label={texts.guards}>
      <h2>{texts.guards}</h2>
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
              <td className="soft">{unbroken(text)}</td>
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
          <h2>{texts.circumstancesAndDesign}</h2>
        </summary>
        <dl className="pairs">
          {probeFacts(result).map(({ name, value }) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </Fragment>
          ))}
          <dt>{texts.blocks}</dt>
          <dd>{texts.toExploreAtMostTo(design.explorationBlocks, blocksText(design))}</dd>
          {consent.length > 0 && (
            <>
              <dt>{texts.consent}</dt>
              <dd>
                {consent.map((text) => (
                  <span key={text} className="block">
                    {unbroken(text)}
                  </span>
                ))}
              </dd>
            </>
          )}
          <dt>{texts.order}</dt>
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
          <h2>{texts.statementsThatWereSent(statements.length)}</h2>
        </summary>
        <ScrollRegion className="statement-list" label={texts.statementsThatWereSent2}>
          <pre className="statement">{sent.join('\n')}</pre>
        </ScrollRegion>
      </details>
    </>
  );
}
