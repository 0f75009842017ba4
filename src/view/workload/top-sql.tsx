import { Fragment } from 'react';
import { shortText } from '../../shared/base/short-text';
import { counted, formatCount, formatSeconds, formatValue } from '../../shared/base/units';
import { type ExplainNode, type TopStatement, topSqlMarks } from '../../shared/top-sql';
import { explainNodeText, perCallText, sqlShareText, statementFigures } from '../../shared/top-sql-text';
import { texts as catalogue } from './texts';

/** The columns of the list, in order. `of`: what it is sorted by, largest first. */
export const topSqlTableColumns = [
  {
    id: 'share',
    title: catalogue.shareOfTime,
    of: (one) => one.share,
    text: (one) => sqlShareText(one.share),
  },
  {
    id: 'calls',
    title: 'Calls/s',
    of: (one) => one.callsPerSecond ?? one.calls,
    text: (one) =>
      one.callsPerSecond === null ? counted(one.calls, 'call') : formatValue(one.callsPerSecond, 'count/s'),
  },
  {
    id: 'mean',
    title: catalogue.mean,
    of: (one) => one.meanSeconds,
    text: (one) => formatSeconds(one.meanSeconds),
  },
  { id: 'p95', title: 'p95', of: (one) => one.p95Seconds, text: (one) => timeText(one.p95Seconds) },
  { id: 'p99', title: 'p99', of: (one) => one.p99Seconds, text: (one) => timeText(one.p99Seconds) },
  {
    id: 'examined',
    title: catalogue.rowsExamined,
    of: (one) => one.rowsExaminedPerCall,
    text: (one) => eachText(one.rowsExaminedPerCall),
  },
  {
    id: 'sent',
    title: catalogue.rowsSent,
    of: (one) => one.rowsSentPerCall,
    text: (one) => eachText(one.rowsSentPerCall),
  },
  {
    id: 'tmp',
    title: catalogue.tempTables,
    of: (one) => one.tmpTablesPerCall,
    text: (one) => eachText(one.tmpTablesPerCall),
  },
  {
    id: 'lock',
    title: catalogue.lockTime,
    of: (one) => one.lockSecondsPerCall,
    text: (one) => timeText(one.lockSecondsPerCall),
  },
  {
    id: 'errors',
    title: catalogue.errors,
    of: (one) => one.errors,
    text: (one) => (one.errors === null ? unknownText : formatCount(one.errors)),
  },
] as const satisfies readonly TopSqlTableColumn[];
export type TopSqlTableColumnId = (typeof topSqlTableColumns)[number]['id'];

interface TopSqlTableColumn {
  id: string;
  title: string;
  of: (one: TopStatement) => number | null;
  text: (one: TopStatement) => string;
}

const unknownText = 'unknown';

function timeText(value: number | null): string {
  return value === null ? unknownText : formatSeconds(value);
}

function eachText(value: number | null): string {
  return value === null ? unknownText : perCallText(value);
}

/** What the server does not know stands back behind the figures. */
export function figureClass(id: TopSqlTableColumnId, text: string): string {
  return id === 'share' ? 'number strong' : text === unknownText ? 'number soft' : 'number';
}

/** The list as a document has it: in the order given, without anything to press. */
export function TopSqlTable({ statements }: { statements: readonly TopStatement[] }) {
  return (
    <table className="data statements">
      <caption className="unseen">{catalogue.statementsByCostRowsTemporary}</caption>
      <thead>
        <tr>
          <th scope="col">{catalogue.statement}</th>
          {topSqlTableColumns.map(({ id, title }) => (
            <th key={id} scope="col" className="number">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {statements.map((statement) => (
          <tr key={statement.key}>
            <th scope="row">
              <code>{shortText(statement.text)}</code>
              <StatementMarks statement={statement} />
            </th>
            {topSqlTableColumns.map(({ id, text }) => (
              <td key={id} className={figureClass(id, text(statement))}>
                {text(statement)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What stands out about a statement. */
export function StatementMarks({ statement }: { statement: TopStatement }) {
  if (statement.marks.length === 0) return null;
  return (
    <span className="statement-marks soft">
      {statement.marks.map((mark) => topSqlMarks[mark]).join(', ')}
    </span>
  );
}

/**
 * All that is known of one statement.
 * @param textOf the text of another statement by its key; undefined: it is not in the list
 */
export function StatementDetail({
  statement,
  textOf,
}: {
  statement: TopStatement;
  textOf: (key: string) => string | undefined;
}) {
  const { plan, index, sample, tables, schema, firstSeen, lastSeen } = statement;
  return (
    <div className="statement-detail">
      <pre className="statement-text">
        <code>{statement.text}</code>
      </pre>
      <StatementMarks statement={statement} />
      <dl className="statement-figures">
        {[
          ...statementFigures(statement),
          { title: catalogue.schema, text: schema ?? 'none' },
          ...(firstSeen === null || lastSeen === null
            ? []
            : [{ title: catalogue.seen, text: `${firstSeen} to ${lastSeen}` }]),
        ].map(({ title, text }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <h3>{catalogue.explain}</h3>
      {plan.nodes === null ? <p className="soft">{plan.reason}</p> : <ExplainTree nodes={plan.nodes} />}
      <h3>{catalogue.index}</h3>
      {index.kind === 'none' ? (
        <p className="soft">{index.reason}</p>
      ) : (
        <>
          <pre className="statement-text">
            <code>{index.sql}</code>
          </pre>
          <p>
            {catalogue.it(index.serves)}
            {index.replaces.length > 0 && catalogue.indexIsThenSuperfluous(index.replaces.join(', '))}
          </p>
        </>
      )}
      <h3>{catalogue.tables}</h3>
      {tables.length === 0 ? (
        <p className="soft">{catalogue.itNamesNoTable}</p>
      ) : (
        <ul className="plain">
          {tables.map(({ name, usedBy }) => (
            <li key={name}>
              <code>{name}</code>{' '}
              <OtherUsers texts={usedBy.flatMap((key) => textOf(key) ?? [])} count={usedBy.length} />
            </li>
          ))}
        </ul>
      )}
      <h3>{catalogue.sample}</h3>
      {sample.text === null ? (
        <p className="soft">{sample.reason}</p>
      ) : (
        <pre className="statement-text">
          <code>{sample.text}</code>
        </pre>
      )}
    </div>
  );
}

function OtherUsers({ texts, count }: { texts: readonly string[]; count: number }) {
  if (count === 0) return <span className="soft">{catalogue.noOtherStatementOfThe}</span>;
  return (
    <>
      <span className="soft">
        {catalogue.otherOfTheWindow(count, count === 1 ? 'statement' : 'statements')}
      </span>
      <ul className="plain statement-users">
        {texts.slice(0, 5).map((text) => (
          <li key={text}>
            <code>{shortText(text, 160)}</code>
          </li>
        ))}
      </ul>
    </>
  );
}

/** A plan as nested lists: a SELECT, the tables that it reads in join order, and what is read for them. */
export function ExplainTree({ nodes }: { nodes: readonly ExplainNode[] }) {
  return (
    <ul className="explain-tree">
      {nodes.map((node, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: tables of a plan have no identity but their place
        <Fragment key={index}>
          <li>
            <span className={node.access === 'ALL' || node.access === 'index' ? 'explain-scan' : undefined}>
              {explainNodeText(node)}
            </span>
            {node.children.length > 0 && <ExplainTree nodes={node.children} />}
          </li>
        </Fragment>
      ))}
    </ul>
  );
}
