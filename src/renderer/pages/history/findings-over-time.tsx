import type { Severity } from '../../../shared/analysis';
import type { FoundOverTime } from '../../../shared/found-over-time';
import { SeverityMark } from '../../../view';
import { ScrollRegion } from '../../../view/base/scroll-region';
import { ErrorNotice } from '../../components/error-notice';
import { dateTime } from '../../components/frame/server-line';
import { Loading } from '../../components/loading';
import { useCall } from '../../state/call';
import { texts } from './texts';

/** More would not be distinguished at a glance; older ones are in the list below. */
const mostSnapshots = 24;

/** Which findings a server had in each of its newest snapshots, judged by the rules of today. */
export function FindingsOverTime({ serverKey }: { serverKey: string }) {
  const { loaded, reload } = useCall('history.findings', { serverKey, limit: mostSnapshots });
  if (loaded.state === 'loading') return <Loading what={texts.judgingTheSnapshots} />;
  if (loaded.state === 'failed') return <ErrorNotice error={loaded.error} onRetry={reload} />;
  const { snapshots, findings } = loaded.value;
  const unreadable = snapshots.filter(({ problem }) => problem !== null);
  return (
    <div className="section">
      <p className="soft">
        {findings.length === 0
          ? texts.nothingWasFoundInAny
          : snapshots.length === 1
            ? texts.theOneSnapshotJudgedBy
            : texts.aColumnForEachSnapshot(snapshots.length)}
      </p>
      {findings.length > 0 && <Matrix snapshots={snapshots} findings={findings} />}
      {unreadable.map(({ id, createdAt, problem }) => (
        <p key={id} className="severity-warning">
          {texts.couldNotBeJudged(dateTime(createdAt))} {problem}
        </p>
      ))}
    </div>
  );
}

function Matrix({ snapshots, findings }: FoundOverTime) {
  return (
    <ScrollRegion label={texts.tableOfFindingsOverTime}>
      <table className="data over-time">
        <thead>
          <tr>
            <th scope="col">{texts.finding}</th>
            {snapshots.map(({ id, createdAt, headline }) => (
              <th key={id} scope="col" title={headline?.text}>
                {shortTime(createdAt)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {findings.map(({ ruleId, title, in: severities }) => (
            <tr key={ruleId}>
              <th scope="row">{title}</th>
              {snapshots.map(({ id, problem }) => (
                <td key={id}>
                  <Found severity={severities[id]} judged={problem === null} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Found({ severity, judged }: { severity: Severity | undefined; judged: boolean }) {
  if (severity !== undefined) return <SeverityMark severity={severity} />;
  return <span className="soft">{judged ? texts.notFound : texts.notJudged}</span>;
}

/** `21 Nov, 04:53` in the user's own zone. */
function shortTime(iso: string): string {
  return new Date(iso).toLocaleString('en-GB', {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  });
}
