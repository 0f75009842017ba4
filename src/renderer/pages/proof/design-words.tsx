import { formatSeconds } from '../../../shared/base/units';
import { type ProbePlan, workloadText } from '../../../shared/probe';
import { readableSetting } from '../../../shared/size-variables';
import { GuardList } from '../../components/measure/guard-list';
import { texts } from './texts';

/** What a proof would do, in plain words: what is tried, what is not and why, and how. */
export function ProofDesignWords({
  plan: { arms, leftOut, design, workload, seed, guards, remarks },
}: {
  plan: ProbePlan;
}) {
  return (
    <>
      <h2>{texts.theDesign}</h2>
      <p>{texts.underInAtMost(workloadText(workload), formatSeconds(Math.round(design.totalSeconds)))}</p>
      <table className="data">
        <thead>
          <tr>
            <th scope="col">{texts.change}</th>
            <th scope="col">{texts.tried}</th>
          </tr>
        </thead>
        <tbody>
          {arms.map(({ name, settings }) => (
            <tr key={name}>
              <th scope="row">
                <code>
                  {settings
                    .map(({ variable, value }) => `${variable} = ${readableSetting(variable, value)}`)
                    .join(', ')}
                </code>
              </th>
              <td>{texts.yes}</td>
            </tr>
          ))}
          {leftOut.map(({ arm, reason }) => (
            <tr key={arm}>
              <th scope="row">
                <code>{arm}</code>
              </th>
              <td className="soft">{texts.no(reason)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="probe-remarks">
        {remarks.map((remark) => (
          <li key={remark}>{remark}</li>
        ))}
        <li>{texts.theOrderIsDrawnWith(seed)}</li>
      </ul>
      <GuardList guards={guards} what={texts.change2} />
    </>
  );
}
