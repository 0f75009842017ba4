import { Fragment, useMemo, useState } from 'react';
import { counted, formatSeconds, formatValue } from '../../shared/base/units';

import { drawnPoints, signsOfArea, type TimeChartData, type TimeRange, type VitalReading } from '../../view';
import { LiveChart } from '../../view/charts/time/live-chart';
import { useApp } from '../state/app-state';
import { useCall } from '../state/call';
import { useDrawn } from '../state/use-drawn';
import { useVitalSigns, type VitalSigns as Vitals } from '../state/use-vital-signs';
import { FindingLinks } from './findings/finding-links';
import { Loading } from './loading';
import { saveChart } from './save-chart';
import { texts } from './texts';
import { Tiles } from './tiles';
import { roundedMean, Tile } from './vital-tile';

const chartPixels = 1200;

/** Tiles with the mean over the window and a line; a tile opens its chart. */
export function VitalSigns({ id }: { id: string }) {
  const loaded = useVitalSigns(id);
  const [open, setOpen] = useState<string | null>(null);
  if (loaded.state === 'loading') return <Loading what={texts.readingSamples} />;
  if (loaded.state === 'failed') return <p className="soft">{loaded.error.message}</p>;
  const vitals = loaded.value;
  if (vitals === null || vitals.readings.length === 0)
    return <p className="soft">{texts.thisSnapshotHasNoSamples}</p>;
  const chosen = vitals.readings.find(({ sign }) => sign.id === open);
  return (
    <section className="vitals" aria-label={texts.vitalSigns}>
      <Tiles>
        {vitals.readings.map((reading) => (
          <Fragment key={reading.sign.id}>
            <li>
              <Tile
                reading={reading}
                value={meanText(reading)}
                open={reading.sign.id === open}
                onToggle={() => setOpen(reading.sign.id === open ? null : reading.sign.id)}
              />
            </li>
            {reading.sign.id === 'throughput' && <LatencyTile id={id} />}
          </Fragment>
        ))}
      </Tiles>
      {chosen !== undefined && (
        <>
          <SignChart key={chosen.name} id={id} reading={chosen} vitals={vitals} />
          <FindingLinks
            lead={texts.findingsThatShowIn(chosen.sign.label)}
            // A remark (an account without password) is no cause of what a chart shows.
            wanted={({ area, standing }) =>
              standing === 'finding' && signsOfArea[area]?.includes(chosen.sign.id) === true
            }
          />
        </>
      )}
    </section>
  );
}

function meanText({ numbers, sign }: VitalReading): string {
  return numbers === null ? texts.noValues : formatValue(roundedMean(numbers.mean), sign.unit);
}

/** The chart of one sign over the window; what is zoomed into is drawn again. */
export function SignChart({ id, reading, vitals }: { id: string; reading: VitalReading; vitals: Vitals }) {
  const { notify, go } = useApp();
  const { sign, name } = reading;
  const { whole, startedAt } = vitals;
  const [zoomed, setZoomed] = useState<TimeRange | null>(null);
  const range = zoomed ?? whole;
  const { series } = useDrawn({
    ref: { kind: 'snapshot', id },
    names: [name],
    ...range,
    pixels: chartPixels,
    averagesMs: [],
  });
  const data = useMemo((): TimeChartData => {
    const drawn = series?.[0];
    const points = drawn === undefined ? reading.points : drawnPoints(drawn);
    return { unit: sign.unit, lines: [{ label: sign.label, points }], range, startedAt };
  }, [series, reading, sign, range, startedAt]);
  return (
    <div className="card">
      <LiveChart
        title={texts.overTheWindow(sign.label)}
        data={data}
        whole={whole}
        onRange={setZoomed}
        onSave={(file) => void saveChart(file, notify)}
      >
        {zoomed !== null && (
          <button type="button" className="quiet" onClick={() => setZoomed(null)}>
            {texts.wholeWindow}
          </button>
        )}
        <button type="button" className="quiet" onClick={() => go({ page: 'timeline', series: [name] })}>
          {texts.timeline(<span className="unseen"> {texts.of(sign.label)}</span>)}
        </button>
      </LiveChart>
    </div>
  );
}

/** p95 and p99 over all statements of the window, where the server counts how long they take. */
function LatencyTile({ id }: { id: string }) {
  const { loaded } = useCall('snapshot.latency', { id });
  if (loaded.state !== 'ready' || loaded.value === null) return null;
  const { p95, p99, statements } = loaded.value;
  return (
    <li className="tile tile-still">
      <span className="tile-label">{texts.statementLatency}</span>
      <span className="tile-value">p95 {formatSeconds(p95)}</span>
      <span className="tile-value">p99 {formatSeconds(p99)}</span>
      <span className="tile-range soft">{counted(statements, 'statement')}</span>
    </li>
  );
}
