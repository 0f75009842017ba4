import type { HistoryJudgement } from '../../shared/history-judgement';
import { historyLines } from '../../shared/history-text';
import { texts } from './texts';

/** What the weeks before a snapshot say, a line each. */
export function HistoryList({ history }: { history: HistoryJudgement }) {
  return (
    <table className="data">
      <caption className="unseen">{texts.history}</caption>
      <tbody>
        {historyLines(history).map(({ label, text }) => (
          <tr key={`${label} ${text}`}>
            <th scope="row">{label}</th>
            <td>{text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
