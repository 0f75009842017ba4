import { profileColours, sslModes } from '../../../shared/connection';
import { PathField, SelectField, TextField } from '../../components/controls/field';
import { colourTitles } from '../../components/profile-colour';
import { type ConnectionForm, type FieldErrors, storageOptions } from '../../state/connection-form';
import { texts } from './texts';

export interface Fields {
  form: ConnectionForm;
  errors: FieldErrors;
  change: (part: Partial<ConnectionForm>) => void;
}

const modeTitles: Partial<Record<(typeof sslModes)[number], string>> = {
  disabled: texts.disabledNeverTls,
  preferred: texts.preferredNoTlsWhereThe,
};

/** Where the server listens, and who asks. */
export function AddressFields({ form, errors, change }: Fields) {
  return (
    <>
      <TextField
        label={texts.name}
        hint={texts.theConnectionIsSavedUnder}
        value={form.name}
        error={errors.name}
        onChange={(name) => change({ name })}
      />
      <div className="field-pair">
        <TextField
          label={texts.group}
          value={form.group}
          error={errors.group}
          onChange={(group) => change({ group })}
        />
        <SelectField
          label={texts.colour}
          value={form.colour}
          options={profileColours.map((value) => ({ value, title: colourTitles[value] }))}
          onChange={(colour) => change({ colour })}
        />
      </div>
      <fieldset className="choice">
        <legend>{texts.connectVia}</legend>
        <label>
          <input
            type="radio"
            name="kind"
            checked={form.kind === 'tcp'}
            onChange={() => change({ kind: 'tcp' })}
          />
          {texts.tcp}
        </label>
        <label>
          <input
            type="radio"
            name="kind"
            checked={form.kind === 'socket'}
            onChange={() => change({ kind: 'socket' })}
          />
          {texts.unixSocket}
        </label>
      </fieldset>
      {form.kind === 'tcp' ? (
        <div className="field-pair">
          <TextField
            label={texts.host}
            value={form.host}
            placeholder="localhost"
            onChange={(host) => change({ host })}
          />
          <TextField
            label={texts.port}
            value={form.port}
            placeholder="3306"
            error={errors.port}
            onChange={(port) => change({ port })}
          />
        </div>
      ) : (
        <TextField
          label={texts.socket}
          hint={texts.onWindowsTheNameOf}
          value={form.socket}
          placeholder="/var/run/mysqld/mysqld.sock"
          error={errors.socket}
          onChange={(socket) => change({ socket })}
        />
      )}
      <div className="field-pair">
        <TextField label={texts.user} value={form.user} onChange={(user) => change({ user })} />
        <TextField
          label={texts.password}
          type="password"
          value={form.password}
          placeholder={form.saved === '' ? '' : texts.fromTheKeychain}
          onChange={(password) => change({ password })}
        />
      </div>
    </>
  );
}

/** What is needed less often, folded. */
export function FoldedFields({ form, errors, change, declaring }: Fields & { declaring: boolean }) {
  return (
    <>
      <details className="fold" open={'sshHost' in errors || 'sshPort' in errors || undefined}>
        <summary>{texts.ssh}</summary>
        <p className="soft">{texts.hostPortAndSocketAbove}</p>
        <div className="field-pair">
          <TextField
            label={texts.sshHost}
            value={form.sshHost}
            error={errors.sshHost}
            onChange={(sshHost) => change({ sshHost })}
          />
          <TextField
            label={texts.sshPort}
            placeholder="22"
            value={form.sshPort}
            error={errors.sshPort}
            onChange={(sshPort) => change({ sshPort })}
          />
        </div>
        <div className="field-pair">
          <TextField label={texts.sshUser} value={form.sshUser} onChange={(sshUser) => change({ sshUser })} />
          <TextField
            label={texts.sshSecret}
            type="password"
            hint={texts.passphraseOfTheKeyOr}
            value={form.sshPassword}
            onChange={(sshPassword) => change({ sshPassword })}
          />
        </div>
        <PathField
          label={texts.sshKey}
          hint={texts.emptyTheAgentThenThe}
          value={form.sshKey}
          onChange={(sshKey) => change({ sshKey })}
        />
        <PathField
          label={texts.knownHosts}
          hint={texts.emptySshKnownHostsAnd}
          value={form.sshKnownHosts}
          onChange={(sshKnownHosts) => change({ sshKnownHosts })}
        />
      </details>
      <details className="fold">
        <summary>{texts.tls}</summary>
        <SelectField
          label={texts.mode}
          value={form.sslMode}
          options={[
            { value: '', title: texts.requiredToThisMachineItself },
            ...sslModes.map((mode) => ({ value: mode, title: modeTitles[mode] ?? mode })),
          ]}
          onChange={(sslMode) => change({ sslMode })}
        />
        <PathField label={texts.caCertificate} value={form.sslCa} onChange={(sslCa) => change({ sslCa })} />
        <PathField
          label={texts.clientCertificate}
          value={form.sslCert}
          onChange={(sslCert) => change({ sslCert })}
        />
        <PathField label={texts.clientKey} value={form.sslKey} onChange={(sslKey) => change({ sslKey })} />
        <PathField
          label={texts.serverPublicKey}
          hint={texts.rsaPublicKeyOfThe}
          value={form.serverPublicKeyPath}
          onChange={(serverPublicKeyPath) => change({ serverPublicKeyPath })}
        />
        <label className="check">
          <input
            type="checkbox"
            checked={form.getServerPublicKey}
            onChange={(event) => change({ getServerPublicKey: event.target.checked })}
          />
          {texts.getTheServerPublicKey}
        </label>
        <p className="soft field-hint">{texts.acceptsAnyRsaKeyA}</p>
      </details>
      <details className="fold">
        <summary>{texts.optionFileAndLoginPath}</summary>
        <PathField
          label={texts.optionFile}
          hint={texts.itsClientAndLatchkeyGroups}
          value={form.defaultsFile}
          onChange={(defaultsFile) => change({ defaultsFile })}
        />
        <TextField
          label={texts.groupSuffix}
          value={form.defaultsGroupSuffix}
          onChange={(defaultsGroupSuffix) => change({ defaultsGroupSuffix })}
        />
        <TextField
          label={texts.loginPath}
          hint={texts.ofMyloginCnfMadeBy}
          value={form.loginPath}
          onChange={(loginPath) => change({ loginPath })}
        />
      </details>
      <details
        className="fold"
        open={declaring || ['memory', 'cpus', 'iops'].some((name) => name in errors) || undefined}
      >
        <summary>{texts.hostHardware}</summary>
        <p className="soft">{texts.forAServerOnAnother}</p>
        <div className="field-pair">
          <TextField
            label={texts.memory}
            placeholder="64G"
            value={form.memory}
            error={errors.memory}
            onChange={(memory) => change({ memory })}
          />
          <TextField
            label={texts.cpus}
            value={form.cpus}
            error={errors.cpus}
            onChange={(cpus) => change({ cpus })}
          />
        </div>
        <div className="field-pair">
          <SelectField
            label={texts.storage}
            value={form.storage}
            options={storageOptions}
            onChange={(storage) => change({ storage })}
          />
          <TextField
            label={texts.storageIops}
            value={form.iops}
            error={errors.iops}
            onChange={(iops) => change({ iops })}
          />
        </div>
      </details>
    </>
  );
}
