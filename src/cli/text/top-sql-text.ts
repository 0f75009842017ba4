import { counted, formatSeconds, formatValue } from '../../shared/base/units';
import {
  type ExplainNode,
  type TopSql,
  type TopStatement,
  topSqlMarks,
  topSqlOrders,
} from '../../shared/top-sql';
import {
  explainNodeText,
  ownStatementsText,
  perCallText,
  sqlShareText,
  topSqlSpanText,
} from '../../shared/top-sql-text';
import { describeServer } from './analysis-text';
import { fields, type Style, wrap } from './style';
import { texts } from './texts';

const shownText = 300;

/** The statements of a snapshot as a person reads them on a terminal. */
export function topSqlText(given: TopSql, style: Style, width: number): string {
  const top = fields(given);
  const parts = [
    style.faint(
      [top.snapshot.path, describeServer(top.snapshot.server)].filter((one) => one !== null).join('\n'),
    ),
    top.reason === null
      ? wrap(topSqlSpanText(top), width, '')
      : wrap(
          texts.noStatements(top.reason.text, top.reason.remedy === undefined ? '' : ` ${top.reason.remedy}`),
          width,
          '',
        ),
    ...top.remarks.map((remark) => wrap(remark, width, '! ')),
    ...(top.statements.length === 0 ? [] : [style.strong(`By ${topSqlOrders[top.by].toLowerCase()}`)]),
    ...top.statements.map((one, index) => statementText(one, index + 1, style, width)),
    ...(top.unknown.length === 0
      ? []
      : [
          [
            style.strong(texts.unknown2),
            ...top.unknown.map(({ title, reason }) => wrap(`${title}: ${reason}`, width, '  - ')),
          ].join('\n'),
        ]),
    ...[ownStatementsText(top)].flatMap((text) =>
      text === null ? [] : [style.faint(wrap(text, width, ''))],
    ),
  ];
  return `${parts.join('\n\n')}\n`;
}

function statementText(one: TopStatement, place: number, style: Style, width: number): string {
  const time = (title: string, value: number | null) =>
    value === null || value === 0 ? [] : [`${title} ${formatSeconds(value)}`];
  const each = (title: string, value: number | null) =>
    value === null ? [] : [`${title} ${perCallText(value)}`];
  const figures = [
    texts.ofTheTime(sqlShareText(one.share)),
    one.callsPerSecond === null ? counted(one.calls, 'call') : formatValue(one.callsPerSecond, 'count/s'),
    texts.mean2(formatSeconds(one.meanSeconds)),
    ...time('p95', one.p95Seconds),
    ...time('p99', one.p99Seconds),
    ...time('lock', one.lockSecondsPerCall),
  ];
  const rows = [
    ...each(texts.rowsExamined, one.rowsExaminedPerCall),
    ...each('sent', one.rowsSentPerCall),
    ...each('affected', one.rowsAffectedPerCall),
    ...each(texts.temporaryTables, one.tmpTablesPerCall),
    ...each(texts.onDisk, one.tmpDiskTablesPerCall),
  ];
  const text = one.text.length > shownText ? `${one.text.slice(0, shownText)}...` : one.text;
  return [
    style.strong(wrap(figures.join(', '), width, `${String(place).padStart(2)}. `)),
    wrap(text, width, '    '),
    ...(rows.length === 0 ? [] : [style.faint(wrap(texts.eachCall(rows.join(', ')), width, '    '))]),
    ...(one.errors === null || one.errors === 0
      ? []
      : [wrap(`${counted(one.errors, 'error')}.`, width, '    ')]),
    ...(one.marks.length === 0
      ? []
      : [style.warning(wrap(one.marks.map((mark) => topSqlMarks[mark]).join(', '), width, '    '))]),
    ...(one.index.kind === 'create'
      ? [wrap(texts.indexIt(one.index.sql, one.index.serves), width, '    ')]
      : []),
    ...(one.plan.nodes === null ? [] : ['    EXPLAIN:', ...planLines(one.plan.nodes, width, '      ')]),
  ].join('\n');
}

function planLines(nodes: readonly ExplainNode[], width: number, indent: string): string[] {
  return nodes.flatMap((node) => [
    wrap(explainNodeText(node), width, `${indent}-> `),
    ...planLines(node.children, width, `${indent}   `),
  ]);
}
