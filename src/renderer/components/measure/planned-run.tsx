import { type ReactNode, useState } from 'react';
import type { ConnectionTarget } from '../../../shared/connection';
import type { ProbePlan } from '../../../shared/probe';
import { Consent } from './consent';

/** What was planned, in words, and the way to run it: nothing is sent before the question for consent is answered. */
export function PlannedRun({
  label,
  plan,
  target,
  runLabel,
  blocked,
  onAgree,
  children,
}: {
  label: string;
  plan: ProbePlan;
  target: ConnectionTarget;
  runLabel: string;
  /** Why it cannot run now; null: it can. */
  blocked: string | null;
  onAgree: () => void;
  children: ReactNode;
}) {
  const [consenting, setConsenting] = useState(false);
  const agree = () => {
    setConsenting(false);
    onAgree();
  };
  return (
    <>
      <section className="card probe-plan" aria-label={label}>
        {children}
        <div className="actions">
          <button
            type="button"
            className="primary"
            disabled={blocked !== null}
            onClick={() => setConsenting(true)}
          >
            {runLabel}
          </button>
          {blocked !== null && <span className="soft">{blocked}</span>}
        </div>
      </section>
      {consenting && (
        <Consent plan={plan} target={target} onAgree={agree} onClose={() => setConsenting(false)} />
      )}
    </>
  );
}
