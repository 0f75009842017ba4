import { onceFor } from '../../shared/base/once-for';
import type { MappedMetric } from './dialect';
import type { ServerNames } from './server-names';

type Labels = Readonly<Record<string, string>>;

/** What a series is to the server. */
export interface Translated {
  to: Exclude<MappedMetric['to'], 'nothing'>;
  /** The server's own name: `Com_select`, `max_connections`, `trx_rseg_history_len`, `cpu.busy`, `seconds_behind_master`. */
  name: string;
  times: number;
  sum: boolean;
  /** Of `variable-text`: the value. */
  text?: string;
}

/** Characters of a label's value that may stand in a name; longer ones, and others, are no name. */
const nameable = /^[\w.:-]{1,64}$/;

/**
 * What a series is to the server by the metrics of a dialect; null: nothing. A label's value is foreign text: it becomes a
 * part of a name only where it looks like one.
 */
export function translate(
  labels: Labels,
  metrics: readonly MappedMetric[],
  names: ServerNames,
): Translated | null {
  const metric = labels.__name__ ?? '';
  const known = knownByName(metrics)(names);
  const remembered = known.get(metric);
  if (remembered !== undefined) return remembered;
  const found = mappingsOf(metrics)(metric).find((one) => fits(one, labels));
  if (found === undefined) return null;
  const translated = byMapping(found, metric, labels, names);
  if (translated !== null && known.size < mostNames && isByNameAlone(mappingsOf(metrics)(metric)[0]))
    known.set(metric, translated);
  return translated;
}

/** What the name of a metric alone decides: every server of a store has the same few hundred. */
const knownByName = onceFor((_: readonly MappedMetric[]) =>
  onceFor((_names: ServerNames) => new Map<string, Translated>()),
);

/** Whether the first mapping of a metric fits it whatever its labels are, and takes nothing from them. */
function isByNameAlone(first: MappedMetric | undefined): boolean {
  return (
    first !== undefined &&
    first.where === undefined &&
    first.text === undefined &&
    !/\{\w/.test(first.name ?? '')
  );
}

function byMapping(
  found: MappedMetric,
  metric: string,
  labels: Labels,
  names: ServerNames,
): Translated | null {
  if (found.to === 'nothing') return null;
  const { to, times = 1, sum = false } = found;
  const name = filled(found.name ?? '{*}', rest(found.metric, metric), labels);
  if (name === null) return null;
  const text = found.text === undefined ? undefined : labels[found.text];
  if (to === 'variable-text' && text === undefined) return null;
  return { to, name: own(to, name, names), times, sum, ...(text === undefined ? {} : { text }) };
}

/** Names of metrics that are remembered: more than any exporter has, and no more where a store makes up names. */
const mostNames = 20_000;

/** The mappings of a metric by its name, in their order. Every server of a store has the same few hundred names. */
const mappingsOf = onceFor((metrics: readonly MappedMetric[]) => {
  const known = new Map<string, readonly MappedMetric[]>();
  return (name: string): readonly MappedMetric[] => {
    const remembered = known.get(name);
    if (remembered !== undefined) return remembered;
    const named = metrics.filter(({ metric }) =>
      metric.endsWith('*') ? name.startsWith(metric.slice(0, -1)) : name === metric,
    );
    if (known.size < mostNames) known.set(name, named);
    return named;
  };
});

function fits({ where = {} }: MappedMetric, labels: Labels): boolean {
  return Object.entries(where).every(([label, values]) => values.includes(labels[label] ?? ''));
}

function rest(metric: string, name: string): string {
  return metric.endsWith('*') ? name.slice(metric.length - 1) : name;
}

function filled(pattern: string, star: string, labels: Labels): string | null {
  let isWhole = true;
  const name = pattern.replaceAll(/\{(\*|\w+)\}/g, (_, label: string) => {
    const value = label === '*' ? star : (labels[label] ?? '');
    if (!nameable.test(value)) isWhole = false;
    return value;
  });
  return isWhole ? name : null;
}

function own(to: Translated['to'], name: string, names: ServerNames): string {
  if (to === 'status') return names.status(name);
  if (to === 'variable' || to === 'variable-text') return names.variable(name);
  return to === 'innodb-metric' ? names.innodbMetric(name) : name;
}
