import { type ReactNode, useState } from 'react';
import type { Unit } from '../../../shared/analysis';
import { formatBoth, formatValue } from '../../../shared/base/units';
import type { SnapshotComparison } from '../../../shared/compare';
import { sessionsText } from '../../../view';
import { ScrollRegion } from '../../../view/base/scroll-region';
import { RatioBar, ratioText } from './ratio';
import { texts } from './texts';

const mostRows = 200;

interface RatioRow {
  key: string;
  name: ReactNode;
  a: string;
  b: string;
  ratio: { a: number | null; b: number | null; ratio: number | null };
  /** The difference is within the noise, or nothing is known of that. */
  faint: boolean;
  more: string[];
}

/** Something on both sides, with B / A in number and drawing. */
function RatioTable({
  caption,
  what,
  measure = '',
  more,
  rows,
}: {
  caption: string;
  what: string;
  /** What the numbers of A and B count, where they have no unit of their own. */
  measure?: string;
  more: string[];
  rows: RatioRow[];
}) {
  return (
    <ScrollRegion className="scroll-x" label={caption}>
      <table className="data compare-table">
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{what}</th>
            <th scope="col" className="number">
              A{measure}
            </th>
            <th scope="col" className="number">
              B{measure}
            </th>
            <th scope="col" className="number">
              B / A
            </th>
            <th scope="col" className="ratio-drawn">
              <span className="unseen">{texts.drawn}</span>
            </th>
            {more.map((title) => (
              <th key={title} scope="col" className="number">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} className={row.faint ? 'within-noise' : undefined}>
              <th scope="row">{row.name}</th>
              <td className="number">{row.a}</td>
              <td className="number">{row.b}</td>
              <td className="number strong">{ratioText(row.ratio)}</td>
              <td className="ratio-drawn">
                <RatioBar ratio={row.ratio.ratio} faint={row.faint} />
              </td>
              {row.more.map((text, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their places
                <td key={index} className="number">
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function both(a: number | null, b: number | null, unit: Unit): { a: string; b: string } {
  const [left, right] = formatBoth(a, b, unit);
  return { a: left, b: right };
}

/** Status counters as rates, B / A, with the noise of the ratio. */
export function RateTable({ rates }: { rates: SnapshotComparison['rates'] }) {
  const [all, setAll] = useState(false);
  const chosen = rates.filter(
    ({ main, beyondNoise, ratio }) => all || main || beyondNoise === true || ratio === null,
  );
  const rows = chosen.slice(0, all ? rates.length : mostRows);
  if (rates.length === 0) return <p className="soft">{texts.neitherSideHasAWindow}</p>;
  return (
    <>
      <label className="check">
        <input type="checkbox" checked={all} onChange={(event) => setAll(event.target.checked)} />
        {texts.alsoThoseWhoseDifferenceIs(rows.length, rates.length)}
      </label>
      <RatioTable
        caption={texts.ratesOfBothSides}
        what={texts.rate}
        more={[texts.noise, texts.forEachStatement]}
        rows={rows.map(({ name, unit, a, b, ratio, noise, beyondNoise, perStatement }) => ({
          ...both(a, b, unit),
          key: name,
          // Time that is counted stays time: of each second so much.
          name: /\/s$/.test(unit) ? name : texts.inEachSecond(name),
          ratio: { a, b, ratio },
          faint: beyondNoise === false,
          more: [
            noise === null
              ? ''
              : `± ${formatValue(noise, 'ratio')}${beyondNoise === false ? texts.withinIt : ''}`,
            perStatement === null ? '' : `x\u00a0${formatValue(perStatement, 'ratio')}`,
          ],
        }))}
      />
    </>
  );
}

/** Active sessions by wait class, and waits by object. */
export function WaitTables({
  waits,
  sessions,
}: {
  waits: SnapshotComparison['waits'];
  sessions: SnapshotComparison['sessions'];
}) {
  const rowOf = (
    name: string,
    one: { a: number | null; b: number | null; ratio: number | null },
  ): RatioRow => ({
    key: name,
    name,
    a: sessionsText(one.a),
    b: sessionsText(one.b),
    ratio: one,
    faint: false,
    more: [],
  });
  return (
    <>
      <section className="section">
        <h2>{texts.activeSessionsByWhatThey}</h2>
        {sessions.length === 0 ? (
          <p className="soft">{texts.sessionsWereNotSampledOn}</p>
        ) : (
          <RatioTable
            caption={texts.activeSessionsOfBothSides}
            what={texts.doing}
            measure={texts.sessions}
            more={[]}
            rows={sessions.map((one) => rowOf(one.class, one))}
          />
        )}
      </section>
      <section className="section">
        <h2>{texts.waitsThreadsInThemOn}</h2>
        {waits.reason !== null ? (
          <p className="soft">{texts.notCompared(waits.reason)}</p>
        ) : (
          <RatioTable
            caption={texts.waitsOfBothSides}
            what={texts.object}
            measure={texts.threadsWaiting}
            more={[]}
            rows={waits.rows.map((one) => rowOf(one.object, one))}
          />
        )}
      </section>
    </>
  );
}

/** Statements by what they cost the server. */
export function DigestTable({ digests }: { digests: SnapshotComparison['digests'] }) {
  if (digests.reason !== null) return <p className="soft">{texts.notCompared(digests.reason)}</p>;
  if (digests.rows.length === 0) return <p className="soft">{texts.noStatementRanOnEither}</p>;
  const change = (a: number | null, b: number | null, unit: 'seconds' | 'count/s') =>
    formatBoth(a, b, unit).join(' to ');
  return (
    <RatioTable
      caption={texts.statementsOfBothSidesBy}
      what={texts.statement}
      measure={texts.sessionsBusy}
      more={[texts.timeOfEach, texts.executions]}
      rows={digests.rows.map(({ digest, text, load, seconds, rate }) => ({
        key: digest,
        name: <code className="digest">{text}</code>,
        a: sessionsText(load.a),
        b: sessionsText(load.b),
        ratio: load,
        faint: false,
        more: [change(seconds.a, seconds.b, 'seconds'), change(rate.a, rate.b, 'count/s')],
      }))}
    />
  );
}
