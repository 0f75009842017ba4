import { counted, formatSeconds, formatValue } from '../shared/base/units';
import { type Effect, ratioText } from '../shared/effect';
import { serverName } from '../shared/server';
import type { Summary } from '../shared/summary';
import { unbroken } from './base/unbroken';
import { splitHeadline } from './findings/headline';
import { SeverityMark } from './findings/severity-mark';

/** A server on one page: how it is, what to do, what came of it. `heading`: level of its parts. */
export function SummaryView({ summary }: { summary: Summary }) {
  const verdict = splitHeadline(unbroken(summary.verdict));
  const { actions, further, before, effect, remarks, counts, headline } = summary;
  return (
    <div className="summary">
      <p className="soft">
        {serverName(summary.server)}, {summary.target}, {summary.takenAt.slice(0, 16).replace('T', ' ')} UTC
        {summary.windowSeconds !== null && `, window of ${formatSeconds(summary.windowSeconds)}`}
      </p>
      <p className="summary-verdict">{verdict.first}</p>
      {verdict.more !== '' && <p>{verdict.more}</p>}
      <section className="section" aria-label="Now">
        <h2>Now</h2>
        {effect !== null && <p>{unbroken(headline.text)}</p>}
        <p className="soft">{countsText(counts)}</p>
      </section>
      {effect !== null && before !== null && (
        <section className="section" aria-label="Before and after">
          <h2>Before and after</h2>
          <p className="soft">
            Before: {before.takenAt.slice(0, 16).replace('T', ' ')} UTC. {unbroken(before.headline)}
          </p>
          {remarks.map((remark) => (
            <p key={remark} className="soft">
              {remark}
            </p>
          ))}
          <EffectTable effect={effect} />
        </section>
      )}
      <section className="section" aria-label="To do">
        <h2>To do</h2>
        {actions.length === 0 ? (
          <p>Nothing that was checked asks for a change.</p>
        ) : (
          <ol className="summary-actions">
            {actions.map((action) => (
              <li key={action.ruleId}>
                <p>
                  <SeverityMark severity={action.severity} /> <span className="strong">{action.title}</span>
                </p>
                <ul className="plain">
                  {action.steps.map((step) => (
                    <li key={step}>{unbroken(step)}</li>
                  ))}
                </ul>
                <dl className="summary-facts">
                  <dt>Expected effect</dt>
                  <dd>{unbroken(action.effect)}</dd>
                  <dt>Risk</dt>
                  <dd>{unbroken(action.risk)}</dd>
                </dl>
              </li>
            ))}
          </ol>
        )}
        {further > 0 && (
          <p className="soft">
            {further} more {further === 1 ? 'finding has' : 'findings have'} advice.
          </p>
        )}
      </section>
    </div>
  );
}

function countsText({ critical, warning, notice, passed, notChecked }: Summary['counts']): string {
  const all = critical + warning + notice + passed;
  return `${critical} critical, ${counted(warning, 'warning')}, ${counted(notice, 'notice')}. ${all} of ${all + notChecked} checks could be made.`;
}

/** The measures of an effect, each with its interval or "within noise". */
export function EffectTable({ effect }: { effect: Effect }) {
  return (
    <table className="data">
      <caption className="unseen">Before and after, with the 95 % interval of each ratio</caption>
      <thead>
        <tr>
          <th scope="col">Measure</th>
          <th scope="col" className="number">
            Before
          </th>
          <th scope="col" className="number">
            After
          </th>
          <th scope="col">After / before (95 % interval)</th>
          <th scope="col">Verdict</th>
        </tr>
      </thead>
      <tbody>
        {effect.measures.map((measure) => (
          <tr key={measure.id}>
            <th scope="row">{measure.title}</th>
            <td className="number">{formatValue(measure.before, measure.unit)}</td>
            <td className="number">{formatValue(measure.after, measure.unit)}</td>
            <td>{ratioText(measure)}</td>
            <td>{measure.verdict}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
