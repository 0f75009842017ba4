import { counted, formatSeconds } from '../../../shared/base/units';
import { blocksText, type ProbePlan, workloadText } from '../../../shared/probe';
import { GuardList } from '../../components/measure/guard-list';

/** What a probe would do, in plain words. */
export function PlanWords({ plan }: { plan: ProbePlan }) {
  const { arms, leftOut, design, workload, seed, guards, remarks, plan: change } = plan;
  const explored =
    design.explorationBlocks === 0 ? '' : ` ${design.explorationBlocks} blocks explore all of them, then`;
  return (
    <>
      <h2>The plan</h2>
      <p>
        {arms.length === 1 ? 'One variant is' : `${counted(arms.length, 'variant')} are`} compared with the
        present settings under {workloadText(workload)}.
        {design.verdictBlocks > 0 && (
          <>
            {explored}
            {explored === '' ? ' At most' : ' at most'} {blocksText(design)} decide
            {design.verdictArms < arms.length ? ` on the best ${design.verdictArms}` : ''}.
          </>
        )}{' '}
        It takes {formatSeconds(Math.round(design.totalSeconds))} at most.
      </p>
      <table className="data">
        <thead>
          <tr>
            <th scope="col">Variant</th>
            <th scope="col">Settings</th>
          </tr>
        </thead>
        <tbody>
          {arms.map(({ name, settings }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>
                <code>
                  {settings.length === 0
                    ? 'rows of the Performance Schema set-up'
                    : settings.map(({ variable, value }) => `${variable} = ${value}`).join(', ')}
                </code>
              </td>
            </tr>
          ))}
          {leftOut.map(({ arm, reason }) => (
            <tr key={arm}>
              <th scope="row">{arm}</th>
              <td className="soft">Left out: {reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="probe-remarks">
        {remarks.map((remark) => (
          <li key={remark}>{remark}</li>
        ))}
        <li>The order is drawn with the seed {seed}.</li>
        {change.deadMansSwitch !== undefined && (
          <li>
            The server itself restores everything when it has not heard of Latchkey for{' '}
            {change.deadMansSwitch.seconds} s.
          </li>
        )}
      </ul>
      <GuardList guards={guards} what="variant" />
    </>
  );
}
