import type { ApplyOutcome } from '../../../shared/apply';
import { ErrorNotice } from '../../components/error-notice';

/** What became of applying: each value as read back, what also changed, and which sessions go on with the old one. */
export function Outcome({ outcome }: { outcome: ApplyOutcome }) {
  const { status, settings, alsoChanged, meanwhile, leftOut, later, sessions, statements, restore, error } =
    outcome;
  return (
    <section className="card outcome" aria-label="What was applied" data-status={status}>
      {status === 'failed' && (
        <>
          {error !== null && <ErrorNotice error={error} />}
          <p className="strong">
            Not applied.{' '}
            {restore === null ? 'Nothing was set.' : `What was set: ${restore.status}. ${restore.detail}`}
          </p>
        </>
      )}
      {status === 'nothing' && <p>Nothing of this plan can be set while the server runs. Nothing was set.</p>}
      {status === 'applied' && (
        <>
          <h3 role="status">Set and read back</h3>
          <table className="data">
            <thead>
              <tr>
                <th scope="col">Variable</th>
                <th scope="col">Before</th>
                <th scope="col">Asked for</th>
                <th scope="col">In force</th>
                <th scope="col">Remarks</th>
              </tr>
            </thead>
            <tbody>
              {settings.map(({ variable, original, proposed, stored, remarks }) => (
                <tr key={variable}>
                  <th scope="row">
                    <code>{variable}</code>
                  </th>
                  <td>{original}</td>
                  <td>{proposed}</td>
                  <td className="strong">{stored}</td>
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
            <code>{variable}</code>: {from} to {to}, also changed by the server.
          </li>
        ))}
        {meanwhile.map(({ variable, from, to }) => (
          <li key={variable}>
            <code>{variable}</code>: {from} to {to}, by somebody else as far as known.
          </li>
        ))}
        {leftOut.map(({ variable, reason }) => (
          <li key={variable}>
            <code>{variable}</code>: left out, {reason}.
          </li>
        ))}
        {sessions.map(({ variable, text }) => (
          <li key={variable}>{text}</li>
        ))}
        {later.length > 0 && (
          <li>
            Waits for a restart; put it into an option file:{' '}
            <code>{later.map(({ variable, optionText }) => `${variable} = ${optionText}`).join(', ')}</code>
          </li>
        )}
      </ul>
      {statements.length > 0 && (
        <details>
          <summary>Statements sent ({statements.length})</summary>
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
