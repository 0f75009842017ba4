import { countsAsWaiting, describeWait } from '../../../knowledge/waits/wait-objects';
import { formatSeconds } from '../../../shared/base/units';
import type { Cell } from '../../../shared/snapshot';
import type { FactDefinition } from '../inputs/definition';
import { type FactReader, onceForFacts } from '../inputs/fact-reader';
import { picoseconds } from '../inputs/section-deltas';

const section = 'pfs-waits-global';
const needs = [`section.${section}`, 'section.file-io'] as const;
const source = 'performance_schema.events_waits_summary_global_by_event_name (picoseconds)';

interface SeenWait {
  /** What the dictionary of waits calls it, or the event. */
  title: string;
  seconds: number;
  guards: string | null;
  lever: string | null;
}

/**
 * Waits since the server started, the longest first, by object. Only where they were read once: a window says more. Waits
 * for clients, of idle sessions, of threads that sleep, and of events that enclose others are left out.
 */
const seen = onceForFacts((read: FactReader): SeenWait[] => {
  const waits = new Map<string, SeenWait>();
  for (const row of rowsSeen(read)) {
    if (row.event_name == null) continue;
    const event = String(row.event_name);
    const object = describeWait(event);
    if (!countsAsWaiting(event) || object?.kind === 'client') continue;
    const title = object?.title ?? event.replace(/^wait\//, '');
    const wait = waits.get(title) ?? {
      title,
      seconds: 0,
      guards: object?.guards ?? null,
      lever: object?.lever ?? null,
    };
    wait.seconds += Number(row.sum_timer_wait ?? 0) * picoseconds;
    waits.set(title, wait);
  }
  return [...waits.values()].sort((a, b) => b.seconds - a.seconds);
});

/** The waits of all kinds; where nobody read them, those of files, by file. */
function rowsSeen(read: FactReader): { event_name?: Cell; sum_timer_wait?: Cell }[] {
  const ofFiles = read.rowsOrReason('file-io');
  const of = 'reason' in read.rowsOrReason(section) && 'rows' in ofFiles ? 'file-io' : section;
  if (read.rows(of, 'start').length > 0) read.missing('absent', 'The waits were read within a window.');
  return read.rows(of);
}

const total = (waits: readonly SeenWait[]) => waits.reduce((sum, { seconds }) => sum + seconds, 0);

/** A text that shows sessions by wait gives the seconds of one second. */
function isAverage(read: FactReader): boolean {
  return seen(read).length > 0 && read.sectionSecondsOrNull(section) === 1;
}

function top(read: FactReader): SeenWait {
  return seen(read)[0] ?? read.missing('absent', 'No wait was counted.');
}

/** Facts on waits that somebody read once: shares of the time waited since the start, for nobody knows the load. */
export const waitsSeenFacts: FactDefinition[] = [
  {
    id: 'waits_seen_seconds',
    unit: 'seconds',
    type: 'number',
    needs,
    doc: {
      what: 'Time that threads waited since the server started, where the waits were read once.',
      formula:
        'SUM_TIMER_WAIT of all events but those of clients, idle and sleeping threads, and enclosing ones; of files alone where only they were read',
      source,
    },
    compute: (read) => total(seen(read)),
  },
  {
    id: 'waits_seen_top_share',
    unit: 'ratio',
    type: 'number',
    needs,
    doc: {
      what: 'Share of that time that one object took: the one with most.',
      formula: 'its SUM_TIMER_WAIT / waits_seen_seconds',
      source,
    },
    compute: (read) => top(read).seconds / Math.max(total(seen(read)), Number.MIN_VALUE),
  },
  text(
    'waits_seen_when',
    'The period of that time: since the start, or an average where a text shows sessions by wait.',
    (read) => (isAverage(read) ? 'on average' : 'since the start'),
  ),
  text('waits_seen_top', 'The object that threads waited for longest.', (read) => top(read).title),
  text('waits_seen_guards', 'What threads wait for there.', (read) => {
    const { title, guards } = top(read);
    return guards ?? read.missing('absent', `The dictionary of waits does not know ${title}.`);
  }),
  text('waits_seen_lever', 'What relieves it.', (read) => {
    const { title, lever } = top(read);
    return lever ?? read.missing('absent', `The dictionary of waits does not know ${title}.`);
  }),
  text('waits_seen_others', 'The five objects that threads waited for longest, with their time.', (read) =>
    seen(read)
      .slice(0, 5)
      .map(({ title, seconds }) => `${title} ${formatSeconds(seconds)}`)
      .join(', '),
  ),
];

function text(id: string, what: string, compute: (read: FactReader) => string): FactDefinition {
  return {
    id,
    unit: 'none',
    type: 'string',
    needs,
    doc: { what, formula: 'by waits_seen_seconds, in words of the dictionary of wait objects', source },
    compute,
  };
}
