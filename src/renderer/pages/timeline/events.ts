import { useMemo } from 'react';
import type { RpcOutput } from '../../../shared/rpc';
import { isSameServerKey } from '../../../shared/server';
import type { ChartMark } from '../../../view';
import { useCall } from '../../state/call';
import type { TimelineSource } from './source';
import { texts } from './texts';

export interface TimelineEvent {
  atMs: number;
  text: string;
  /** The probe that it shows of, by its result. */
  result?: string;
}

/**
 * What happened while the source was sampled: restarts and gaps, variables that Latchkey set on that server and left
 * set, and the probes that ran on it; in a history also what was changed and other snapshots of the server.
 */
export function useEvents(source: TimelineSource): { rows: TimelineEvent[]; marks: ChartMark[] } {
  const { loaded: changes } = useCall('plan.undoable', {});
  const { loaded: probes } = useCall('probe.results', {});
  const { loaded: snapshots } = useCall('snapshot.list', source.ref.kind === 'history' ? {} : null);
  const { loaded: stepped } = useCall('probe.steps', {
    target: source.target,
    from: source.startedAt,
    to: new Date(Date.parse(source.startedAt) + source.lengthMs).toISOString(),
  });
  return useMemo(
    () =>
      eventsOf(source, {
        changes: changes.state === 'ready' ? changes.value : [],
        probes: probes.state === 'ready' ? probes.value : [],
        steps: stepped.state === 'ready' ? stepped.value : [],
        snapshots: snapshots.state === 'ready' ? snapshots.value : [],
      }),
    [source, changes, probes, stepped, snapshots],
  );
}

interface Happened {
  changes: RpcOutput<'plan.undoable'>;
  probes: RpcOutput<'probe.results'>;
  steps: RpcOutput<'probe.steps'>;
  /** Of any server; only asked for where weeks are shown. */
  snapshots: RpcOutput<'snapshot.list'>;
}

function eventsOf(source: TimelineSource, { changes, probes, steps, snapshots }: Happened) {
  const start = Date.parse(source.startedAt);
  const within = (iso: string) => {
    const atMs = Date.parse(iso) - start;
    return atMs >= 0 && atMs <= source.lengthMs ? [atMs] : [];
  };
  const seen: TimelineEvent[] = source.events.map(({ atMs, text }) => ({ atMs, text }));
  const set = changes
    .filter(({ serverKey }) => isSameServerKey(serverKey, source.serverKey))
    .flatMap(({ statements }) =>
      statements.flatMap(({ at, sql, error }) =>
        error === undefined && /^set /i.test(sql) ? within(at).map((atMs) => ({ atMs, text: sql })) : [],
      ),
    );
  const ran = probes.filter(
    ({ target, startedAt, endedAt }) =>
      target === source.target &&
      Date.parse(endedAt) > start &&
      Date.parse(startedAt) < start + source.lengthMs,
  );
  const measured = ran.map(({ id, startedAt, title, text }) => ({
    result: id,
    atMs: Math.max(0, Date.parse(startedAt) - start),
    text: texts.probe(title, text),
  }));
  const taken = snapshots
    .filter(({ id, server }) => id !== source.ref.id && isSameServerKey(server.serverKey, source.serverKey))
    .flatMap(({ createdAt }) => within(createdAt).map((atMs) => ({ atMs, text: texts.aSnapshotWasTaken })));
  const marks = [
    ...probeMarks(start, ran, steps),
    ...[...seen, ...set, ...taken].map(
      ({ atMs, text }): ChartMark => ({ kind: 'event', fromMs: atMs, label: text }),
    ),
  ];
  return { rows: [...seen, ...set, ...taken, ...measured].sort((a, b) => a.atMs - b.atMs), marks };
}

/** Where the arms of probes were in force. */
function probeMarks(start: number, ran: Happened['probes'], steps: Happened['steps']): ChartMark[] {
  // A probe without steps, such as one that found too little load, is marked as a whole.
  const whole = ran.filter(({ id }) => !steps.some(({ result }) => result === id));
  const arms = [
    ...steps.map(({ from, to, arm }) => ({ from, to, label: arm === 'baseline' ? 'present' : arm })),
    ...whole.map(({ startedAt, endedAt, title }) => ({ from: startedAt, to: endedAt, label: title })),
  ];
  return arms.map(({ from, to, label }) => ({
    kind: 'arm',
    fromMs: Date.parse(from) - start,
    toMs: Date.parse(to) - start,
    label,
  }));
}
