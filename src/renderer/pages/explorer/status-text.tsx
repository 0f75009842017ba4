import type { ReactNode } from 'react';
import { shortText } from '../../../shared/base/short-text';
import type { StatusPart } from '../../../shared/status-outline';
import { ScrollRegion } from '../../../view/base/scroll-region';
import { ErrorNotice } from '../../components/error-notice';
import { Loading } from '../../components/loading';
import { useCall } from '../../state/call';
import { texts } from './texts';

/** Characters of a value that are shown: what was read can be as long as a line of the text. */
const valueLength = 2_000;

/**
 * The text that InnoDB printed, and beside it what Latchkey reads in it.
 * @param children the text
 */
export function StatusText({ id, end, children }: { id: string; end: 'start' | 'end'; children: ReactNode }) {
  const { loaded, reload } = useCall('snapshot.innodbStatus', { id, end });
  return (
    <div className="status-text">
      <div className="section">{children}</div>
      <ScrollRegion className="scroll tall" label={texts.whatIsReadInIt}>
        {loaded.state === 'loading' && <Loading what={texts.readingTheText} />}
        {loaded.state === 'failed' && <ErrorNotice error={loaded.error} onRetry={reload} />}
        {loaded.state === 'ready' && <Parts parts={loaded.value} />}
      </ScrollRegion>
    </div>
  );
}

function Parts({ parts }: { parts: readonly StatusPart[] }) {
  if (parts.length === 0) return <p className="soft">{texts.nothingInItHasA}</p>;
  return parts.map(({ title, rows }) => (
    <table key={title} className="data status-part">
      <caption>{title}</caption>
      <tbody>
        {rows.map(({ name, value }) => (
          <tr key={name}>
            <th scope="row">{shortText(name)}</th>
            <td>{shortText(value, valueLength)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  ));
}
