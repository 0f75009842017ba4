import { type ColumnUnit, sectionContract } from '../../evidence/sections';
import { statusVariable } from '../../knowledge/catalog/status/status-catalog';
import { variableFacts } from '../../knowledge/catalog/variable-catalog';
import { defined } from '../../shared/base/defined';
import type { RpcOutput } from '../../shared/rpc';
import type { Section, Snapshot, Table } from '../../shared/snapshot';

type Shown = Pick<RpcOutput<'snapshot.section'>, 'title' | 'columns' | 'named'>;

/** What the Explorer shows beside the cells of a section: its title, and which numbers are of which unit. */
export function shownContract(snapshot: Pick<Snapshot, 'server' | 'sections'>, section: string): Shown {
  const contract = sectionContract(section);
  const columns = Object.entries(contract?.columns ?? {}).map(
    ([name, { type, unit }]): [string, { numeric: boolean; unit: ColumnUnit }] => [
      name,
      { numeric: type === 'integer' || type === 'real', unit },
    ],
  );
  return {
    title: contract?.title ?? null,
    columns: Object.fromEntries(columns),
    named: rowUnits(snapshot, section),
  };
}

function rowUnits(
  { server, sections }: Pick<Snapshot, 'server' | 'sections'>,
  section: string,
): Shown['named'] {
  const found = sections[section]?.data;
  const names = (found?.end ?? found?.start)?.table?.rows.map(([name]) => String(name)) ?? [];
  if (section === 'variables') {
    return Object.fromEntries(
      names.flatMap((name) => {
        const facts = variableFacts(name, server);
        return facts === undefined ? [] : [[name, { unit: facts.unit }]];
      }),
    );
  }
  if (section !== 'status') return {};
  const rates = perSecond(sections[section]?.data);
  return Object.fromEntries(
    names.flatMap((name) => {
      const known = statusVariable(name);
      if (known === undefined) return [];
      const rate = known.kind === 'counter' ? rates.get(name) : undefined;
      return [[name, { unit: known.unit, ...defined({ perSecond: rate }) }]];
    }),
  );
}

/** Increase a second between the ends of the window, of what did not fall. */
function perSecond(data: Section['data']): Map<string, number> {
  const [start, end] = [data?.start, data?.end];
  const rates = new Map<string, number>();
  if (start?.table === undefined || end?.table === undefined) return rates;
  const seconds = (Date.parse(end.at) - Date.parse(start.at)) / 1000;
  if (!(seconds > 0)) return rates;
  const before = valuesOf(start.table);
  for (const [name, after] of valuesOf(end.table)) {
    const earlier = before.get(name);
    if (earlier !== undefined && after >= earlier) rates.set(name, Number(after - earlier) / seconds);
  }
  return rates;
}

function valuesOf({ rows }: Table): Map<string, bigint> {
  return new Map(
    rows.flatMap(([name, value]) =>
      /^\d{1,20}$/.test(String(value)) ? [[String(name), BigInt(String(value))]] : [],
    ),
  );
}
