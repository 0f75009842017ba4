import { useMemo } from 'react';
import type { ChartMark } from '../../../view';
import { useCall } from '../../state/call';
import type { TimelineSource } from './source';

export interface TimelineEvent {
  atMs: number;
  text: string;
}

/**
 * What happened while the source was sampled: restarts and gaps, variables that Latchkey set on that server and left
 * set, and the probes that ran on it.
 */
export function useEvents(source: TimelineSource): { rows: TimelineEvent[]; marks: ChartMark[] } {
  const { loaded: changes } = useCall('plan.undoable', {});
  const { loaded: probes } = useCall('probe.results', {});
  return useMemo(() => {
    const start = Date.parse(source.startedAt);
    const within = (iso: string) => {
      const atMs = Date.parse(iso) - start;
      return atMs >= 0 && atMs <= source.lengthMs ? [atMs] : [];
    };
    const seen: TimelineEvent[] = source.events.map(({ atMs, text }) => ({ atMs, text }));
    const set = (changes.state === 'ready' ? changes.value : [])
      .filter(({ serverKey }) => serverKey === source.serverKey)
      .flatMap(({ statements }) =>
        statements.flatMap(({ at, sql, error }) =>
          error === undefined && /^set /i.test(sql) ? within(at).map((atMs) => ({ atMs, text: sql })) : [],
        ),
      );
    const ran = (probes.state === 'ready' ? probes.value : []).filter(
      ({ target, startedAt, endedAt }) =>
        target === source.target &&
        Date.parse(endedAt) > start &&
        Date.parse(startedAt) < start + source.lengthMs,
    );
    const rows = [
      ...seen,
      ...set,
      ...ran.map(({ startedAt, title, text }) => ({
        atMs: Math.max(0, Date.parse(startedAt) - start),
        text: `Probe ${title}: ${text}`,
      })),
    ].sort((a, b) => a.atMs - b.atMs);
    const marks: ChartMark[] = [
      ...ran.map(
        ({ startedAt, endedAt, title }): ChartMark => ({
          kind: 'arm',
          fromMs: Date.parse(startedAt) - start,
          toMs: Date.parse(endedAt) - start,
          label: title,
        }),
      ),
      ...[...seen, ...set].map(({ atMs, text }): ChartMark => ({ kind: 'event', fromMs: atMs, label: text })),
    ];
    return { rows, marks };
  }, [source, changes, probes]);
}
