import { momentText } from '../../../view';
import { ScrollRegion } from '../../../view/base/scroll-region';
import { useApp } from '../../state/app-state';
import type { TimelineEvent } from './events';

const mostShown = 200;

/** Restarts, gaps, changes and probes, in order of time; nothing where there was none. */
export function Events({ events, startedAt }: { events: TimelineEvent[]; startedAt: string }) {
  const { go } = useApp();
  if (events.length === 0) return null;
  return (
    <section className="section" aria-label="Events">
      <h2>Events ({events.length})</h2>
      <ScrollRegion className="scroll card-table" label="Table of events">
        <table className="data">
          <thead>
            <tr>
              <th scope="col">At</th>
              <th scope="col">What happened</th>
            </tr>
          </thead>
          <tbody>
            {events.slice(0, mostShown).map(({ atMs, text, result }) => (
              <tr key={`${atMs} ${text}`}>
                <td>{momentText(atMs, startedAt)}</td>
                <td>
                  {result === undefined ? (
                    text
                  ) : (
                    <button
                      type="button"
                      className="link"
                      onClick={() => go({ page: 'probe-result', id: result })}
                    >
                      {text}
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {events.length > mostShown && (
        <p className="soft">
          The first {mostShown} of {events.length}.
        </p>
      )}
    </section>
  );
}
