import { momentText } from '../../../view';
import { ScrollRegion } from '../../../view/base/scroll-region';
import { useApp } from '../../state/app-state';
import type { TimelineEvent } from './events';
import { texts } from './texts';

const mostShown = 200;

/** Restarts, gaps, changes and probes, in order of time; nothing where there was none. */
export function Events({ events, startedAt }: { events: TimelineEvent[]; startedAt: string }) {
  const { go } = useApp();
  if (events.length === 0) return null;
  return (
    <section className="section" aria-label={texts.events}>
      <h2>{texts.events2(events.length)}</h2>
      <ScrollRegion className="scroll card-table" label={texts.tableOfEvents}>
        <table className="data">
          <thead>
            <tr>
              <th scope="col">{texts.at}</th>
              <th scope="col">{texts.whatHappened}</th>
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
      {events.length > mostShown && <p className="soft">{texts.theFirstOf(mostShown, events.length)}</p>}
    </section>
  );
}
