import { type FormEvent, useState } from 'react';
import type { Finding } from '../../../shared/analysis';
import type { ErrorDocument } from '../../../shared/base/error';
import { call } from '../../state/call';
import { TextField } from '../controls/field';
import { ErrorNotice } from '../error-notice';
import { Modal } from './modal';

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
    <Modal title="Mute this finding" onClose={onClose}>
      <p>
        {finding.title}. It is left out of every diagnosis and every plan, also on the command line, until it
        is unmuted; the reason is shown in its place.
      </p>
      <form className="section" onSubmit={(event) => void mute(event)}>
        <TextField
          label="Reason"
          hint="For whoever reads the diagnosis later."
          value={reason}
          onChange={setReason}
        />
        {error !== null && <ErrorNotice error={error} />}
        <div className="actions">
          <button type="submit" className="primary" disabled={reason.trim() === ''}>
            Mute
          </button>
          <button type="button" onClick={onClose}>
            Keep showing it
          </button>
        </div>
      </form>
    </Modal>
  );
}
