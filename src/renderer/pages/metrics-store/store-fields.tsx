import { PathField, SelectField, TextField } from '../../components/controls/field';
import { accesses, type StoreErrors, type StoreForm } from '../../state/store-form';

/** Where the store answers, and how it knows who asks. */
export function StoreFields({
  form,
  errors,
  change,
}: {
  form: StoreForm;
  errors: StoreErrors;
  change: (part: Partial<StoreForm>) => void;
}) {
  return (
    <>
      <TextField
        label="URL"
        placeholder="https://prometheus.example.com"
        hint="Prometheus, VictoriaMetrics, Mimir, Thanos or PMM: the address before /api/v1."
        value={form.url}
        error={errors.url}
        onChange={(url) => change({ url })}
      />
      <SelectField
        label="Authentication"
        value={form.access}
        options={accesses}
        onChange={(access) => change({ access })}
      />
      <AccessFields form={form} errors={errors} change={change} />
      <details className="fold" open={'tenant' in errors || 'labels' in errors || undefined}>
        <summary>TLS, tenant, labels</summary>
        <PathField
          label="CA certificate"
          hint="Empty: those that the system trusts. Certificates are always verified."
          value={form.caFile}
          onChange={(caFile) => change({ caFile })}
        />
        <TextField
          label="Tenant"
          hint="X-Scope-OrgID of Mimir or Cortex."
          value={form.tenant}
          error={errors.tenant}
          onChange={(tenant) => change({ tenant })}
        />
        <TextField
          label="Labels"
          placeholder="cluster=eu, team=shop"
          hint="Put into every query, for a store that holds several clusters."
          value={form.labels}
          error={errors.labels}
          onChange={(labels) => change({ labels })}
        />
        <PathField
          label="Metric mapping"
          hint="YAML or JSON with metric names of your own."
          value={form.mappingFile}
          onChange={(mappingFile) => change({ mappingFile })}
        />
      </details>
    </>
  );
}

function AccessFields({
  form,
  errors,
  change,
}: {
  form: StoreForm;
  errors: StoreErrors;
  change: (part: Partial<StoreForm>) => void;
}) {
  const kept = form.saved === '' ? '' : 'from the keychain';
  switch (form.access) {
    case 'token':
      return (
        <TextField
          label="Token"
          type="password"
          value={form.token}
          placeholder={kept}
          error={errors.token}
          onChange={(token) => change({ token })}
        />
      );
    case 'token-file':
      return (
        <PathField
          label="Token file"
          hint={errors.tokenFile ?? 'Its text is the token.'}
          value={form.tokenFile}
          onChange={(tokenFile) => change({ tokenFile })}
        />
      );
    case 'token-variable':
      return (
        <TextField
          label="Environment variable"
          hint="Set where Latchkey was started."
          value={form.tokenVariable}
          error={errors.tokenVariable}
          onChange={(tokenVariable) => change({ tokenVariable })}
        />
      );
    case 'password':
      return (
        <div className="field-pair">
          <TextField
            label="User"
            value={form.user}
            error={errors.user}
            onChange={(user) => change({ user })}
          />
          <TextField
            label="Password"
            type="password"
            value={form.password}
            placeholder={kept}
            onChange={(password) => change({ password })}
          />
        </div>
      );
    case 'none':
      return null;
  }
}
