import type { ApplyOutcome } from '../../../shared/apply';
import { readableSetting } from '../../../shared/size-variables';
import { SettingValue } from '../../../view';
import { ErrorNotice } from '../../components/error-notice';
import { dateTime } from '../../components/frame/server-line';
import { texts } from './texts';

/**
 * What became of applying: each value as read back, what also changed, and which sessions go on with the old one.
 * @param undoneAt when it was undone, or a part of it; null: it was not
 */
export function Outcome({ outcome, undoneAt }: { outcome: ApplyOutcome; undoneAt: string | null }) {
  const { status, settings, alsoChanged, meanwhile, leftOut, later, sessions, statements, restore, error } =
    outcome;
  return (
    <section className="card outcome" aria-label={texts.whatWasApplied} data-status={status}>
      {status === 'failed' && (
        <>
          {error !== null && <ErrorNotice error={error} />}
          <p className="strong">
            {texts.notApplied(
              restore === null ? texts.nothingWasSet : texts.whatWasSet(restore.status, restore.detail),
            )}
          </p>
        </>
      )}
      {status === 'nothing' && <p>{texts.nothingOfThisPlanCan}</p>}
      {status === 'applied' && (
        <>
          <h3 role="status">
            {undoneAt === null ? texts.setAndReadBack : texts.setAndUndone(dateTime(undoneAt))}
          </h3>
          <table className="data">
            <thead>
              <tr>
                <th scope="col">{texts.variable}</th>
                <th scope="col">{texts.before}</th>
                <th scope="col">{texts.askedFor}</th>
                <th scope="col">{texts.inForce}</th>
                <th scope="col">{texts.remarks}</th>
              </tr>
            </thead>
            <tbody>
              {settings.map(({ variable, original, proposed, stored, remarks }) => (
                <tr key={variable}>
                  <th scope="row">
                    <code>{variable}</code>
                  </th>
                  <td>
                    <SettingValue variable={variable} value={original} />
                  </td>
                  <td>
                    <SettingValue variable={variable} value={proposed} />
                  </td>
                  <td className="strong">
                    <SettingValue variable={variable} value={stored} />
                  </td>
                  <td className="soft">{remarks.join(' ')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      <ul className="plain outcome-remarks">
        {alsoChanged.map(({ variable, from, to }) => (
          <li key={variable}>
            {texts.toAlsoChangedByThe(
              <code>{variable}</code>,
              readableSetting(variable, from),
              readableSetting(variable, to),
            )}
          </li>
        ))}
        {meanwhile.map(({ variable, from, to }) => (
          <li key={variable}>
            {texts.toBySomebodyElseAs(
              <code>{variable}</code>,
              readableSetting(variable, from),
              readableSetting(variable, to),
            )}
          </li>
        ))}
        {leftOut.map(({ variable, reason }) => (
          <li key={variable}>{texts.leftOut(<code>{variable}</code>, reason)}</li>
        ))}
        {sessions.map(({ variable, text }) => (
          <li key={variable}>{text}</li>
        ))}
        {later.length > 0 && (
          <li>
            {texts.waitsForARestartPut}{' '}
            <code>{later.map(({ variable, optionText }) => `${variable} = ${optionText}`).join(', ')}</code>
          </li>
        )}
      </ul>
      {statements.length > 0 && (
        <details>
          <summary>{texts.statementsSent(statements.length)}</summary>
          <pre className="statement">
            {statements
              .map(({ sql, error: fault }) => `${sql};${fault === undefined ? '' : ` -- ${fault}`}`)
              .join('\n')}
          </pre>
        </details>
      )}
    </section>
  );
}
