import { type ReactNode, useState } from 'react';
import { formatValue } from '../../../shared/base/units';
import type { SnapshotComparison } from '../../../shared/compare';
import { ScrollRegion } from '../../../view/base/scroll-region';
import { RatioBar, ratioText } from './ratio';

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
            <th scope="col">
              <span className="unseen">Drawn</span>
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
              <td>
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

/** Status counters as rates, B / A, with the noise of the ratio. */
export function RateTable({ rates }: { rates: SnapshotComparison['rates'] }) {
  const [all, setAll] = useState(false);
  const chosen = rates.filter(
    ({ main, beyondNoise, ratio }) => all || main || beyondNoise === true || ratio === null,
  );
  const rows = chosen.slice(0, all ? rates.length : mostRows);
  if (rates.length === 0)
    return <p className="soft">Neither side has a window over which a rate could be taken.</p>;
  return (
    <>
      <label className="check">
        <input type="checkbox" checked={all} onChange={(event) => setAll(event.target.checked)} />
        Also those whose difference is within the noise ({rows.length} of {rates.length} shown)
      </label>
      <RatioTable
        caption="Rates of both sides"
        what="Rate"
        more={['Noise', 'For each statement']}
        rows={rows.map(({ name, unit, a, b, ratio, noise, beyondNoise, perStatement }) => ({
          key: name,
          // Time that is counted stays time: of each second so much.
          name: /\/s$/.test(unit) ? name : `${name} in each second`,
          a: formatValue(a, unit),
          b: formatValue(b, unit),
          ratio: { a, b, ratio },
          faint: beyondNoise === false,
          more: [
            noise === null
              ? ''
              : `+- ${formatValue(noise, 'ratio')}${beyondNoise === false ? ', within it' : ''}`,
            perStatement === null ? '' : `x ${formatValue(perStatement, 'ratio')}`,
          ],
        }))}
      />
    </>
  );
}

/** Active sessions by what they did, and waits by object. */
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
    a: formatValue(one.a, 'ratio'),
    b: formatValue(one.b, 'ratio'),
    ratio: one,
    faint: false,
    more: [],
  });
  return (
    <>
      <section className="section">
        <h2>Active sessions by what they did, on average</h2>
        {sessions.length === 0 ? (
          <p className="soft">Sessions were not sampled on both sides.</p>
        ) : (
          <RatioTable
            caption="Active sessions of both sides"
            what="Doing"
            measure=", sessions"
            more={[]}
            rows={sessions.map((one) => rowOf(one.class, one))}
          />
        )}
      </section>
      <section className="section">
        <h2>Waits, threads in them on average</h2>
        {waits.reason !== null ? (
          <p className="soft">Not compared. {waits.reason}</p>
        ) : (
          <RatioTable
            caption="Waits of both sides"
            what="Object"
            measure=", threads waiting"
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
  if (digests.reason !== null) return <p className="soft">Not compared. {digests.reason}</p>;
  if (digests.rows.length === 0) return <p className="soft">No statement ran on either side.</p>;
  const change = (a: number | null, b: number | null, unit: 'seconds' | 'count/s') =>
    `${formatValue(a, unit)} to ${formatValue(b, unit)}`;
  return (
    <RatioTable
      caption="Statements of both sides, by load"
      what="Statement"
      measure=", sessions busy"
      more={['Time of each', 'Executions']}
      rows={digests.rows.map(({ digest, text, load, seconds, rate }) => ({
        key: digest,
        name: <code className="digest">{text}</code>,
        a: formatValue(load.a, 'ratio'),
        b: formatValue(load.b, 'ratio'),
        ratio: load,
        faint: false,
        more: [change(seconds.a, seconds.b, 'seconds'), change(rate.a, rate.b, 'count/s')],
      }))}
    />
  );
}
