import { PathField, SelectField, TextField } from '../../components/controls/field';
import { accesses, type StoreErrors, type StoreForm } from '../../state/store-form';
import { texts } from './texts';

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
        label={texts.url}
        placeholder="https://prometheus.example.com"
        hint={texts.prometheusVictoriametricsMimirThanosOr}
        value={form.url}
        error={errors.url}
        onChange={(url) => change({ url })}
      />
      <SelectField
        label={texts.authentication}
        value={form.access}
        options={accesses}
        onChange={(access) => change({ access })}
      />
      <AccessFields form={form} errors={errors} change={change} />
      <details className="fold" open={'tenant' in errors || 'labels' in errors || undefined}>
        <summary>{texts.tlsTenantLabels}</summary>
        <PathField
          label={texts.caCertificate}
          hint={texts.emptyThoseThatTheSystem}
          value={form.caFile}
          onChange={(caFile) => change({ caFile })}
        />
        <TextField
          label={texts.tenant}
          hint={texts.xScopeOrgidOfMimir}
          value={form.tenant}
          error={errors.tenant}
          onChange={(tenant) => change({ tenant })}
        />
        <TextField
          label={texts.labels}
          placeholder={texts.clusterEuTeamShop}
          hint={texts.putIntoEveryQueryFor}
          value={form.labels}
          error={errors.labels}
          onChange={(labels) => change({ labels })}
        />
        <PathField
          label={texts.metricMapping}
          hint={texts.yamlOrJsonWithMetric}
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
  const kept = form.saved === '' ? '' : texts.fromTheKeychain;
  switch (form.access) {
    case 'token':
      return (
        <TextField
          label={texts.token}
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
          label={texts.tokenFile}
          hint={errors.tokenFile ?? texts.itsTextIsTheToken}
          value={form.tokenFile}
          onChange={(tokenFile) => change({ tokenFile })}
        />
      );
    case 'token-variable':
      return (
        <TextField
          label={texts.environmentVariable}
          hint={texts.setWhereLatchkeyWasStarted}
          value={form.tokenVariable}
          error={errors.tokenVariable}
          onChange={(tokenVariable) => change({ tokenVariable })}
        />
      );
    case 'password':
      return (
        <div className="field-pair">
          <TextField
            label={texts.user}
            value={form.user}
            error={errors.user}
            onChange={(user) => change({ user })}
          />
          <TextField
            label={texts.password}
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
