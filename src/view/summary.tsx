import { counted, formatBoth, formatSeconds } from '../shared/base/units';
import { type Effect, ratioText } from '../shared/effect';
import { serverName } from '../shared/server';
import type { Summary } from '../shared/summary';
import { unbroken } from './base/unbroken';
import { splitHeadline } from './findings/headline';
import { SeverityMark } from './findings/severity-mark';
import { texts } from './texts';

/** A server on one page: how it is, what to do, what came of it. `heading`: level of its parts. */
export function SummaryView({ summary }: { summary: Summary }) {
  const verdict = splitHeadline(unbroken(summary.verdict));
  const { actions, further, before, effect, remarks, counts, headline } = summary;
  return (
    <div className="summary">
      <p className="soft">
        {texts.utc(
          serverName(summary.server),
          summary.target,
          summary.takenAt.slice(0, 16).replace('T', ' '),
        )}
        {summary.windowSeconds !== null && texts.windowOf(formatSeconds(summary.windowSeconds))}
      </p>
      <p className="summary-verdict">{verdict.first}</p>
      {verdict.more !== '' && <p>{verdict.more}</p>}
      <section className="section" aria-label={texts.now}>
        <h2>{texts.now}</h2>
        {effect !== null && <p>{unbroken(headline.text)}</p>}
        <p className="soft">{countsText(counts)}</p>
      </section>
      {effect !== null && before !== null && (
        <section className="section" aria-label={texts.beforeAndAfter}>
          <h2>{texts.beforeAndAfter}</h2>
          <p className="soft">
            {texts.beforeUtc(before.takenAt.slice(0, 16).replace('T', ' '), unbroken(before.headline))}
          </p>
          {remarks.map((remark) => (
            <p key={remark} className="soft">
              {unbroken(remark)}
            </p>
          ))}
          <EffectTable effect={effect} />
        </section>
      )}
      <section className="section" aria-label={texts.toDo}>
        <h2>{texts.toDo}</h2>
        {actions.length === 0 ? (
          <p>{texts.nothingThatWasCheckedAsks}</p>
        ) : (
          <ol className="summary-actions">
            {actions.map((action) => (
              <li key={action.ruleId}>
                <p>
                  <SeverityMark severity={action.severity} />{' '}
                  <span className="strong">{unbroken(action.title)}</span>
                </p>
                <ul className="plain">
                  {action.steps.map((step) => (
                    <li key={step}>{unbroken(step)}</li>
                  ))}
                </ul>
                <dl className="summary-facts">
                  <dt>{texts.expectedEffect}</dt>
                  <dd>{unbroken(action.effect)}</dd>
                  <dt>{texts.risk}</dt>
                  <dd>{unbroken(action.risk)}</dd>
                </dl>
              </li>
            ))}
          </ol>
        )}
        {further > 0 && (
          <p className="soft">
            {texts.moreAdvice(further, further === 1 ? texts.findingHas : texts.findingsHave)}
          </p>
        )}
      </section>
    </div>
  );
}

function countsText({ critical, warning, notice, passed, notChecked }: Summary['counts']): string {
  const all = critical + warning + notice + passed;
  return texts.criticalOfChecksCouldBe(
    critical,
    counted(warning, 'warning'),
    counted(notice, 'notice'),
    all,
    all + notChecked,
  );
}

/** The measures of an effect, each with its interval or "within noise". */
export function EffectTable({ effect }: { effect: Effect }) {
  return (
    <table className="data">
      <caption className="unseen">{texts.beforeAndAfterWithThe}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.measure}</th>
          <th scope="col" className="number">
            {texts.before}
          </th>
          <th scope="col" className="number">
            {texts.after}
          </th>
          <th scope="col">{texts.afterBefore95Interval}</th>
          <th scope="col">{texts.verdict}</th>
        </tr>
      </thead>
      <tbody>
        {effect.measures.map((measure) => (
          <tr key={measure.id}>
            <th scope="row">{unbroken(measure.title)}</th>
            {formatBoth(measure.before, measure.after, measure.unit).map((text, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: before and after keep their places
              <td key={index} className="number">
                {text}
              </td>
            ))}
            <td>{unbroken(ratioText(measure))}</td>
            <td>{measure.verdict}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
