import { defined } from '../../shared/base/defined';
import {
  type Labels,
  type MetricsSecrets,
  type MetricsSource,
  metricsSourceSchema,
  type SavedStore,
} from '../../shared/metrics-store';
import { texts } from './texts';

/** How the store knows who asks. */
export const accesses = [
  { value: 'none', title: 'none' },
  { value: 'token', title: texts.bearerToken },
  { value: 'token-file', title: texts.bearerTokenInAFile },
  { value: 'token-variable', title: texts.bearerTokenInAnEnvironment },
  { value: 'password', title: texts.userAndPassword },
] as const;
export type Access = (typeof accesses)[number]['value'];

/** The form of a metrics store as typed. */
export interface StoreForm {
  name: string;
  url: string;
  caFile: string;
  access: Access;
  token: string;
  tokenFile: string;
  tokenVariable: string;
  user: string;
  password: string;
  tenant: string;
  /** `cluster=eu, team=shop`. */
  labels: string;
  mappingFile: string;
  /** The saved store whose token or password the keychain holds; '' where it holds none. */
  saved: string;
}

export const emptyStoreForm: StoreForm = {
  name: '',
  url: '',
  caFile: '',
  access: 'none',
  token: '',
  tokenFile: '',
  tokenVariable: 'LATCHKEY_METRICS_TOKEN',
  user: '',
  password: '',
  tenant: '',
  labels: '',
  mappingFile: '',
  saved: '',
};

/** A saved store in the form. Its token never comes back to the window. @param kept ids of what the keychain holds */
export function formOfStore({ id, name, source }: SavedStore, kept: readonly string[]): StoreForm {
  const { tokenFile, tokenVariable, user } = source;
  const isKept = kept.includes(id);
  const access: Access =
    tokenFile !== undefined
      ? 'token-file'
      : tokenVariable !== undefined
        ? 'token-variable'
        : user !== undefined
          ? 'password'
          : isKept
            ? 'token'
            : 'none';
  return {
    ...emptyStoreForm,
    name: name === source.url ? '' : name,
    url: source.url,
    caFile: source.caFile ?? '',
    access,
    tokenFile: tokenFile ?? '',
    tokenVariable: tokenVariable ?? emptyStoreForm.tokenVariable,
    user: user ?? '',
    tenant: source.tenant ?? '',
    labels: Object.entries(source.labels ?? {})
      .map(([label, value]) => `${label}=${value}`)
      .join(', '),
    mappingFile: source.mappingFile ?? '',
    saved: isKept ? id : '',
  };
}

export interface StoreAsked {
  source: MetricsSource;
  secrets: MetricsSecrets;
}

export type StoreErrors = Partial<Record<keyof StoreForm, string>>;

/** Reads the form; every field that cannot be used is named with what it should be. */
export function readStoreForm(
  form: StoreForm,
): ({ ok: true } & StoreAsked) | { ok: false; errors: StoreErrors } {
  const errors: StoreErrors = {};
  const { access } = form;
  if (form.url.trim() === '') errors.url = texts.anAddressSuchAsHttps;
  if (access === 'token' && form.token.trim() === '' && form.saved === '')
    errors.token = texts.theBearerToken;
  if (access === 'token-file' && form.tokenFile.trim() === '') errors.tokenFile = texts.theFileWithTheToken;
  if (access === 'token-variable' && !/^LATCHKEY_[A-Z0-9_]+$/.test(form.tokenVariable.trim()))
    errors.tokenVariable = texts.aNameThatBeginsWith;
  if (access === 'password' && form.user.trim() === '') errors.user = texts.theUserOfTheStore;
  const labels = labelsOf(form.labels);
  if (labels === null) errors.labels = texts.labelsSuchAsClusterEu;
  if (/\s/.test(form.tenant.trim())) errors.tenant = texts.aTenantWithoutSpaces;
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  const read = metricsSourceSchema.safeParse(
    defined({
      url: form.url.trim(),
      caFile: given(form.caFile),
      user: access === 'password' ? given(form.user) : undefined,
      tokenFile: access === 'token-file' ? given(form.tokenFile) : undefined,
      tokenVariable: access === 'token-variable' ? given(form.tokenVariable) : undefined,
      tenant: given(form.tenant),
      labels: labels !== null && Object.keys(labels).length > 0 ? labels : undefined,
      mappingFile: given(form.mappingFile),
    }),
  );
  if (!read.success)
    return { ok: false, errors: { url: `${read.error.issues[0]?.message ?? texts.notValid}.` } };
  return { ok: true, source: read.data, secrets: secretsOf(form) };
}

function secretsOf({ access, token, password, saved }: StoreForm): MetricsSecrets {
  const typed = access === 'token' ? token.trim() : access === 'password' ? password : '';
  if (typed !== '') return access === 'token' ? { token: typed } : { password: typed };
  return saved !== '' && (access === 'token' || access === 'password') ? { saved } : {};
}

/** null: it is no list of labels. */
function labelsOf(text: string): Labels | null {
  const labels: Labels = {};
  for (const part of text.split(',').map((one) => one.trim())) {
    if (part === '') continue;
    const at = part.indexOf('=');
    if (at < 1 || !/^[A-Za-z_]\w*$/.test(part.slice(0, at))) return null;
    labels[part.slice(0, at)] = part.slice(at + 1);
  }
  return labels;
}

function given(text: string): string | undefined {
  return text.trim() === '' ? undefined : text.trim();
}
