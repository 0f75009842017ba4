import { formatSeconds } from '../../../shared/base/units';
import { type ProbePlan, workloadText } from '../../../shared/probe';
import { GuardList } from '../../components/measure/guard-list';

/** What a proof would do, in plain words: what is tried, what is not and why, and how. */
export function ProofDesignWords({
  plan: { arms, leftOut, design, workload, seed, guards, remarks },
}: {
  plan: ProbePlan;
}) {
  return (
    <>
      <h2>The design</h2>
      <p>
        Under {workloadText(workload)}, in {formatSeconds(Math.round(design.totalSeconds))} at most.
      </p>
      <table className="data">
        <thead>
          <tr>
            <th scope="col">Change</th>
            <th scope="col">Tried</th>
          </tr>
        </thead>
        <tbody>
          {arms.map(({ name, settings }) => (
            <tr key={name}>
              <th scope="row">
                <code>{settings.map(({ variable, value }) => `${variable} = ${value}`).join(', ')}</code>
              </th>
              <td>yes</td>
            </tr>
          ))}
          {leftOut.map(({ arm, reason }) => (
            <tr key={arm}>
              <th scope="row">
                <code>{arm}</code>
              </th>
              <td className="soft">no: {reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="probe-remarks">
        {remarks.map((remark) => (
          <li key={remark}>{remark}</li>
        ))}
        <li>The order is drawn with the seed {seed}.</li>
      </ul>
      <GuardList guards={guards} what="change" />
    </>
  );
}
