import type { Mute } from '../../../shared/decisions';
import { useApp } from '../../state/app-state';
import { call } from '../../state/call';
import { dateTime } from '../frame/server-line';
import { texts } from './texts';

/** Findings that are not shown, each with its reason and a way to show it again. */
export function Mutes({
  mutes,
  onChanged,
}: {
  mutes: readonly (Pick<Mute, 'ruleId' | 'reason'> & { title?: string; at?: string })[];
  onChanged: () => void;
}) {
  const { notify } = useApp();
  const unmute = async (ruleId: string) => {
    const reply = await call('findings.mute.remove', { ruleId });
    if (!reply.ok) notify({ error: reply.error });
    onChanged();
  };
  return (
    <ul className="plain mutes">
      {mutes.map(({ ruleId, reason, title, at }) => (
        <li key={ruleId}>
          <span>
            {title ?? <code>{ruleId}</code>}
            <span className="block soft">
              {reason}
              {at === undefined ? '' : ` (${dateTime(at)})`}
            </span>
          </span>
          <button type="button" className="quiet" onClick={() => void unmute(ruleId)}>
            {texts.unmute(<span className="unseen"> {title ?? ruleId}</span>)}
          </button>
        </li>
      ))}
    </ul>
  );
}
