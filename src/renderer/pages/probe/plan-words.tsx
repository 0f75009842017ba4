import { counted, formatSeconds } from '../../../shared/base/units';
import { blocksText, type ProbePlan, workloadText } from '../../../shared/probe';
import { readableSetting } from '../../../shared/size-variables';
import { unbroken } from '../../../view';
import { GuardList } from '../../components/measure/guard-list';
import { texts } from './texts';

/** What a probe would do, in plain words. */
export function PlanWords({ plan }: { plan: ProbePlan }) {
  const { arms, leftOut, design, workload, seed, guards, remarks, plan: change } = plan;
  const explored =
    design.explorationBlocks === 0 ? '' : texts.blocksExploreAllOfThem(design.explorationBlocks);
  return (
    <>
      <h2>{texts.thePlan}</h2>
      <p>
        {texts.comparedWithThePresentSettingsUnder(
          arms.length === 1 ? texts.oneVariantIs : texts.are(counted(arms.length, 'variant')),
          workloadText(workload),
        )}
        {design.verdictBlocks > 0 &&
          texts.decide(
            explored,
            explored === '' ? texts.atMost : texts.atMost2,
            blocksText(design),
            design.verdictBlocks === 1,
            design.verdictArms < arms.length ? texts.onTheBest(design.verdictArms) : '',
          )}{' '}
        {texts.itTakesAtMost(formatSeconds(Math.round(design.totalSeconds)))}
      </p>
      <table className="data">
        <thead>
          <tr>
            <th scope="col">{texts.variant}</th>
            <th scope="col">{texts.settings}</th>
          </tr>
        </thead>
        <tbody>
          {arms.map(({ name, settings }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>
                <code>
                  {settings.length === 0
                    ? texts.rowsOfThePerformanceSchema
                    : settings
                        .map(({ variable, value }) => `${variable} = ${readableSetting(variable, value)}`)
                        .join(', ')}
                </code>
              </td>
            </tr>
          ))}
          {leftOut.map(({ arm, reason }) => (
            <tr key={arm}>
              <th scope="row">{arm}</th>
              <td className="soft">{texts.leftOut(reason)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="probe-remarks">
        {remarks.map((remark) => (
          <li key={remark}>{unbroken(remark)}</li>
        ))}
        <li>{texts.theOrderIsDrawnWith(seed)}</li>
        {change.deadMansSwitch !== undefined && (
          <li>{texts.theServerItselfRestoresEverything(change.deadMansSwitch.seconds)}</li>
        )}
      </ul>
      <GuardList guards={guards} what={texts.variant3} />
    </>
  );
}
