import { shortText } from '../../shared/base/short-text';
import type { ConnectionReport } from '../../shared/rpc/connection';
import { hostingWords, serverName } from '../../shared/server';
import { encryptedBy, unencryptedWarning } from '../../shared/transport';
import { unbroken } from '../../view';
import { CopyButton } from './controls/copy-button';
import { uptime } from './frame/server-line';
import { texts } from './texts';

/** What a connection test found: the server, the encryption, and what the account may not see. */
export function ConnectionReportView({ report }: { report: ConnectionReport }) {
  const { server, transport, missing, remarks } = report;
  const unencrypted = unencryptedWarning(transport);
  const grants = missing.map((item) => item.grant).join('\n');
  return (
    <div className="report" role="status">
      <h2>{texts.connectedTo(serverName(server))}</h2>
      {unencrypted !== null && (
        <p>
          <span className="tag tag-warning">{texts.notEncrypted}</span> {unencrypted}
        </p>
      )}
      <dl className="pairs">
        <dt>{texts.version}</dt>
        <dd>
          {server.versionText}{' '}
          {server.comment !== '' && <span className="soft">{shortText(server.comment)}</span>}
        </dd>
        <dt>{texts.hosting}</dt>
        <dd>{hostingWords[server.hosting]}</dd>
        <dt>{texts.uptime}</dt>
        <dd>{uptime(server).replace(/^up /, '') || texts.notReported}</dd>
        <dt>{texts.encryption}</dt>
        <dd>{unencrypted === null ? encryptedBy(transport) : 'none'}</dd>
        <dt>{texts.performanceSchema}</dt>
        <dd>
          {server.performanceSchema === null ? texts.notKnown : server.performanceSchema ? 'ON' : 'OFF'}
        </dd>
      </dl>
      {missing.length === 0 ? (
        <p className="fine">{texts.theAccountCanReadEverything}</p>
      ) : (
        <>
          <h3>{texts.missingPrivileges}</h3>
          <ul className="plain missing">
            {missing.map((item) => (
              <li key={item.privilege}>
                <strong>{item.privilege}</strong>: {item.enables}
              </li>
            ))}
          </ul>
          <pre className="statement">{grants}</pre>
          <CopyButton text={grants} label={texts.copyStatements} />
        </>
      )}
      {remarks.length > 0 && (
        <ul className="plain soft">
          {remarks.map((remark) => (
            <li key={remark}>{unbroken(remark)}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
