import { shortText } from '../../../shared/base/short-text';
import type { DrawnSeries } from '../../../shared/recording';
import { seriesTitles } from '../../../shared/series-names';
import { drawnUnit } from '../../../view';
import { texts } from './texts';

/** A series as charts call it: its own name, and what becomes of a counter of time. */
export function seriesTitle(series: Pick<DrawnSeries, 'name'> & Partial<DrawnSeries>): string {
  const { kind, unit } = series;
  const name = seriesTitles[series.name] ?? shortText(series.name);
  if (kind !== 'counter' || unit === undefined) return name;
  const drawn = drawnUnit({ kind, unit });
  return drawn === 'count/s' || drawn === 'bytes/s' ? name : texts.inEachSecond(name);
}
