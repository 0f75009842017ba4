import { counted, formatCount, formatSeconds, formatValue } from './base/units';
import { type ExplainNode, type TopSql, type TopStatement, topSqlColumns, topSqlSources } from './top-sql';

/** A share of the time of all statements with one decimal, so that a column of them is read by its digits: `5.0 %`. */
export function sqlShareText(share: number): string {
  const percent = 100 * share;
  return percent > 0 && percent < 0.05 ? '< 0.1\u00a0%' : `${percent.toFixed(1)}\u00a0%`;
}

/** A figure of a statement in words; `unknown` where there is none. */
export interface Figure {
  title: string;
  text: string;
}

/** The figures of one statement beyond those of the list. */
export function statementFigures(one: TopStatement): Figure[] {
  const each = (value: number | null) => (value === null ? 'unknown' : perCallText(value));
  const time = (value: number | null) => (value === null ? 'unknown' : formatSeconds(value));
  const since = one.percentilesOf === 'since-reset' ? ' (since the digests were reset)' : '';
  return [
    { title: 'Share of time', text: sqlShareText(one.share) },
    { title: 'Calls', text: `${formatCount(one.calls)}${rateText(one)}` },
    { title: 'Total time', text: formatSeconds(one.totalSeconds) },
    { title: 'Mean', text: formatSeconds(one.meanSeconds) },
    { title: topSqlColumns.p95Seconds, text: `${time(one.p95Seconds)}${since}` },
    { title: topSqlColumns.p99Seconds, text: `${time(one.p99Seconds)}${since}` },
    { title: 'Rows examined per call', text: each(one.rowsExaminedPerCall) },
    { title: 'Rows sent per call', text: each(one.rowsSentPerCall) },
    { title: 'Rows affected per call', text: each(one.rowsAffectedPerCall) },
    { title: 'Temporary tables per call', text: each(one.tmpTablesPerCall) },
    { title: 'Temporary tables on disk per call', text: each(one.tmpDiskTablesPerCall) },
    { title: 'Lock time per call', text: time(one.lockSecondsPerCall) },
    { title: 'CPU time per call', text: time(one.cpuSecondsPerCall) },
    { title: 'Sort merge passes per call', text: each(one.sortMergePassesPerCall) },
    { title: 'Errors', text: one.errors === null ? 'unknown' : formatCount(one.errors) },
    { title: 'Warnings', text: one.warnings === null ? 'unknown' : formatCount(one.warnings) },
    {
      title: 'Calls without index',
      text: one.noIndexShare === null ? 'unknown' : formatValue(one.noIndexShare * 100, 'percent'),
    },
    { title: 'Source', text: topSqlSources[one.source] },
  ];
}

function rateText({ callsPerSecond }: TopStatement): string {
  return callsPerSecond === null ? '' : ` (${formatValue(callsPerSecond, 'count/s')})`;
}

/** A number of rows or tables in one call: 0.0123 is one in eighty calls. */
export function perCallText(value: number): string {
  return value >= 1000 ? formatCount(Math.round(value)) : String(Number(value.toPrecision(3)));
}

/** What the figures of a list are over, and how much of the load they are. */
export function topSqlSpanText({ span, totals }: TopSql): string {
  const over = {
    window: 'within the window',
    'since-reset': 'since the digests were reset',
    'slow-log': 'in the slow log',
  }[span.of];
  const length = span.seconds === null ? '' : ` of ${formatSeconds(span.seconds)}`;
  const statements = counted(totals.count, 'statement');
  const active =
    span.of === 'window' && span.seconds !== null
      ? `, ${perCallText(totals.seconds / span.seconds)} running on average`
      : '';
  return `${statements} ${over}${length}: ${counted(totals.calls, 'call')}, ${formatSeconds(totals.seconds)} in all${active}.`;
}

/** Latchkey's own statements, which are no part of the list; null: none were found. */
export function ownStatementsText({ own }: TopSql): string | null {
  if (own.count === 0) return null;
  const calls = counted(own.calls, 'call');
  return `Not listed: Latchkey's own statements (${calls}, ${formatSeconds(own.seconds)}).`;
}

/** One table or SELECT of a plan in a line. */
export function explainNodeText(node: ExplainNode): string {
  if (node.table === null && node.access === null) {
    const extra = node.extra === null ? '' : `: ${node.extra}`;
    return `${node.selectType}${node.id === null ? '' : ` (select ${node.id})`}${extra}`;
  }
  const parts = [
    `${node.table ?? 'no table'}: ${node.access ?? 'no access'}`,
    ...(node.key === null ? [] : [`key ${node.key}`]),
    ...(node.ref === null ? [] : [`ref ${node.ref}`]),
    ...(node.rows === null ? [] : [`about ${formatCount(node.rows)} ${node.rows === 1 ? 'row' : 'rows'}`]),
    ...(node.filteredPercent === null ? [] : [`filtered ${perCallText(node.filteredPercent)} %`]),
    ...(node.extra === null ? [] : [node.extra]),
  ];
  return parts.join(', ');
}
