import {
  type SessionClass,
  sessionClasses,
  sessionClassTitles,
  sessionSeries,
} from '../../../knowledge/waits/session-waits';
import { describedWaits, describeWait } from '../../../knowledge/waits/wait-objects';
import type { FactDefinition } from '../inputs/definition';
import type { FactReader } from '../inputs/fact-reader';
import { combine, meanOver } from '../inputs/interval-values';

const source =
  'performance_schema.threads and events_waits_current, or the process list, sampled with the status';
const sampled = 'samples.sessions' as const;

/** Facts on what active sessions were found doing: the active sessions by wait class. */
export const sessionWaitFacts: FactDefinition[] = [
  {
    id: 'active_sessions',
    unit: 'count',
    type: 'number',
    needs: [sampled],
    doc: {
      what: 'Sessions executing something, on average over the samples, Latchkey and idle replication threads left out.',
      formula: 'mean of sessions.active',
      source,
    },
    compute: (read) => meanSessions(read, sessionSeries.active),
    perSecond: (read) => levels(read, sessionSeries.active),
  },
  ...sessionClasses.map(classShare),
  {
    id: 'sessions_by_waits',
    unit: 'none',
    type: 'boolean',
    needs: [sampled],
    doc: {
      what: 'Sessions were classed by their current waits, not by thread states alone.',
      formula: 'consumer events_waits_current is on',
      source,
    },
    compute: (read) => {
      const sampling = read.sessionSampling();
      return sampling === undefined ? notSampled(read) : sampling.basis === 'waits';
    },
  },
  {
    id: 'top_session_class',
    unit: 'none',
    type: 'string',
    needs: [sampled],
    doc: {
      what: 'What most active sessions were found doing.',
      formula:
        'class with the largest mean of sessions.<class>; where that is "something else", the object that most of these wait for',
      source,
    },
    compute: (read) => topClassTitle(read),
  },
  {
    id: 'top_session_object',
    unit: 'none',
    type: 'string',
    needs: [sampled],
    doc: {
      what: 'Object that most active sessions were found waiting for.',
      formula:
        'object with the largest mean of sessions.object.<name>; its name from the dictionary of wait objects',
      source,
    },
    compute: (read) => {
      const { name } = topObject(read);
      return (
        describedWaits().find(({ id }) => id === name)?.title ?? describeWait(`wait/${name}`)?.title ?? name
      );
    },
  },
  {
    id: 'top_session_object_share',
    unit: 'ratio',
    type: 'number',
    needs: [sampled],
    doc: {
      what: 'Share of the active sessions that were found waiting for that object.',
      formula: 'mean of its sessions.object.<name> / mean of sessions.active',
      source,
    },
    compute: (read) => topObject(read).mean / busy(read),
  },
];

/** `sessions_row_lock_share` for `rowLock`. */
export function classShareFact(name: SessionClass): string {
  return `sessions_${name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}_share`;
}

function classShare(name: SessionClass): FactDefinition {
  const series = sessionSeries.ofClass(name);
  return {
    id: classShareFact(name),
    unit: 'ratio',
    type: 'number',
    needs: [sampled],
    doc: {
      what: `Share of the active sessions found ${name === 'dataIo' || name === 'redoIo' || name === 'binlog' ? 'in ' : ''}${sessionClassTitles[name]}.`,
      formula: `mean of ${series} / mean of ${sessionSeries.active}`,
      source,
    },
    compute: (read) => meanSessions(read, series) / busy(read),
    perSecond: (read) =>
      combine(levels(read, series), levels(read, sessionSeries.active), (waiting, all) => waiting / all),
  };
}

function meanSessions(read: FactReader, series: string): number {
  return meanOver(levels(read, series), read.intervals) ?? notSampled(read);
}

function levels(read: FactReader, series: string): (number | null)[] {
  return read.sessionsInIntervals(series) ?? notSampled(read);
}

function notSampled(read: FactReader): never {
  return read.missing(
    'no-window',
    'Sessions were not sampled in this snapshot.',
    'Take a snapshot with --for 30s.',
  );
}

function busy(read: FactReader): number {
  const sessions = meanSessions(read, sessionSeries.active);
  if (sessions < 0.05) return read.missing('error', 'No session was active: a share of them means nothing.');
  return sessions;
}

function topClass(read: FactReader): SessionClass {
  busy(read);
  // Samples of before have no class of their own for the network.
  const sampled = sessionClasses.filter(
    (name) => read.sessionsInIntervals(sessionSeries.ofClass(name)) !== null,
  );
  return sampled.reduce((top, name) =>
    meanSessions(read, sessionSeries.ofClass(name)) > meanSessions(read, sessionSeries.ofClass(top))
      ? name
      : top,
  );
}

/** Waits without a class of their own are shown as their object, where most of them have the same. */
function topClassTitle(read: FactReader): string {
  const top = topClass(read);
  const title = sessionClassTitles[top];
  if (top !== 'other' || read.sessionSeries(sessionSeries.objectPrefix).length === 0) return title;
  const { name, mean } = topObject(read);
  const isMost = mean >= 0.5 * meanSessions(read, sessionSeries.ofClass(top));
  return isMost ? (otherWaits[name] ?? title) : title;
}

const otherWaits: Readonly<Record<string, string>> = {
  'user lock': 'waiting for a user lock (GET_LOCK)',
  'user sleep': 'in SLEEP()',
  THR_LOCK: 'waiting for a table-level lock',
};

function topObject(read: FactReader): { name: string; mean: number } {
  busy(read);
  const prefix = sessionSeries.objectPrefix;
  let top: { name: string; mean: number } | null = null;
  for (const series of read.sessionSeries(prefix)) {
    // An object is sampled from when it was first seen: before that nobody waited for it.
    const sessions = levels(read, series).map((level) => level ?? 0);
    const waiting = meanOver(sessions, read.intervals) ?? 0;
    if (top === null || waiting > top.mean) top = { name: series.slice(prefix.length), mean: waiting };
  }
  return top ?? read.missing('absent', 'No session was found waiting for an object that has a name.');
}
