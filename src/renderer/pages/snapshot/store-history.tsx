import { useEffect, useState } from 'react';
import type { ConnectionTarget } from '../../../shared/connection';
import type { SavedStore, StoreServer } from '../../../shared/metrics-store';
import type { CarriedHistory } from '../../../shared/rpc/snapshot';
import { SelectField } from '../../components/controls/field';
import { ErrorNotice } from '../../components/error-notice';
import { JobLine } from '../../components/job-line';
import { useCall } from '../../state/call';
import { useJob } from '../../state/job';
import { lastDays } from '../metrics-store/periods';
import { wantedOf } from '../metrics-store/wanted';
import { texts } from './texts';

/** Days that a snapshot carries along; the servers of a store are those that it has known for as long. */
const days = [
  { value: '7', title: '7 days' },
  { value: '14', title: '14 days' },
  { value: '30', title: '30 days' },
] as const;

const none = '';

/**
 * The weeks before the snapshot from a store that was saved: the store, the server in it, the days. The store is asked for its
 * servers at once, so that what keeps it from answering shows before the snapshot is taken.
 * @param onChange null: nothing is carried along
 */
export function StoreHistory({
  target,
  onChange,
}: {
  target: ConnectionTarget;
  onChange: (history: CarriedHistory | null) => void;
}) {
  const stores = useCall('metrics.stores', {});
  const saved = stores.loaded.state === 'ready' ? stores.loaded.value : [];
  const [chosen, setChosen] = useState<SavedStore | null>(null);
  if (saved.length === 0) return <p className="soft">{texts.noStoreIsSaved}</p>;
  return (
    <>
      <SelectField
        label={texts.metricsStore}
        value={chosen?.id ?? none}
        options={[
          { value: none, title: texts.noStore },
          ...saved.map(({ id, name }) => ({ value: id, title: name })),
        ]}
        onChange={(id) => {
          setChosen(saved.find((store) => store.id === id) ?? null);
          onChange(null);
        }}
      />
      {chosen !== null && (
        <ServerOfStore key={chosen.id} store={chosen} target={target} onChange={onChange} />
      )}
    </>
  );
}

function ServerOfStore({
  store: { id, source },
  target,
  onChange,
}: {
  store: SavedStore;
  target: ConnectionTarget;
  onChange: (history: CarriedHistory | null) => void;
}) {
  const keychain = useCall('secrets.list', {});
  const { job, start, cancel } = useJob('metrics.servers');
  const [server, setServer] = useState(none);
  const [span, setSpan] = useState<(typeof days)[number]['value']>('14');
  const kept = keychain.loaded.state === 'ready' ? keychain.loaded.value.profiles : null;
  const secrets = kept?.includes(id) === true ? { saved: id } : {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the keychain has said whether it has a token for this store
  useEffect(() => {
    if (kept !== null) void start({ source, secrets, ...lastDays(Number(span), new Date()) });
  }, [kept === null, span]);
  const servers = job.state === 'done' ? job.value.servers : [];
  const choose = (name: string, hours = Number(span) * 24) => {
    setServer(name);
    onChange(name === none ? null : { source, secrets, server: name, hours });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the servers have come
  useEffect(() => {
    if (job.state !== 'done') return;
    const names = servers.map((one) => wantedOf(one, servers));
    choose(names.includes(server) ? server : (likely(servers, target) ?? none));
  }, [job.state]);
  return (
    <>
      {job.state === 'running' && <JobLine label={texts.listingServers} {...job} onCancel={cancel} />}
      {job.state === 'failed' && <ErrorNotice error={job.error} />}
      {job.state === 'done' && (
        <SelectField
          label={texts.serverInTheStore}
          value={server}
          options={[
            { value: none, title: servers.length === 0 ? texts.storeKnowsNone : texts.chooseOne },
            ...servers.map((one) => ({ value: wantedOf(one, servers), title: wantedOf(one, servers) })),
          ]}
          onChange={(name) => choose(name)}
        />
      )}
      <SelectField label={texts.days} value={span} options={days} onChange={setSpan} />
    </>
  );
}

/** The only server, or the one that has the host of the connection in its name; null: nobody can know. */
function likely(servers: readonly StoreServer[], { host }: ConnectionTarget): string | null {
  const fitting = servers.filter(
    ({ name }) => servers.length === 1 || name.replace(/:\d{1,5}$/, '') === host,
  );
  const [only, ...others] = fitting;
  return only === undefined || others.length > 0 ? null : wantedOf(only, servers);
}
