import { useState } from 'react';
import { shortText } from '../../../shared/base/short-text';
import { counted } from '../../../shared/base/units';
import type { Capture, SnapshotSummary, Statement, Table } from '../../../shared/snapshot';
import { inWindowWords } from '../../../shared/window/window-words';
import { unbroken } from '../../../view';
import { ScrollRegion } from '../../../view/base/scroll-region';
import { CopyButton } from '../../components/controls/copy-button';
import { DataTable } from '../../components/controls/data-table';
import type { KnownColumns } from '../../components/controls/table-text';
import { ErrorNotice } from '../../components/error-notice';
import { dateTime } from '../../components/frame/server-line';
import { Loading } from '../../components/loading';
import { NoSource } from '../../components/no-source';
import { definePage } from '../../page';
import { useShared } from '../../state/app-state';
import { useCall } from '../../state/call';
import { usePageState } from '../../state/page-state';
import { SearchResults, statementsSent } from './search-results';
import { StatusText } from './status-text';
import { texts } from './texts';
import { type KnownRows, Status, Variables } from './variables';

export const page = definePage('explorer', ExplorerPage);

const otherEnd = { start: 'end', end: 'start' } as const;
/** Characters of a line of text that are shown; laying out a line of a megabyte takes a minute. */
const lineLength = 2_000;

function ExplorerPage({ section = 'variables', search = '' }: { section?: string; search?: string }) {
  const source = useShared('source');
  if (source === null) return <NothingToExplore />;
  return <Explorer key={`${section} ${search}`} source={source} first={section} search={search} />;
}

function NothingToExplore() {
  usePageState('explorer', 'ready');
  return <NoSource what={texts.explorer} />;
}

function Explorer({ source, first, search }: { source: SnapshotSummary; first: string; search: string }) {
  const [section, setSection] = useState(first);
  const [sought, setSought] = useState('');
  const [filter, setFilter] = useState({ section: first, text: search });
  const { loaded, reload } = useCall('snapshot.detail', { id: source.id });
  usePageState('explorer', loaded.state);
  if (loaded.state === 'loading') return <Loading what={texts.readingTheSnapshot} />;
  if (loaded.state === 'failed') return <ErrorNotice error={loaded.error} onRetry={reload} />;
  const searching = sought.trim() !== '';
  const isShown = (name: string) => (name === section && !searching ? 'true' : undefined);
  const open = (name: string, text?: string) => {
    setSought('');
    setSection(name);
    if (text !== undefined) setFilter({ section: name, text });
  };
  const sections = Object.entries(loaded.value.sections).sort(([a], [b]) => a.localeCompare(b, 'en'));
  return (
    <div className="page explorer">
      <h1>{texts.explorer}</h1>
      <div className="explorer-columns">
        <nav aria-label={texts.sections}>
          <label className="unseen" htmlFor="search-all">
            {texts.searchAllSections}
          </label>
          <input
            id="search-all"
            type="search"
            placeholder={texts.searchAllSections}
            maxLength={1_000}
            value={sought}
            onChange={(event) => setSought(event.target.value)}
          />
          <ul className="plain sections">
            {sections.map(([name, { status, rows }]) => (
              <li key={name}>
                <button type="button" aria-current={isShown(name)} onClick={() => open(name)}>
                  <span>{name}</span>
                  <span className="soft">
                    {status === 'ok' ? (rows?.toLocaleString('en-GB') ?? '') : status}
                  </span>
                </button>
              </li>
            ))}
            <li>
              <button
                type="button"
                aria-current={isShown(statementsSent)}
                onClick={() => open(statementsSent)}
              >
                <span>{texts.statementsSent}</span>
              </button>
            </li>
          </ul>
        </nav>
        <div className="explorer-content">
          {searching ? (
            <SearchResults id={source.id} text={sought} onOpen={(name) => open(name, sought)} />
          ) : (
            <Shown
              key={`${section} ${filter.text}`}
              id={source.id}
              section={section}
              search={filter.section === section ? filter.text : ''}
            />
          )}
        </div>
      </div>
    </div>
  );
}

interface ShownProps {
  id: string;
  section: string;
  search: string;
}

function Shown({ id, section, search }: ShownProps) {
  return section === statementsSent ? (
    <>
      <h2>{texts.statementsSent}</h2>
      <StatementsSent id={id} search={search} />
    </>
  ) : (
    <>
      <h2>{section}</h2>
      <SectionView id={id} name={section} search={search} />
    </>
  );
}

