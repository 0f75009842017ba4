import { formatCount, formatSeconds } from '../../../shared/base/units';
import type { DrawnStall } from '../../../shared/recording';
import { sampleTime, type TimeRange } from '../../../view';
import { ScrollRegion } from '../../../view/base/scroll-region';
import { ErrorNotice } from '../../components/error-notice';
import { FindingLinks } from '../../components/findings/finding-links';
import { Loading } from '../../components/loading';
import type { Loaded } from '../../state/call';

/** Before and after a stall that is zoomed to. */
const surroundingsMs = 15_000;
const mostShown = 200;

/** The stalls of what is shown, each with what else moved. */
export function Stalls({
  stalls,
  ofSnapshot,
  onZoom,
}: {
  stalls: Loaded<DrawnStall[] | null>;
  /** They are of the open snapshot, and not of a recording. */
  ofSnapshot: boolean;
  onZoom: (range: TimeRange) => void;
}) {
  return (
    <section className="section" aria-label="Stalls">
      <h2>{stalls.state === 'ready' && stalls.value !== null ? titleOf(stalls.value) : 'Stalls'}</h2>
      {stalls.state === 'loading' && <Loading what="Looking for stalls" />}
      {stalls.state === 'failed' && <ErrorNotice error={stalls.error} />}
      {stalls.state === 'ready' && stalls.value === null && (
        <p className="soft">Statements were not sampled, so no stall could show.</p>
      )}
      {stalls.state === 'ready' && stalls.value?.length === 0 && (
        <p className="soft">
          No second in which statements, commits or changed rows fell far below what is usual around it.
        </p>
      )}
      {stalls.state === 'ready' && stalls.value !== null && stalls.value.length > 0 && (
        <>
          {ofSnapshot && (
            <FindingLinks lead="What causes them" wanted={({ ruleId }) => ruleId === 'micro-stalls'} />
          )}
          <StallTable stalls={stalls.value.slice(0, mostShown)} onZoom={onZoom} />
          {stalls.value.length > mostShown && (
            <p className="soft">
              The first {mostShown} of {stalls.value.length}.
            </p>
          )}
        </>
      )}
    </section>
  );
}

/** `Stalls (2), sustained falls (1)` */
function titleOf(stalls: DrawnStall[]): string {
  const falls = stalls.filter(({ sustained }) => sustained === true).length;
  const title = `Stalls (${stalls.length - falls})`;
  return falls === 0 ? title : `${title}, sustained falls (${falls})`;
}

function StallTable({ stalls, onZoom }: { stalls: DrawnStall[]; onZoom: (range: TimeRange) => void }) {
  return (
    <ScrollRegion className="scroll card-table" label="Table of stalls">
      <table className="data">
        <thead>
          <tr>
            <th scope="col">At</th>
            <th scope="col" className="number">
              Length
            </th>
            <th scope="col">Fell</th>
            <th scope="col" className="number">
              Usual
            </th>
            <th scope="col" className="number">
              During
            </th>
            <th scope="col">10 s and 60 s averages</th>
            <th scope="col">What else moved</th>
          </tr>
        </thead>
        <tbody>
          {stalls.map((stall) => (
            <tr key={`${stall.startMs} ${stall.measure}`}>
              <th scope="row">
                <button
                  type="button"
                  className="link"
                  onClick={() =>
                    onZoom({
                      fromMs: stall.startMs - surroundingsMs,
                      toMs: stall.startMs + stall.lengthMs + surroundingsMs,
                    })
                  }
                >
                  <span className="unseen">Zoom to the stall at </span>
                  {sampleTime(stall.startMs)}
                </button>
              </th>
              <td className="number">{formatSeconds(stall.lengthMs / 1000)}</td>
              <td>
                {stall.measure}
                {stall.sustained === true && <span className="tag tag-warning">stayed down</span>}
              </td>
              <td className="number">{formatCount(Math.round(stall.usual))}/s</td>
              <td className="number">{formatCount(Math.round(stall.during))}/s</td>
              <td>{stall.micro ? 'hide it' : 'show it'}</td>
              <td>
                {stall.coMovers.length === 0
                  ? 'nothing that was sampled'
                  : stall.coMovers
                      .map(
                        ({ name, during, usual }) =>
                          `${name} ${formatCount(during)} (usually ${formatCount(usual)})`,
                      )
                      .join(', ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
