import { counted } from '../../shared/base/units';
import type { ChangePlan } from '../../shared/change';
import { SettingValue, unbroken } from '../../view';
import { ScrollRegion } from '../../view/base/scroll-region';
import { CopyButton } from './controls/copy-button';
import { texts } from './texts';

/** Statements that are about to be sent, what they change and how it is restored; for the person who has to consent. */
export function ChangePlanView({ plan, remarks = [] }: { plan: ChangePlan; remarks?: readonly string[] }) {
  const lacking = plan.privileges.filter(({ held }) => !held);
  return (
    <div className="change-plan">
      {plan.changes.length > 0 && (
        <table className="data">
          <thead>
            <tr>
              <th scope="col">{texts.variable}</th>
              <th scope="col">{texts.now}</th>
              <th scope="col">{texts.to}</th>
              <th scope="col">{texts.preCheck}</th>
            </tr>
          </thead>
          <tbody>
            {plan.changes.map(({ variable, current, proposed, remarks: said, durability }) => (
              <tr key={`${variable} ${proposed}`}>
                <th scope="row">
                  <code>{variable}</code>
                  {durability && <span className="tag tag-warning">{texts.durability}</span>}
                </th>
                <td>
                  <SettingValue variable={variable} value={current} />
                </td>
                <td>
                  <SettingValue variable={variable} value={proposed} />
                </td>
                <td className="soft">{said.length === 0 ? 'accepted' : said.join(' ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {plan.instruments.length > 0 && (
        <p>
          {texts.areSwitchedAndRestoredRow(
            plan.instruments
              .map(({ group, rows }) => `${counted(rows.length, 'row')} of ${group}`)
              .join(', '),
          )}
        </p>
      )}
      <ul className="plain consent-remarks">
        {plan.risks.map((risk) => (
          <li key={risk}>
            <strong className="severity-warning">{texts.risk}</strong> {risk}
          </li>
        ))}
        {lacking.map(({ privilege, grant }) => (
          <li key={privilege}>
            <strong className="severity-critical">{texts.missingPrivilege}</strong> {privilege}.{' '}
            <code>{grant}</code>
          </li>
        ))}
        {plan.mayMove.length > 0 && (
          <li>{texts.theServerMayAlsoChange(plan.mayMove.map(({ variable }) => variable).join(', '))}</li>
        )}
        {remarks.map((remark) => (
          <li key={remark}>{unbroken(remark)}</li>
        ))}
      </ul>
      <StatementList
        title={texts.statementsInThisOrder(plan.statements.length)}
        statements={plan.statements}
        open
      />
      <StatementList
        title={texts.restoreStatements(plan.restoreStatements.length)}
        statements={plan.restoreStatements}
      />
    </div>
  );
}

function StatementList({
  title,
  statements,
  open = false,
}: {
  title: string;
  statements: readonly string[];
  open?: boolean;
}) {
  const text = statements.map((statement) => `${statement};`).join('\n');
  return (
    <details open={open}>
      <summary>{title}</summary>
      <ScrollRegion className="statement-list" label={title}>
        <pre className="statement">{text}</pre>
      </ScrollRegion>
      <CopyButton text={text} label={texts.copyStatements} />
    </details>
  );
}
