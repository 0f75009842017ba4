import { type ConnectionTarget, describeTarget } from '../../../shared/connection';
import type { ProbePlan } from '../../../shared/probe';
import { ChangePlanView } from '../change-plan';
import { Modal } from '../dialogs/modal';
import { useSecondLook } from '../profile-colour';
import { texts } from './texts';

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
          {texts.agreeAndRun}
        </button>
        <button type="button" onClick={onClose}>
          {texts.doNotRun}
        </button>
        {lacking && <span className="soft">{texts.theAccountLacksAPrivilege}</span>}
      </div>
    </Modal>
  );
}
