import { momentText } from '../../../view';
import type { TimelineEvent } from './events';

const mostShown = 200;

/** Restarts, gaps, changes and probes, in order of time; nothing where there was none. */
export function Events({ events, startedAt }: { events: TimelineEvent[]; startedAt: string }) {
  if (events.length === 0) return null;
  return (
    <section className="section" aria-label="Events">
      <h2>Events ({events.length})</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section className="scroll card-table" tabIndex={0} aria-label="Table of events">
        <table className="data">
          <thead>
            <tr>
              <th scope="col">At</th>
              <th scope="col">What happened</th>
            </tr>
          </thead>
          <tbody>
            {events.slice(0, mostShown).map(({ atMs, text }) => (
              <tr key={`${atMs} ${text}`}>
                <td>{momentText(atMs, startedAt)}</td>
                <td>{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {events.length > mostShown && (
        <p className="soft">
          The first {mostShown} of {events.length}.
        </p>
      )}
    </section>
  );
}
