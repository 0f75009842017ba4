import { isSystemSchema } from '../../knowledge/sql/system-schemas';
import type { Growth, ServerHistory } from '../../shared/history';
import type { Reason } from '../../shared/reason';

/** How texts of each kind are given away; the same functions learn the names in them. */
export interface HistoryTexts {
  host(text: string): string;
  name(text: string): string;
  path(text: string): string;
  setting(variable: string, value: string): string;
  text(text: string): string;
  reason(reason: Reason): Reason;
}

/** A history without what `texts` takes out: machines of the store and of its labels, paths, tables, values of settings. */
export function redactHistory(history: ServerHistory, texts: HistoryTexts): ServerHistory {
  const { source, settings, growth, missing } = history;
  return {
    ...history,
    source: {
      ...source,
      url: storeUrl(source.url, texts.host),
      server: texts.host(source.server),
      dialect: texts.text(source.dialect),
    },
    settings: settings.map((change) => ({
      ...change,
      from: texts.setting(change.variable.toLowerCase(), change.from),
      to: texts.setting(change.variable.toLowerCase(), change.to),
    })),
    growth: growth.map((one) => redactGrowth(one, texts)),
    missing: Object.fromEntries(
      Object.entries(missing).map(([what, reason]) => [what, texts.reason(reason)]),
    ),
  };
}

function redactGrowth(growth: Growth, { name, path }: HistoryTexts): Growth {
  if (growth.of === 'disk') return { ...growth, path: path(growth.path) };
  if (isSystemSchema(growth.schema)) return growth;
  const placed = { schema: name(growth.schema), table: name(growth.table) };
  return growth.of === 'table'
    ? { ...growth, ...placed }
    : { ...growth, ...placed, column: name(growth.column) };
}

/** Scheme and stand-in: what follows the host may name a tenant or a company. */
function storeUrl(url: string, host: (text: string) => string): string {
  const [, scheme = '', place = ''] = /^([a-z][a-z0-9+.-]*:\/\/)?([^/?#]*)/i.exec(url) ?? [];
  const replaced = host(place.replace(/^.*@/, ''));
  return replaced === place ? url : `${scheme}${replaced}`;
}
