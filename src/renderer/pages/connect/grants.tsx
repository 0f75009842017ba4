import { useState } from 'react';
import { type GrantPurpose, grantPurposes } from '../../../shared/grants';
import {
  type Flavour,
  flavourNames,
  flavourSchema,
  parseVersion,
  type ServerIdentity,
} from '../../../shared/server';
import { ScrollRegion } from '../../../view/base/scroll-region';
import { CopyButton } from '../../components/controls/copy-button';
import { SelectField, TextField } from '../../components/controls/field';
import { ErrorNotice } from '../../components/error-notice';
import { Loading } from '../../components/loading';
import { useCall } from '../../state/call';
import { texts } from './texts';

const purposeTitles: Readonly<Record<GrantPurpose, string>> = {
  explain: texts.explainStatements,
  deep: texts.enableWaitInstrumentsForA,
  apply: texts.applySettings,
};

const flavours = flavourSchema.options.map((value) => ({ value, title: flavourNames[value] }));

/** The statements that make an account with no more than what Latchkey needs. */
export function Grants({ server }: { server: ServerIdentity | null }) {
  const [flavour, setFlavour] = useState<Flavour>(server?.flavour ?? 'mysql');
  const [version, setVersion] = useState(server?.version.join('.') ?? '8.4');
  const [user, setUser] = useState('latchkey');
  const [host, setHost] = useState('%');
  const [purposes, setPurposes] = useState<GrantPurpose[]>(['explain']);
  const triple = parseVersion(version);
  const complete = triple !== null && user.trim() !== '' && host.trim() !== '';
  const { loaded, reload } = useCall(
    'grants.script',
    complete ? { flavour, version: triple, user: user.trim(), host: host.trim(), purposes } : null,
    { keep: true },
  );
  return (
    <section className="grants" aria-label={texts.monitoringUser}>
      <div className="field-pair">
        <SelectField label={texts.server} value={flavour} options={flavours} onChange={setFlavour} />
        <TextField
          label={texts.version}
          value={version}
          error={triple === null ? texts.suchAs84Or : undefined}
          onChange={setVersion}
        />
      </div>
      <div className="field-pair">
        <TextField label={texts.userName} value={user} onChange={setUser} />
        <TextField label={texts.clientHost} value={host} onChange={setHost} />
      </div>
      <fieldset className="choice purposes">
        <legend>{texts.besidesReadingItMay}</legend>
        {grantPurposes.map((purpose) => (
          <label key={purpose}>
            <input
              type="checkbox"
              checked={purposes.includes(purpose)}
              onChange={(event) =>
                setPurposes(
                  event.target.checked
                    ? [...purposes, purpose]
                    : purposes.filter((chosen) => chosen !== purpose),
                )
              }
            />
            {purposeTitles[purpose]}
          </label>
        ))}
      </fieldset>
      {complete && loaded.state === 'loading' && <Loading what={texts.writing} />}
      {complete && loaded.state === 'failed' && <ErrorNotice error={loaded.error} onRetry={reload} />}
      {complete && loaded.state === 'ready' && (
        <>
          <ScrollRegion className="statement-list" label={texts.statementsForTheAccount}>
            <pre className="statement">{scriptOf(loaded.value.statements)}</pre>
          </ScrollRegion>
          <CopyButton text={scriptOf(loaded.value.statements)} label={texts.copyScript} />
          <ul className="plain soft">
            {loaded.value.remarks.map((remark) => (
              <li key={remark}>{remark}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function scriptOf(statements: readonly { sql: string; enables: string }[]): string {
  return statements.map(({ sql, enables }) => `-- ${enables}\n${sql.replace(/;?$/, ';')}`).join('\n');
}
