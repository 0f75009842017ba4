import { parseInnodbStatus } from '../../knowledge/innodb-status';
import type { Timeline } from './readings';

/**
 * Status variables that SHOW ENGINE INNODB STATUS prints too (export_vars in srv0srv.cc holds both): pages of the buffer pool and
 * what was read and written since the start. They stand where nobody gave the status; a series of readings has its own.
 */
export function withMonitorCounters(timeline: Timeline, text: string | undefined): Timeline {
  const [first, ...others] = timeline.readings;
  if (text === undefined || others.length > 0 || first?.values.has('Innodb_buffer_pool_pages_total')) {
    return timeline;
  }
  const added = countersOf(text).filter(([name]) => first?.values.has(name) !== true);
  if (added.length === 0) return timeline;
  return {
    ...timeline,
    readings: [{ timeMs: 0, ...first, values: new Map([...(first?.values ?? []), ...added]) }],
  };
}

function countersOf(text: string): [name: string, value: string][] {
  const { bufferPool, rows } = parseInnodbStatus(text, ['BUFFER POOL AND MEMORY', 'ROW OPERATIONS']);
  const { size, free, database, modified, read, created, written } = bufferPool ?? {};
  const counts = rows?.rows;
  const values: [string, string | number | null | undefined][] = [
    ['Innodb_buffer_pool_pages_total', size],
    ['Innodb_buffer_pool_pages_free', free],
    ['Innodb_buffer_pool_pages_data', database],
    ['Innodb_buffer_pool_pages_dirty', modified],
    ['Innodb_pages_read', read],
    ['Innodb_pages_created', created],
    ['Innodb_pages_written', written],
    ['Innodb_rows_inserted', counts?.inserted],
    ['Innodb_rows_updated', counts?.updated],
    ['Innodb_rows_deleted', counts?.deleted],
    ['Innodb_rows_read', counts?.read],
  ];
  return values.flatMap(([name, value]): [string, string][] =>
    value === null || value === undefined ? [] : [[name, String(value)]],
  );
}
