import type { DrawnSeries } from '../../shared/recording';
import { sessionClassNames } from '../../shared/session-classes';
import type { Samples } from '../../shared/snapshot';
import type { ChartLine } from '../charts/time/chart-data';
import { drawnPoints, gaugePoints, type Point } from '../charts/time/series';

/**
 * What active sessions are found doing, from the bottom of the stack upwards. The colours stay the same whichever of
 * them a snapshot has.
 */
const classes = Object.entries(sessionClassNames).map(([name, title]) => ({ name, title }));
const prefix = 'sessions.';
const objectPrefix = 'sessions.object.';
const mostObjects = 5;

/** The series that the active sessions by wait class needs, of those that there are; [] where sessions were not sampled. */
export function sessionNames(names: readonly string[]): { classes: string[]; objects: string[] } {
  return {
    classes: classes.map(({ name }) => prefix + name).filter((name) => names.includes(name)),
    objects: names.filter((name) => name.startsWith(objectPrefix)),
  };
}

/** One area for each class, from averages that all have the same times. */
export function loadLines(series: readonly DrawnSeries[]): ChartLine[] {
  return classes.flatMap(({ name, title }, index) => {
    const drawn = series.find((one) => one.name === prefix + name && one.averageMs !== undefined);
    return drawn === undefined ? [] : [{ label: title, points: drawnPoints(drawn), colour: index + 1 }];
  });
}

/**
 * `loadLines` from the samples themselves, for a document.
 * @param most points of a line; of more samples each range is identified by its mean
 */
export function sampledLoadLines(samples: Samples, most: number): ChartLine[] {
  const size = Math.max(1, Math.ceil(samples.times.length / most));
  return classes.flatMap(({ name, title }, index) => {
    const all = gaugePoints(samples, prefix + name);
    if (!all.some(({ y }) => !Number.isNaN(y))) return [];
    const points = Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
      meanPoint(all.slice(at * size, (at + 1) * size)),
    );
    return [{ label: title, points, colour: index + 1 }];
  });
}

function meanPoint(points: readonly Point[]): Point {
  const known = points.filter(({ y }) => !Number.isNaN(y));
  const sum = known.reduce((total, { y }) => total + y, 0);
  return { x: points[0]?.x ?? 0, y: known.length === 0 ? Number.NaN : sum / known.length };
}

/**
 * What sessions waited for most: the objects with their sessions on average. An object is sampled from the second in which it
 * is first waited for; in those before it nobody waited, so the mean is over all seconds in which sessions were sampled.
 */
export function topObjects(series: readonly DrawnSeries[]): { object: string; sessions: number }[] {
  const sampled = Math.max(
    0,
    ...series
      .filter(({ name, averageMs }) => name.startsWith(prefix) && averageMs !== undefined)
      .map(({ low }) => low.filter((value) => value !== null).length),
  );
  return series
    .filter(({ name, averageMs }) => name.startsWith(objectPrefix) && averageMs !== undefined)
    .map(({ name, low }) => {
      const known = low.filter((value) => value !== null);
      const sum = known.reduce((total, value) => total + value, 0);
      return {
        object: name.slice(objectPrefix.length),
        sessions: known.length === 0 ? 0 : sum / sampled,
      };
    })
    .filter(({ sessions }) => sessions >= 0.01)
    .sort((a, b) => b.sessions - a.sessions)
    .slice(0, mostObjects);
}
