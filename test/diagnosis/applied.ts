import type { TuningPlan } from '../../src/shared/plan.ts';
import type { Snapshot } from '../../src/shared/snapshot.ts';

/** The snapshot as it would be had the plan been in force: the same load, other settings. */
export function applied(snapshot: Snapshot, { changes }: Pick<TuningPlan, 'changes'>): Snapshot {
  const stored = new Map(changes.map((change) => [change.variable, change.stored]));
  const variables = snapshot.sections.variables;
  const end = variables?.data?.end;
  if (variables === undefined || end?.table === undefined) throw new Error('no variables');
  const columns = end.table.columns.map((name) => name.toLowerCase());
  const [name, value] = [columns.indexOf('name'), columns.indexOf('value')];
  const rows = end.table.rows.map((row) => {
    const setting = stored.get(String(row[name]).toLowerCase());
    if (setting === undefined) return row;
    const text =
      typeof setting === 'boolean' ? (setting ? 'ON' : 'OFF') : setting === null ? null : String(setting);
    return row.map((cell, index) => (index === value ? text : cell));
  });
  return {
    ...snapshot,
    sections: {
      ...snapshot.sections,
      variables: {
        ...variables,
        data: { ...variables.data, end: { ...end, table: { ...end.table, rows } } },
      },
    },
  };
}
