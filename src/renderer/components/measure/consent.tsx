import { type ConnectionTarget, describeTarget } from '../../../shared/connection';
import type { ProbePlan } from '../../../shared/probe';
import { ChangePlanView } from '../change-plan';
import { Modal } from '../dialogs/modal';
import { useSecondLook } from '../profile-colour';

/** The question before anything is sent: every statement, what may go wrong, and how it is restored. */
export function Consent({
  plan: { title, plan, remarks },
  target,
  onAgree,
  onClose,
}: {
  plan: ProbePlan;
  target: ConnectionTarget;
  onAgree: () => void;
  onClose: () => void;
}) {
  const lacking = plan.privileges.some(({ held }) => !held);
  const { isCleared, field } = useSecondLook(target);
  return (
    <Modal title={`${title} on ${describeTarget(target)}`} wide onClose={onClose}>
      <ChangePlanView plan={plan} remarks={remarks} />
      {field}
      <div className="actions">
        <button type="button" className="primary" disabled={lacking || !isCleared} onClick={onAgree}>
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
