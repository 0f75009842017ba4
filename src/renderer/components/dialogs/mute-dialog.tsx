import { type FormEvent, useState } from 'react';
import type { Finding } from '../../../shared/analysis';
import type { ErrorDocument } from '../../../shared/base/error';
import { call } from '../../state/call';
import { TextField } from '../controls/field';
import { ErrorNotice } from '../error-notice';
import { Modal } from './modal';
import { texts } from './texts';

/** Asks why a finding is not to be shown any more. */
export function MuteDialog({
  finding,
  onMuted,
  onClose,
}: {
  finding: Finding;
  onMuted: () => void;
  onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<ErrorDocument | null>(null);
  const mute = async (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() === '') return;
    const reply = await call('findings.mute.add', { ruleId: finding.ruleId, reason });
    if (reply.ok) onMuted();
    else setError(reply.error);
  };
  return (
    <Modal title={texts.muteThisFinding} onClose={onClose}>
      <p>{texts.itIsLeftOutOf(finding.title)}</p>
      <form className="section" onSubmit={(event) => void mute(event)}>
        <TextField
          label={texts.reason}
          hint={texts.forWhoeverReadsTheDiagnosis}
          value={reason}
          onChange={setReason}
        />
        {error !== null && <ErrorNotice error={error} />}
        <div className="actions">
          <button type="submit" className="primary" disabled={reason.trim() === ''}>
            {texts.mute}
          </button>
          <button type="button" onClick={onClose}>
            {texts.keepShowingIt}
          </button>
        </div>
      </form>
    </Modal>
  );
}
