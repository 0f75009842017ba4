import { countsAsWaiting, describeWait } from '../../../knowledge/waits/wait-objects';
import { formatCount } from '../../../shared/base/units';
import type { FactDefinition } from '../inputs/definition';
import type { FactReader } from '../inputs/fact-reader';
import { picoseconds, sectionDeltas } from '../inputs/section-deltas';

const shown = 6;
/** A thousandth of a session: what is below it is no load. */
const least = 0.001;

const classes: readonly (readonly [start: string, title: string])[] = [
  ['wait/io/file/', 'files'],
  ['wait/io/table/', 'rows of tables'],
  ['wait/io/socket/', 'network'],
  ['wait/lock/metadata/', 'metadata locks'],
  ['wait/lock/table/', 'table locks'],
  ['wait/synch/mutex/', 'mutexes'],
  ['wait/synch/cond/', 'conditions'],
  ['wait/synch/', 'read-write locks'],
];

/** Facts on the active sessions by wait class: seconds waited in each second, over all threads. */
export const waitLoadFacts: FactDefinition[] = [
  waitLoad(
    'wait_load_classes',
    'Load by class of wait: seconds waited in each second of the window, over all threads; classes that are not instrumented are missing in it.',
    'increase of SUM_TIMER_WAIT / seconds by class, without idle, enclosing and background events, the largest first',
    (event) => classes.find(([start]) => event.startsWith(start))?.[1] ?? 'other',
  ),
  waitLoad(
    'wait_load_objects',
    'Load by object of wait: seconds waited in each second of the window, over all threads.',
    'the same by object of the dictionary of waits, or by event where it knows none',
    (event) => describeWait(event)?.title ?? event.replace(/^wait\//, ''),
  ),
];

function waitLoad(
  id: string,
  what: string,
  formula: string,
  nameOf: (event: string) => string,
): FactDefinition {
  return {
    id,
    unit: 'none',
    type: 'string',
    needs: ['section.pfs-waits-global'],
    doc: {
      what,
      formula,
      source: 'performance_schema.events_waits_summary_global_by_event_name (picoseconds)',
    },
    compute: (read) => inWords(loadBy(read, nameOf)) || read.missing('error', 'No thread waited.'),
  };
}

function loadBy(read: FactReader, nameOf: (event: string) => string): Map<string, number> {
  const seconds = read.sectionSeconds('pfs-waits-global');
  const deltas = read.deltasOnce('pfs-waits-global', () =>
    sectionDeltas(read, 'pfs-waits-global', (row) => String(row.event_name)),
  );
  const load = new Map<string, number>();
  for (const delta of deltas) {
    const threads = ((delta.increase('sum_timer_wait') ?? 0) * picoseconds) / seconds;
    if (threads < least || !countsAsWaiting(delta.key)) continue;
    const name = nameOf(delta.key);
    load.set(name, (load.get(name) ?? 0) + threads);
  }
  return load;
}

function inWords(load: ReadonlyMap<string, number>): string {
  return [...load]
    .sort(([, a], [, b]) => b - a)
    .slice(0, shown)
    .map(([name, threads]) => `${name} ${formatCount(threads)}`)
    .join(', ');
}
