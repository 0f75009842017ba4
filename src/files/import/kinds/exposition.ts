import { type Dialect, knownDialects } from '../../../knowledge/metrics/dialect';
import { serverNames } from '../../../knowledge/metrics/server-names';
import { printedNumber, statusValue, variableValue } from '../../../knowledge/metrics/server-values';
import { translate } from '../../../knowledge/metrics/translate';
import { throwIfCancelled } from '../../../shared/base/error';
import { counted } from '../../../shared/base/units';
import { parseVersion } from '../../../shared/server';
import type { FileKind } from './kind';

const line = /^([a-zA-Z_:][\w:]{0,199})(?:\{([^\n]{0,4000})\})? {1,10}([-+\dEeNaIinf.]{1,40})(?: \d{1,16})?$/;
const labelPair = /([a-zA-Z_]\w{0,99})="((?:[^"\\]|\\.){0,1000})"/g;
/** What is about the server itself: series of tables and digests come before the version, and may be any number. */
const ofServer = /^mysql_(?:global_|info_schema_innodb_metrics_|version_info$)/;
/** Lines of other exporters on the same page are many; those of a server are some thousands. */
const mostSeries = 20_000;

interface Series {
  labels: Record<string, string>;
  number: string;
}

/** What mysqld_exporter answers at /metrics: the status and the variables of one server, in the text format of Prometheus. */
export const exposition: FileKind = {
  id: 'exposition',
  title: 'metrics of mysqld_exporter',
  matches: (head) =>
    /^mysql_(?:global_(?:status|variables)_\w+|version_info)(?:\{.*\})? \S+/m.test(head) || isAnswer(head),
  read: async (text, _name, context, emit) => {
    const series: Series[] = [];
    let answer: string | null = isAnswer(text.head) ? '' : null;
    for await (const lines of text.lines()) {
      throwIfCancelled(context.signal);
      for (const one of lines) {
        const read = series.length < mostSeries ? seriesOf(one) : null;
        if (read !== null) series.push(read);
        if (answer !== null && answer.length < mostAnswer) answer += one.trim();
      }
    }
    if (answer !== null) series.push(...seriesOfAnswer(answer));
    const [dialect] = knownDialects().slice(-1);
    if (dialect === undefined) return { found: [], remarks: [] };
    const remarks: string[] = [];
    if (series.length === mostSeries)
      remarks.push(`it holds more than ${counted(mostSeries, 'line')} about servers; the rest was left out`);
    const own = ofOneServer(series, remarks);
    const { status, variables, innodb } = serverOf(own, dialect);
    if (variables.size > 0) emit({ kind: 'variables', values: variables, sources: new Map(), at: null });
    if (status.size > 0) emit({ kind: 'status', values: status, at: null });
    if (innodb.length > 0)
      emit({
        kind: 'table',
        section: 'innodb-metrics',
        columns: ['NAME', 'SUBSYSTEM', 'COUNT', 'STATUS'],
        rows: innodb.map(([name, count]) => [name, '', count, 'enabled']),
        at: null,
      });
    return {
      found: [
        ...(variables.size > 0 ? [counted(variables.size, 'variable')] : []),
        ...(status.size > 0 ? [counted(status.size, 'status variable')] : []),
        ...(innodb.length > 0 ? [counted(innodb.length, 'InnoDB metric')] : []),
      ],
      remarks,
    };
  },
};

/** What the query API of Prometheus answers, as `curl` prints it: series with their latest value, or with several. */
function isAnswer(head: string): boolean {
  return /"metric"\s{0,10}:\s{0,10}\{/.test(head) && /"__name__"\s{0,10}:\s{0,10}"mysql_/.test(head);
}

const mostAnswer = 4 * 1024 ** 2;
const answered =
  /"metric": ?\{([^{}]{1,4000})\}, ?"values?": ?\[(?:\[?[\d.]{1,20}, ?"([^"]{1,40})"[\], []{1,6}){1,2000}/g;
const answeredLabel = /"([a-zA-Z_]\w{0,99})": ?"((?:[^"\\]|\\.){0,1000})"/g;

function seriesOfAnswer(text: string): Series[] {
  return [...text.matchAll(answered)].slice(0, mostSeries).flatMap(([, labelled = '', number = '']) => {
    const labels = Object.fromEntries(
      [...labelled.matchAll(answeredLabel)].map(([, label = '', value = '']) => [label, value]),
    );
    return ofServer.test(labels.__name__ ?? '') ? [{ labels, number }] : [];
  });
}

function seriesOf(text: string): Series | null {
  const [, name, labelled = '', number = ''] = line.exec(text.trim()) ?? [];
  if (name === undefined || !ofServer.test(name)) return null;
  const labels: Record<string, string> = { __name__: name };
  for (const [, label = '', value = ''] of labelled.matchAll(labelPair))
    labels[label] = value.replaceAll(/\\(["\\])/g, '$1');
  return { labels, number };
}

/** A federated page may hold several servers, by the label of their instance: they are not mixed. */
function ofOneServer(series: readonly Series[], remarks: string[]): readonly Series[] {
  const instances = [...new Set(series.flatMap(({ labels }) => labels.instance ?? []))];
  if (instances.length < 2) return series;
  const [first] = instances;
  remarks.push(
    `it holds ${counted(instances.length, 'server')} by their label instance; the first one was taken`,
  );
  return series.filter(({ labels }) => labels.instance === undefined || labels.instance === first);
}

function serverOf(series: readonly Series[], { metrics, version }: Dialect) {
  const info = series.find(({ labels }) => labels.__name__ === version.metric)?.labels;
  const versionText = info?.[version.version] ?? '';
  const comment = info?.[version.comment] ?? '';
  const isMariadb = /mariadb/i.test(`${versionText} ${comment}`);
  const server = {
    flavour: isMariadb ? ('mariadb' as const) : ('mysql' as const),
    version: parseVersion(versionText) ?? (isMariadb ? [10, 6, 0] : [8, 0, 0]),
  };
  const names = serverNames();
  const status = new Map<string, string>();
  const variables = new Map<string, string>();
  const innodb = new Map<string, string>();
  for (const { labels, number } of series) {
    const translated = translate(labels, metrics, names);
    const printed = printedNumber(number);
    if (translated === null) continue;
    const { to, name, text, sum } = translated;
    if (to === 'variable-text' && text !== undefined) variables.set(name, text);
    if (printed === null) continue;
    if (to === 'variable') put(variables, name, variableValue(name, printed, { ...server }));
    if (to === 'status') put(status, name, statusValue(name, printed));
    if (to === 'innodb-metric')
      put(innodb, name, sum && innodb.has(name) ? added(innodb.get(name), printed) : printed);
  }
  if (versionText !== '') variables.set('version', versionText);
  if (comment !== '') variables.set('version_comment', comment);
  return { status, variables, innodb: [...innodb] };
}

function put(values: Map<string, string>, name: string, value: string | null): void {
  if (value !== null) values.set(name, value);
}

function added(before: string | undefined, now: string): string {
  return printedNumber(String(Number(before) + Number(now))) ?? now;
}
