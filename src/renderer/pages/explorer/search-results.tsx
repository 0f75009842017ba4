import { useDeferredValue } from 'react';
import { shortText } from '../../../shared/base/short-text';
import { formatCount } from '../../../shared/base/units';
import type { FoundInSection } from '../../../shared/snapshot-search';
import { ErrorNotice } from '../../components/error-notice';
import { Loading } from '../../components/loading';
import { useCall } from '../../state/call';
import { texts } from './texts';

/** Name under which the explorer shows the statements that Latchkey sent. */
export const statementsSent = 'statements-sent';
/** Characters of a row or line that are shown. */
const lineLength = 300;

interface SearchResultsProps {
  id: string;
  text: string;
  /** Opens a section, with its rows filtered by the text. */
  onOpen: (section: string) => void;
}

/** What all sections of a snapshot hold of a text. */
export function SearchResults({ id, text, onOpen }: SearchResultsProps) {
  const sought = useDeferredValue(text.trim());
  const { loaded, reload } = useCall('snapshot.search', { id, text: sought }, { keep: true });
  return (
    <>
      <h2>{texts.searchInAllSections}</h2>
      {loaded.state === 'loading' && <Loading what={texts.searchingTheSnapshot} />}
      {loaded.state === 'failed' && <ErrorNotice error={loaded.error} onRetry={reload} />}
      {loaded.state === 'ready' && <Found found={loaded.value} onOpen={onOpen} />}
    </>
  );
}

function Found({ found, onOpen }: { found: readonly FoundInSection[]; onOpen: (section: string) => void }) {
  return (
    <>
      <p className="soft" role="status">
        {found.length === 0
          ? texts.nothingInThisSnapshotHolds
          : texts.foundIn(found.length, found.length === 1 ? 'section' : 'sections')}
      </p>
      {found.map(({ section, count, lines }) => (
        <section key={section} className="section found-in">
          <h3>
            <button type="button" className="link" onClick={() => onOpen(section ?? statementsSent)}>
              {section ?? texts.statementsSent}
            </button>{' '}
            <span className="soft">{formatCount(count)}</span>
          </h3>
          <ul className="plain">
            {lines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a server have no identity but their place
              <li key={index}>
                <code>{shortText(line, lineLength)}</code>
              </li>
            ))}
          </ul>
          {count > lines.length && (
            <p className="soft">{texts.moreThere(formatCount(count - lines.length))}</p>
          )}
        </section>
      ))}
    </>
  );
}
