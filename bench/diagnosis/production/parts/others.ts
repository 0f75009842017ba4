import type { Cell } from '../../../../src/shared/snapshot.ts';
import type { Draft, Row } from '../draft.ts';
import type { World } from '../world.ts';

/** Plugins, and the sections that a case gives row by row. */
export function applyOthers(draft: Draft, { plugins, sections }: World): void {
  for (const name of plugins)
    draft.add('plugins', { plugin_name: name, plugin_version: '1.1', plugin_status: 'ACTIVE' });
  for (const [section, given] of Object.entries(sections)) {
    const rowsAt = (seconds: number) => given.map((row) => readAt(draft, row, seconds));
    if (draft.hasColumns(section)) {
      draft.rows(section, (end) => rowsAt(draft.at(section, end)));
    } else {
      const names = new Set(given.flatMap((row) => Object.keys(row)));
      const columns = [...names].map((name) => name.toUpperCase());
      draft.section(section, columns, rowsAt(draft.length));
    }
  }
}

/** `12/s` is a counter, all else stays as it is. */
function readAt(draft: Draft, given: Row, seconds: number): Row {
  const cell = (value: Cell): Cell => {
    const perSecond = Number(/^([\d.]+)\/s$/.exec(String(value))?.[1]);
    return perSecond > 0 ? draft.counter(perSecond, 0.6 * perSecond * draft.uptime, seconds) : value;
  };
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, cell(value)]));
}
