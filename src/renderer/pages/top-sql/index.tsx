import { Fragment, useEffect, useRef, useState } from 'react';
import { shortText } from '../../../shared/base/short-text';
import type { SnapshotSummary } from '../../../shared/snapshot';
import type { TopSql, TopStatement } from '../../../shared/top-sql';
import { ownStatementsText, topSqlSpanText } from '../../../shared/top-sql-text';
import { inWindowWords } from '../../../shared/window/window-words';
import {
  figureClass,
  StatementDetail,
  StatementMarks,
  type TopSqlTableColumnId,
  topSqlTableColumns,
} from '../../../view';
import { ScrollRegion } from '../../../view/base/scroll-region';
import { ErrorNotice } from '../../components/error-notice';
import { Loading } from '../../components/loading';
import { NoSource } from '../../components/no-source';
import { definePage } from '../../page';
import { useShared } from '../../state/app-state';
import { useCall } from '../../state/call';
import { usePageState } from '../../state/page-state';
import { texts } from './texts';

export const page = definePage('top-sql', TopSqlPage);

const listed = 50;
/** Where a certain statement is to be shown, however far down it stands. */
const most = 500;

function TopSqlPage({ statement }: { statement?: string }) {
  const source = useShared('source');
  if (source === null) return <Empty />;
  return (
    <Listed
      key={`${source.id} ${statement ?? ''}`}
      source={source}
      {...(statement === undefined ? {} : { statement })}
    />
  );
}

function Empty() {
  usePageState('top-sql', 'ready');
  return <NoSource what={texts.topSql} />;
}

function Listed({ source, statement }: { source: SnapshotSummary; statement?: string }) {
  const limit = statement === undefined ? listed : most;
  const { loaded, reload } = useCall('analysis.topSql', { id: source.id, limit });
  usePageState('top-sql', loaded.state);
  return (
    <div className="page top-sql">
      <h1>{texts.topSql}</h1>
      {loaded.state === 'loading' && <Loading what={texts.readingStatements} />}
      {loaded.state === 'failed' && <ErrorNotice error={loaded.error} onRetry={reload} />}
      {loaded.state === 'ready' && <Statements top={loaded.value} opened={statement ?? null} />}
    </div>
  );
}

function Statements({ top, opened }: { top: TopSql; opened: string | null }) {
  const own = ownStatementsText(top);
  if (top.reason !== null) {
    return (
      <p className="soft">
        {top.reason.text} {inWindowWords(top.reason.remedy ?? '')}
      </p>
    );
  }
  return (
    <>
      <p>{topSqlSpanText(top)}</p>
      {top.remarks.map((remark) => (
        <p key={remark} className="notice notice-info" role="note">
          {remark}
        </p>
      ))}
      <StatementTable statements={top.statements} opened={opened} />
      <p className="soft">{texts.rowsTemporaryTablesAndLock(top.totals.shown, top.totals.count)}</p>
      {top.unknown.length > 0 && (
        <section className="section" aria-label={texts.unknownFigures}>
          <h2>{texts.unknownFigures}</h2>
          <ul className="plain">
            {top.unknown.map(({ title, reason }) => (
              <li key={title}>
                <span className="strong">{title}</span>: {reason}
              </li>
            ))}
          </ul>
        </section>
      )}
      {own !== null && <p className="soft">{own}</p>}
    </>
  );
}

interface Order {
  column: TopSqlTableColumnId;
  descending: boolean;
}

/** Sorted by any column; a statement opens beneath its row. */
function StatementTable({
  statements,
  opened,
}: {
  statements: readonly TopStatement[];
  opened: string | null;
}) {
  const [order, setOrder] = useState<Order>({ column: 'share', descending: true });
  const [open, setOpen] = useState(opened);
  const first = useRef<HTMLTableRowElement>(null);
  useEffect(() => first.current?.scrollIntoView({ block: 'start' }), []);
  const sorted = arranged(statements, order);
  return (
    <ScrollRegion className="scroll-x top-sql-table" label={texts.statementsByCost}>
      <table className="data statements">
        <thead>
          <tr>
            <th scope="col">{texts.statement}</th>
            {topSqlTableColumns.map(({ id, title }) => (
              <th
                key={id}
                scope="col"
                className="number"
                aria-sort={order.column !== id ? 'none' : order.descending ? 'descending' : 'ascending'}
              >
                <button
                  type="button"
                  className="sort"
                  onClick={() =>
                    setOrder({ column: id, descending: order.column === id ? !order.descending : true })
                  }
                >
                  {title}
                  <span aria-hidden="true">{order.column !== id ? '' : order.descending ? ' ▼' : ' ▲'}</span>
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.map((statement) => (
            <Fragment key={statement.key}>
              <tr ref={statement.key === opened ? first : null}>
                <th scope="row">
                  <button
                    type="button"
                    className="link statement-open"
                    aria-expanded={open === statement.key}
                    onClick={() => setOpen(open === statement.key ? null : statement.key)}
                  >
                    {shortText(statement.text, 200)}
                  </button>
                  <StatementMarks statement={statement} />
                </th>
                {topSqlTableColumns.map(({ id, text }) => (
                  <td key={id} className={figureClass(id, text(statement))}>
                    {text(statement)}
                  </td>
                ))}
              </tr>
              {open === statement.key && (
                <tr className="statement-row">
                  <td colSpan={topSqlTableColumns.length + 1}>
                    <StatementDetail
                      statement={statement}
                      textOf={(key) => statements.find((one) => one.key === key)?.text}
                    />
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** What is not known comes last, whichever way the others are sorted. */
function arranged(statements: readonly TopStatement[], { column, descending }: Order): TopStatement[] {
  const of = topSqlTableColumns.find(({ id }) => id === column)?.of ?? (() => null);
  return [...statements].sort((a, b) => {
    const [x, y] = [of(a), of(b)];
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    return descending ? y - x : x - y;
  });
}
