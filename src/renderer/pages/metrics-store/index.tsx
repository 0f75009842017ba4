import { type FormEvent, useState } from 'react';
import type { ErrorDocument } from '../../../shared/base/error';
import { shortText } from '../../../shared/base/short-text';
import type { SavedStore, StoreServer } from '../../../shared/metrics-store';
import { SelectField, TextField } from '../../components/controls/field';
import { ErrorNotice } from '../../components/error-notice';
import { JobLine } from '../../components/job-line';
import { definePage } from '../../page';
import { call, useCall } from '../../state/call';
import { useJob } from '../../state/job';
import { usePageState } from '../../state/page-state';
import {
  emptyStoreForm,
  formOfStore,
  readStoreForm,
  type StoreAsked,
  type StoreErrors,
} from '../../state/store-form';
import { lastDays, periods, type Span } from './periods';
import { Servers } from './servers';
import { SpanSnapshot } from './span-snapshot';
import { StoreFields } from './store-fields';
import { texts } from './texts';
import { wantedOf } from './wanted';

export const page = definePage('metrics-store', MetricsStorePage);

/** What was asked of which store when its servers were listed. */
interface Listed extends StoreAsked {
  span: Span;
}

/** A snapshot of a span that a metrics store holds: the store, one of its servers, a span of its load. */
function MetricsStorePage() {
  const [form, setForm] = useState(emptyStoreForm);
  const [errors, setErrors] = useState<StoreErrors>({});
  const [days, setDays] = useState('1');
  const [keep, setKeep] = useState({ store: false, token: false });
  const [notSaved, setNotSaved] = useState<ErrorDocument | null>(null);
  const [asked, setAsked] = useState<Listed | null>(null);
  const [chosen, setChosen] = useState<StoreServer | null>(null);
  const stores = useCall('metrics.stores', {});
  const keychain = useCall('secrets.list', {});
  const { job, start, cancel } = useJob('metrics.servers');
  usePageState('metrics-store', job.state === 'running' ? 'loading' : 'ready');
  const unavailable = keychain.loaded.state === 'ready' ? keychain.loaded.value.unavailable : null;
  const kept = keychain.loaded.state === 'ready' ? keychain.loaded.value.profiles : [];
  const saved = stores.loaded.state === 'ready' ? stores.loaded.value : [];
  const isSecret = form.access === 'token' || form.access === 'password';

  const recall = (store: SavedStore) => {
    const recalled = formOfStore(store, kept);
    setForm(recalled);
    setErrors({});
    setKeep({ store: true, token: recalled.saved !== '' });
  };
  const forget = async (store: SavedStore) => {
    await call('metrics.forgetStore', { id: store.id });
    await call('secrets.forget', { profileId: store.id });
    setForm((before) => (before.saved === store.id ? { ...before, saved: '' } : before));
    stores.reload();
  };
  const save = async ({ source, secrets }: StoreAsked) => {
    const name = form.name.trim() === '' ? source.url : form.name.trim();
    const store = await call('metrics.saveStore', { name, source });
    if (!store.ok) return setNotSaved(store.error);
    const profileId = store.value.id;
    if (keep.token && unavailable === null && (secrets.token ?? secrets.password) !== undefined) {
      const reply = await call('secrets.save', { profileId, source, secrets });
      setNotSaved(reply.ok ? null : reply.error);
    } else if (!keep.token) await call('secrets.forget', { profileId });
    stores.reload();
    keychain.reload();
  };
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    const read = readStoreForm(form);
    setErrors(read.ok ? {} : read.errors);
    if (!read.ok) return;
    const { source, secrets } = read;
    const span = lastDays(Number(days), new Date());
    setChosen(null);
    setNotSaved(null);
    setAsked({ source, secrets, span });
    const reply = await start({ source, secrets, ...span });
    if (!reply.ok) return;
    const [only, ...others] = reply.value.servers;
    if (only !== undefined && others.length === 0) setChosen(only);
    if (keep.store) await save({ source, secrets });
  };

  return (
    <div className="page metrics-store">
      <h1>{texts.fromAMetricsStore}</h1>
      <p className="soft lead">{texts.makesASnapshotOfAny}</p>
      <div className="connect-columns">
        <form onSubmit={(event) => void onSubmit(event)} noValidate>
          <SavedStores stores={saved} onRecall={recall} onForget={(store) => void forget(store)} />
          <StoreFields
            form={form}
            errors={errors}
            change={(part) => setForm((before) => ({ ...before, ...part }))}
          />
          <SelectField label={texts.serversAndLoadOfThe} value={days} options={periods} onChange={setDays} />
          <label className="check">
            <input
              type="checkbox"
              checked={keep.store}
              onChange={(event) => setKeep({ ...keep, store: event.target.checked })}
            />
            {texts.saveStore}
          </label>
          {keep.store && (
            <TextField
              label={texts.name}
              hint={texts.emptyItsUrl}
              value={form.name}
              onChange={(name) => setForm({ ...form, name })}
            />
          )}
          {isSecret && (
            <>
              <label className="check">
                <input
                  type="checkbox"
                  checked={keep.store && keep.token && unavailable === null}
                  disabled={unavailable !== null}
                  aria-describedby="keep-token-note"
                  onChange={({ target: { checked } }) =>
                    setKeep({ store: checked || keep.store, token: checked })
                  }
                />
                {texts.saveInKeychain(form.access === 'token' ? 'token' : 'password')}
              </label>
              <p className="soft field-hint" id="keep-token-note">
                {texts.isUsedForThisSession(unavailable === null ? texts.otherwiseIt : `${unavailable} It`)}
              </p>
            </>
          )}
          <div className="actions">
            <button type="submit" className="primary" disabled={job.state === 'running'}>
              {texts.listServers}
            </button>
          </div>
        </form>
        <section aria-label={texts.serversOfTheStore} className="store-servers">
          {job.state === 'idle' && <p className="soft">{texts.theServersThatTheStore}</p>}
          {job.state === 'running' && <JobLine label={texts.askingTheStore} {...job} onCancel={cancel} />}
          {job.state === 'failed' && <ErrorNotice error={job.error} />}
          {notSaved !== null && <ErrorNotice error={notSaved} />}
          {job.state === 'done' && (
            <Servers
              where={job.value.where}
              servers={job.value.servers}
              remarks={job.value.remarks}
              chosen={chosen}
              onChoose={setChosen}
            />
          )}
        </section>
      </div>
      {asked !== null && chosen !== null && job.state === 'done' && (
        <SpanSnapshot
          key={serverKey(chosen)}
          asked={asked}
          server={chosen}
          wanted={wantedOf(chosen, job.value.servers)}
          period={asked.span}
        />
      )}
    </div>
  );
}

function serverKey({ name, labels }: StoreServer): string {
  return JSON.stringify([name, labels]);
}

function SavedStores({
  stores,
  onRecall,
  onForget,
}: {
  stores: readonly SavedStore[];
  onRecall: (store: SavedStore) => void;
  onForget: (store: SavedStore) => void;
}) {
  if (stores.length === 0) return null;
  return (
    <section aria-label={texts.savedStores}>
      <ul className="plain saved-stores">
        {stores.map((store) => (
          <li key={store.id}>
            <button type="button" className="link" onClick={() => onRecall(store)}>
              {shortText(store.name)}
            </button>
            <button type="button" className="quiet" onClick={() => onForget(store)}>
              {texts.remove(<span className="unseen"> {shortText(store.name)}</span>)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
