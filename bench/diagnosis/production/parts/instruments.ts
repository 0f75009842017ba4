import type { Draft } from '../draft.ts';
import type { Model } from '../model.ts';

const performanceSections = [
  'statement-digests',
  'digest-histograms',
  'statement-histogram',
  'statements-by-event',
  'stages',
  'error-counts',
  'table-io',
  'file-io',
  'memory-pfs',
  'accounts',
  'metadata-locks',
  'pfs-waits-global',
  'pfs-waits-by-instance',
  'pfs-waits-by-thread',
  'pfs-setup',
  'host-errors',
  'prepared-statements',
  'explains',
];

/** What the Performance Schema shows: files and statements by default, latches where the case has them timed. */
export function applyInstruments(draft: Draft, { world }: Model): void {
  const on = [...world.instrumentsOn, ...Object.keys(world.latches)];
  draft.edit('pfs-setup', (row) => {
    const name = String(row.name);
    if (on.some((pattern) => matches(pattern, name))) {
      row.enabled = 'YES';
      if (row.timed !== null) row.timed = 'YES';
    }
    if (
      row.kind === 'consumer' &&
      (name === 'events_waits_current' || name.startsWith('events_statements_current'))
    )
      row.enabled = 'YES';
  });
  if (!world.performanceSchemaOff) return;
  draft.set('performance_schema', 'OFF');
  draft.snapshot.server.performanceSchema = false;
  for (const section of performanceSections)
    draft.skip(section, {
      code: 'disabled',
      text: 'performance_schema is OFF.',
      remedy: 'performance_schema=ON at start',
    });
  if (draft.samples.sessions !== undefined) {
    draft.samples.sessions.basis = 'states';
    draft.samples.sessions.text = 'By the state of each session in the process list.';
  }
}

/** LIKE with `%` only. */
function matches(pattern: string, name: string): boolean {
  const parts = pattern.split('%');
  if (parts.length === 1) return pattern === name;
  const [first = '', ...rest] = parts;
  if (!name.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = part === '' ? at : name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return parts.at(-1) === '' || at === name.length || name.endsWith(parts.at(-1) ?? '');
}
