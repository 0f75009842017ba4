import { useMemo } from 'react';
import { isSameServerKey } from '../../../shared/server';
import type { ChartMark } from '../../../view';
import { useCall } from '../../state/call';
import type { TimelineSource } from './source';

export interface TimelineEvent {
  atMs: number;
  text: string;
  /** The probe that it shows of, by its result. */
  result?: string;
}

/**
 * What happened while the source was sampled: restarts and gaps, variables that Latchkey set on that server and left
 * set, and the probes that ran on it.
 */
export function useEvents(source: TimelineSource): { rows: TimelineEvent[]; marks: ChartMark[] } {
  const { loaded: changes } = useCall('plan.undoable', {});
  const { loaded: probes } = useCall('probe.results', {});
  const { loaded: stepped } = useCall('probe.steps', {
    target: source.target,
    from: source.startedAt,
    to: new Date(Date.parse(source.startedAt) + source.lengthMs).toISOString(),
  });
  return useMemo(() => {
    const start = Date.parse(source.startedAt);
    const within = (iso: string) => {
      const atMs = Date.parse(iso) - start;
      return atMs >= 0 && atMs <= source.lengthMs ? [atMs] : [];
    };
    const seen: TimelineEvent[] = source.events.map(({ atMs, text }) => ({ atMs, text }));
    const set = (changes.state === 'ready' ? changes.value : [])
      .filter(({ serverKey }) => isSameServerKey(serverKey, source.serverKey))
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
      ...ran.map(({ id, startedAt, title, text }) => ({
        result: id,
        atMs: Math.max(0, Date.parse(startedAt) - start),
        text: `Probe ${title}: ${text}`,
      })),
    ].sort((a, b) => a.atMs - b.atMs);
    const steps = stepped.state === 'ready' ? stepped.value : [];
    // A probe without steps, such as one that found too little load, is marked as a whole.
    const whole = ran.filter(({ id }) => !steps.some(({ result }) => result === id));
    const arms = [
      ...steps.map(({ from, to, arm }) => ({ from, to, label: arm === 'baseline' ? 'present' : arm })),
      ...whole.map(({ startedAt, endedAt, title }) => ({ from: startedAt, to: endedAt, label: title })),
    ];
    const marks: ChartMark[] = [
      ...arms.map(
        ({ from, to, label }): ChartMark => ({
          kind: 'arm',
          fromMs: Date.parse(from) - start,
          toMs: Date.parse(to) - start,
          label,
        }),
      ),
      ...[...seen, ...set].map(({ atMs, text }): ChartMark => ({ kind: 'event', fromMs: atMs, label: text })),
    ];
    return { rows, marks };
  }, [source, changes, probes, stepped]);
}