function SectionView({ id, name, search }: { id: string; name: string; search: string }) {
  const [end, setEnd] = useState<'start' | 'end'>('end');
  const { loaded, reload } = useCall('snapshot.section', { id, section: name });
  if (loaded.state === 'loading') return <Loading what={texts.reading(name)} />;
  if (loaded.state === 'failed') return <ErrorNotice error={loaded.error} onRetry={reload} />;
  const { status, reason, data, title, columns, named } = loaded.value;
  const shown = data?.[end] === undefined ? otherEnd[end] : end;
  const capture = data?.[shown];
  // What was read before it failed is shown below the reason.
  const missing = (status !== 'ok' || capture === undefined) && (
    <div>
      <p>
        {status === 'failed' ? texts.failed : texts.skipped}: {reason?.text ?? texts.noReasonWasGiven}
      </p>
      {reason?.remedy !== undefined && <pre className="statement">{inWindowWords(reason.remedy)}</pre>}
    </div>
  );
  const heading = title !== null && <p className="soft">{title}</p>;
  if (capture === undefined)
    return (
      <>
        {heading}
        {missing}
      </>
    );
  return (
    <>
      {heading}
      {missing}
      <p className="soft capture">
        {data?.start !== undefined && data.end !== undefined && (
          <span className="segmented">
            {(['start', 'end'] as const).map((which) => (
              <button key={which} type="button" aria-pressed={end === which} onClick={() => setEnd(which)}>
                {which === 'start' ? texts.startOfTheWindow : texts.endOfTheWindow}
              </button>
            ))}
          </span>
        )}
        {unbroken(texts.readInMs(dateTime(capture.at), Math.round(capture.tookMs)))}
        {capture.truncated !== undefined && texts.bounded(capture.truncated)}
      </p>
      <CaptureView
        id={id}
        name={name}
        end={shown}
        capture={capture}
        known={columns}
        rows={named}
        search={search}
      />
    </>
  );
}

interface CaptureProps {
  id: string;
  name: string;
  end: 'start' | 'end';
  capture: Capture;
  known: KnownColumns;
  rows: KnownRows;
  search: string;
}

function CaptureView({ id, name, end, capture, known, rows, search }: CaptureProps) {
  if (capture.table !== undefined && name === 'variables') {
    return <Variables {...{ id, name, known, rows, search }} table={capture.table} />;
  }
  if (capture.table !== undefined && name === 'status') {
    return <Status {...{ name, known, rows, search }} table={capture.table} />;
  }
  if (capture.table !== undefined) {
    return <DataTable name={name} table={capture.table} known={known} search={search} />;
  }
  const text = <TextView name={name} text={capture.text ?? ''} />;
  return name === 'innodb-status' ? (
    <StatusText id={id} end={end}>
      {text}
    </StatusText>
  ) : (
    text
  );
}

/** Text with its enormous lines shown by their beginning; a copy has them whole. */
function TextView({ name, text }: { name: string; text: string }) {
  const shown = text
    .split('\n')
    .map((line) => shortText(line, lineLength))
    .join('\n');
  return (
    <>
      <div className="toolbar">
        <span className="push" />
        <CopyButton text={text} label={texts.copyText} />
      </div>
      <ScrollRegion className="diff tall" label={texts.textOf(name)}>
        <pre className="output">{shown}</pre>
      </ScrollRegion>
    </>
  );
}

function StatementsSent({ id, search }: { id: string; search: string }) {
  const { loaded, reload } = useCall('snapshot.statements', { id });
  if (loaded.state === 'loading') return <Loading what={texts.readingStatements} />;
  if (loaded.state === 'failed') return <ErrorNotice error={loaded.error} onRetry={reload} />;
  return <DataTable name="statements" table={statementTable(loaded.value)} search={search} />;
}

function statementTable(statements: readonly Statement[]): Table {
  return {
    columns: ['at', 'ms', 'rows', 'statement', texts.notListed, 'error'],
    rows: statements.map(({ at, tookMs, rows, sql, error, more }) => [
      at,
      Number(tookMs.toFixed(1)),
      rows,
      sql,
      more === undefined ? null : texts.more(counted(more, 'time')),
      error ?? '',
    ]),
  };
}
