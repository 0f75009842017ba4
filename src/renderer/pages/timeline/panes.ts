import { drawnUnit, vitalSigns } from '../../../view';
import type { TimelineSource } from './source';

export interface PaneSeries {
  id: number;
  names: string[];
}

/** Vital signs that are shown first, where the source has them. */
const firstSigns = ['throughput', 'running', 'redo'];
const mostSeries = 4;

/** The panes of a source that is opened: what was asked for, else a few vital signs. */
export function firstPanes({ series }: TimelineSource, wanted: readonly string[]): PaneSeries[] {
  const has = (name: string) => series.some((one) => one.name === name);
  const asked = wanted.filter(has);
  const signs = firstSigns.flatMap((id) => {
    const name = vitalSigns.find((sign) => sign.id === id)?.series.find(has);
    return name === undefined ? [] : [name];
  });
  const first = series.find((one) => drawnUnit(one) !== 'none') ?? series[0];
  const names = asked.length > 0 ? asked : signs.length > 0 ? signs : first === undefined ? [] : [first.name];
  return names.map((name, id) => ({ id, names: [name] }));
}

/** With one more series, in a pane by its place or, with null, in one of its own. A full pane takes no more. */
export function withSeries(panes: readonly PaneSeries[], name: string, place: number | null): PaneSeries[] {
  const pane = place === null ? undefined : panes[place];
  if (pane?.names.includes(name) === true) return [...panes];
  if (pane === undefined || pane.names.length >= mostSeries) {
    return [...panes, { id: Math.max(-1, ...panes.map(({ id }) => id)) + 1, names: [name] }];
  }
  return panes.map((one) => (one === pane ? { ...one, names: [...one.names, name] } : one));
}
