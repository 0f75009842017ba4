import { formatBytes, formatCount, formatSeconds } from '../../../shared/base/units';
import type { DrawnStall } from '../../../shared/recording';
import { sampleTime, type TimeRange } from '../../../view';
import { ScrollRegion } from '../../../view/base/scroll-region';
import { ErrorNotice } from '../../components/error-notice';
import { FindingLinks } from '../../components/findings/finding-links';
import { Loading } from '../../components/loading';
import type { Loaded } from '../../state/call';
import { texts } from './texts';

/** Before and after a stall that is zoomed to. */
const surroundingsMs = 15_000;
const mostShown = 200;

/** The checkpoint age is in bytes; all else is counted. */
function moverText(name: string, value: number): string {
  return name === 'checkpoint age' ? formatBytes(value) : formatCount(value);
}

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
    <section className="section" aria-label={texts.stalls}>
      <h2>{stalls.state === 'ready' && stalls.value !== null ? titleOf(stalls.value) : texts.stalls}</h2>
      {stalls.state === 'loading' && <Loading what={texts.lookingForStalls} />}
      {stalls.state === 'failed' && <ErrorNotice error={stalls.error} />}
      {stalls.state === 'ready' && stalls.value === null && (
        <p className="soft">{texts.statementsWereNotSampledSo}</p>
      )}
      {stalls.state === 'ready' && stalls.value?.length === 0 && (
        <p className="soft">{texts.noSecondInWhichStatements}</p>
      )}
      {stalls.state === 'ready' && stalls.value !== null && stalls.value.length > 0 && (
        <>
          {ofSnapshot && (
            <FindingLinks lead={texts.whatCausesThem} wanted={({ ruleId }) => ruleId === 'micro-stalls'} />
          )}
          <StallTable stalls={stalls.value.slice(0, mostShown)} onZoom={onZoom} />
          {stalls.value.length > mostShown && (
            <p className="soft">{texts.theFirstOf2(mostShown, stalls.value.length)}</p>
          )}
        </>
      )}
    </section>
  );
}

/** `Stalls (2), sustained falls (1)` */
function titleOf(stalls: DrawnStall[]): string {
  const falls = stalls.filter(({ sustained }) => sustained === true).length;
  const title = texts.stalls2(stalls.length - falls);
  return falls === 0 ? title : texts.sustainedFalls(title, falls);
}

function StallTable({ stalls, onZoom }: { stalls: DrawnStall[]; onZoom: (range: TimeRange) => void }) {
  return (
    <ScrollRegion className="scroll card-table" label={texts.tableOfStalls}>
      <table className="data">
        <thead>
          <tr>
            <th scope="col">{texts.at}</th>
            <th scope="col" className="number">
              {texts.length}
            </th>
            <th scope="col">{texts.fell}</th>
            <th scope="col" className="number">
              {texts.usual}
            </th>
            <th scope="col" className="number">
              {texts.during}
            </th>
            <th scope="col">{texts.n10SAnd60S}</th>
            <th scope="col">{texts.whatElseMoved}</th>
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
                  <span className="unseen">{texts.zoomToTheStallAt} </span>
                  {sampleTime(stall.startMs)}
                </button>
              </th>
              <td className="number">{formatSeconds(stall.lengthMs / 1000)}</td>
              <td>
                {stall.measure}
                {stall.sustained === true && ' '}
                {stall.sustained === true && <span className="tag tag-warning">{texts.stayedDown}</span>}
              </td>
              <td className="number">{formatCount(Math.round(stall.usual))}/s</td>
              <td className="number">{formatCount(Math.round(stall.during))}/s</td>
              <td>{stall.micro ? texts.hideIt : texts.showIt}</td>
              <td>
                {stall.coMovers.length === 0
                  ? texts.nothingThatWasSampled
                  : stall.coMovers
                      .map(({ name, during, usual }) =>
                        texts.usually(name, moverText(name, during), moverText(name, usual)),
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
