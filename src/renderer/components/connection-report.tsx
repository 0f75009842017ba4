import { shortText } from '../../shared/base/short-text';
import type { ConnectionReport } from '../../shared/rpc/connection';
import { hostingWords, serverName } from '../../shared/server';
import { encryptedBy, unencryptedWarning } from '../../shared/transport';
import { CopyButton } from './controls/copy-button';
import { uptime } from './frame/server-line';

/** What a connection test found: the server, the encryption, and what the account may not see. */
export function ConnectionReportView({ report }: { report: ConnectionReport }) {
  const { server, transport, missing, remarks } = report;
  const unencrypted = unencryptedWarning(transport);
  const grants = missing.map((item) => item.grant).join('\n');
  return (
    <div className="report" role="status">
      <h2>Connected to {serverName(server)}</h2>
      {unencrypted !== null && (
        <p>
          <span className="tag tag-warning">Not encrypted</span> {unencrypted}
        </p>
      )}
      <dl className="pairs">
        <dt>Version</dt>
        <dd>
          {server.versionText}{' '}
          {server.comment !== '' && <span className="soft">{shortText(server.comment)}</span>}
        </dd>
        <dt>Hosting</dt>
        <dd>{hostingWords[server.hosting]}</dd>
        <dt>Uptime</dt>
        <dd>{uptime(server).replace(/^up /, '') || 'not reported'}</dd>
        <dt>Encryption</dt>
        <dd>{unencrypted === null ? encryptedBy(transport) : 'none'}</dd>
        <dt>Performance Schema</dt>
        <dd>{server.performanceSchema === null ? 'not known' : server.performanceSchema ? 'ON' : 'OFF'}</dd>
      </dl>
      {missing.length === 0 ? (
        <p className="fine">The account can read everything that a snapshot needs.</p>
      ) : (
        <>
          <h3>Missing privileges</h3>
          <ul className="plain missing">
            {missing.map((item) => (
              <li key={item.privilege}>
                <strong>{item.privilege}</strong>: {item.enables}
              </li>
            ))}
          </ul>
          <pre className="statement">{grants}</pre>
          <CopyButton text={grants} label="Copy statements" />
        </>
      )}
      {remarks.length > 0 && (
        <ul className="plain soft">
          {remarks.map((remark) => (
            <li key={remark}>{remark}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
