import { profileColours, sslModes } from '../../../shared/connection';
import { PathField, SelectField, TextField } from '../../components/controls/field';
import { colourTitles } from '../../components/profile-colour';
import { type ConnectionForm, type FieldErrors, storageOptions } from '../../state/connection-form';

export interface Fields {
  form: ConnectionForm;
  errors: FieldErrors;
  change: (part: Partial<ConnectionForm>) => void;
}

const modeTitles: Partial<Record<(typeof sslModes)[number], string>> = {
  disabled: 'disabled (never TLS)',
  preferred: 'preferred (no TLS where the server offers none)',
};

/** Where the server listens, and who asks. */
export function AddressFields({ form, errors, change }: Fields) {
  return (
    <>
      <TextField
        label="Name"
        hint="The connection is saved under it; when empty, under its address."
        value={form.name}
        error={errors.name}
        onChange={(name) => change({ name })}
      />
      <div className="field-pair">
        <TextField
          label="Group"
          value={form.group}
          error={errors.group}
          onChange={(group) => change({ group })}
        />
        <SelectField
          label="Colour"
          value={form.colour}
          options={profileColours.map((value) => ({ value, title: colourTitles[value] }))}
          onChange={(colour) => change({ colour })}
        />
      </div>
      <fieldset className="choice">
        <legend>Connect via</legend>
        <label>
          <input
            type="radio"
            name="kind"
            checked={form.kind === 'tcp'}
            onChange={() => change({ kind: 'tcp' })}
          />
          TCP
        </label>
        <label>
          <input
            type="radio"
            name="kind"
            checked={form.kind === 'socket'}
            onChange={() => change({ kind: 'socket' })}
          />
          Unix socket
        </label>
      </fieldset>
      {form.kind === 'tcp' ? (
        <div className="field-pair">
          <TextField
            label="Host"
            value={form.host}
            placeholder="localhost"
            onChange={(host) => change({ host })}
          />
          <TextField
            label="Port"
            value={form.port}
            placeholder="3306"
            error={errors.port}
            onChange={(port) => change({ port })}
          />
        </div>
      ) : (
        <TextField
          label="Socket"
          hint="On Windows: the name of the pipe."
          value={form.socket}
          placeholder="/var/run/mysqld/mysqld.sock"
          error={errors.socket}
          onChange={(socket) => change({ socket })}
        />
      )}
      <div className="field-pair">
        <TextField label="User" value={form.user} onChange={(user) => change({ user })} />
        <TextField
          label="Password"
          type="password"
          value={form.password}
          placeholder={form.saved === '' ? '' : 'from the keychain'}
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
        <summary>SSH</summary>
        <p className="soft">
          Host, port and socket above are then as seen from the SSH host. Its key must be in a known_hosts
          file: an unknown key ends the attempt before anything is sent, and the message shows its
          fingerprint.
        </p>
        <div className="field-pair">
          <TextField
            label="SSH host"
            value={form.sshHost}
            error={errors.sshHost}
            onChange={(sshHost) => change({ sshHost })}
          />
          <TextField
            label="SSH port"
            placeholder="22"
            value={form.sshPort}
            error={errors.sshPort}
            onChange={(sshPort) => change({ sshPort })}
          />
        </div>
        <div className="field-pair">
          <TextField label="SSH user" value={form.sshUser} onChange={(sshUser) => change({ sshUser })} />
          <TextField
            label="SSH secret"
            type="password"
            hint="Passphrase of the key, or password of the account."
            value={form.sshPassword}
            onChange={(sshPassword) => change({ sshPassword })}
          />
        </div>
        <PathField
          label="SSH key"
          hint="Empty: the agent, then the usual keys of ~/.ssh."
          value={form.sshKey}
          onChange={(sshKey) => change({ sshKey })}
        />
        <PathField
          label="Known hosts"
          hint="Empty: ~/.ssh/known_hosts and /etc/ssh/ssh_known_hosts."
          value={form.sshKnownHosts}
          onChange={(sshKnownHosts) => change({ sshKnownHosts })}
        />
      </details>
      <details className="fold">
        <summary>TLS</summary>
        <SelectField
          label="Mode"
          value={form.sslMode}
          options={[
            { value: '', title: 'required (to this machine itself preferred)' },
            ...sslModes.map((mode) => ({ value: mode, title: modeTitles[mode] ?? mode })),
          ]}
          onChange={(sslMode) => change({ sslMode })}
        />
        <PathField label="CA certificate" value={form.sslCa} onChange={(sslCa) => change({ sslCa })} />
        <PathField
          label="Client certificate"
          value={form.sslCert}
          onChange={(sslCert) => change({ sslCert })}
        />
        <PathField label="Client key" value={form.sslKey} onChange={(sslKey) => change({ sslKey })} />
        <PathField
          label="Server public key"
          hint="RSA public key of the server, for a full password without TLS."
          value={form.serverPublicKeyPath}
          onChange={(serverPublicKeyPath) => change({ serverPublicKeyPath })}
        />
        <label className="check">
          <input
            type="checkbox"
            checked={form.getServerPublicKey}
            onChange={(event) => change({ getServerPublicKey: event.target.checked })}
          />
          Get the server public key without TLS
        </label>
        <p className="soft field-hint">
          Accepts any RSA key: a man in the middle can then read the password.
        </p>
      </details>
      <details className="fold">
        <summary>Option file and login path</summary>
        <PathField
          label="Option file"
          hint="Its [client] and [latchkey] groups fill what is left empty above, the password included."
          value={form.defaultsFile}
          onChange={(defaultsFile) => change({ defaultsFile })}
        />
        <TextField
          label="Group suffix"
          value={form.defaultsGroupSuffix}
          onChange={(defaultsGroupSuffix) => change({ defaultsGroupSuffix })}
        />
        <TextField
          label="Login path"
          hint="Of ~/.mylogin.cnf, made by mysql_config_editor; it wins over the option file."
          value={form.loginPath}
          onChange={(loginPath) => change({ loginPath })}
        />
      </details>
      <details
        className="fold"
        open={declaring || ['memory', 'cpus', 'iops'].some((name) => name in errors) || undefined}
      >
        <summary>Host hardware</summary>
        <p className="soft">
          For a server on another machine. What is declared here is marked as declared wherever a conclusion
          uses it.
        </p>
        <div className="field-pair">
          <TextField
            label="Memory"
            placeholder="64G"
            value={form.memory}
            error={errors.memory}
            onChange={(memory) => change({ memory })}
          />
          <TextField
            label="CPUs"
            value={form.cpus}
            error={errors.cpus}
            onChange={(cpus) => change({ cpus })}
          />
        </div>
        <div className="field-pair">
          <SelectField
            label="Storage"
            value={form.storage}
            options={storageOptions}
            onChange={(storage) => change({ storage })}
          />
          <TextField
            label="Storage, IOPS"
            value={form.iops}
            error={errors.iops}
            onChange={(iops) => change({ iops })}
          />
        </div>
      </details>
    </>
  );
}
