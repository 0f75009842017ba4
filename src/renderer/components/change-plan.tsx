import { counted } from '../../shared/base/units';
import type { ChangePlan } from '../../shared/change';
import { ScrollRegion } from '../../view/base/scroll-region';
import { CopyButton } from './controls/copy-button';

/** Statements that are about to be sent, what they change and how it is restored; for the person who has to consent. */
export function ChangePlanView({ plan, remarks = [] }: { plan: ChangePlan; remarks?: readonly string[] }) {
  const lacking = plan.privileges.filter(({ held }) => !held);
  return (
    <div className="change-plan">
      {plan.changes.length > 0 && (
        <table className="data">
          <thead>
            <tr>
              <th scope="col">Variable</th>
              <th scope="col">Now</th>
              <th scope="col">To</th>
              <th scope="col">Pre-check</th>
            </tr>
          </thead>
          <tbody>
            {plan.changes.map(({ variable, current, proposed, remarks: said, durability }) => (
              <tr key={`${variable} ${proposed}`}>
                <th scope="row">
                  <code>{variable}</code>
                  {durability && <span className="tag tag-warning">durability</span>}
                </th>
                <td>{current}</td>
                <td>{proposed}</td>
                <td className="soft">{said.length === 0 ? 'accepted' : said.join(' ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {plan.instruments.length > 0 && (
        <p>
          {plan.instruments.map(({ group, rows }) => `${counted(rows.length, 'row')} of ${group}`).join(', ')}{' '}
          are switched, and restored row by row afterwards.
        </p>
      )}
      <ul className="plain consent-remarks">
        {plan.risks.map((risk) => (
          <li key={risk}>
            <strong className="severity-warning">Risk:</strong> {risk}
          </li>
        ))}
        {lacking.map(({ privilege, grant }) => (
          <li key={privilege}>
            <strong className="severity-critical">Missing privilege:</strong> {privilege}.{' '}
            <code>{grant}</code>
          </li>
        ))}
        {plan.mayMove.length > 0 && (
          <li>
            The server may also change these; they are watched and restored too:{' '}
            {plan.mayMove.map(({ variable }) => variable).join(', ')}.
          </li>
        )}
        {remarks.map((remark) => (
          <li key={remark}>{remark}</li>
        ))}
      </ul>
      <StatementList
        title={`Statements, in this order (${plan.statements.length})`}
        statements={plan.statements}
        open
      />
      <StatementList
        title={`Restore statements (${plan.restoreStatements.length})`}
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
      <CopyButton text={text} label="Copy statements" />
    </details>
  );
}
