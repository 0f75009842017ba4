import type { ProbePlan } from '../../../shared/probe';
import { ChangePlanView } from '../change-plan';
import { Modal } from '../dialogs/modal';

/** The question before anything is sent: every statement, what may go wrong, and how it is restored. */
export function Consent({
  plan: { title, plan, remarks },
  target,
  onAgree,
  onClose,
}: {
  plan: ProbePlan;
  target: string;
  onAgree: () => void;
  onClose: () => void;
}) {
  const lacking = plan.privileges.some(({ held }) => !held);
  return (
    <Modal title={`${title} on ${target}`} wide onClose={onClose}>
      <ChangePlanView plan={plan} remarks={remarks} />
      <div className="actions">
        <button type="button" className="primary" disabled={lacking} onClick={onAgree}>
          Agree and run
        </button>
        <button type="button" onClick={onClose}>
          Do not run
        </button>
        {lacking && <span className="soft">The account lacks a privilege that this needs.</span>}
      </div>
    </Modal>
  );
}
