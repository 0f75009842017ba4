import { useState } from 'react';
import type { ErrorDocument } from '../../../shared/base/error';
import { describeTarget } from '../../../shared/connection';
import { ConnectFirst } from '../../components/connect-first';
import { ErrorNotice } from '../../components/error-notice';
import { definePage } from '../../page';
import { useApp, useShared } from '../../state/app-state';
import { call } from '../../state/call';
import { type Connection, requestOf } from '../../state/connection-form';
import { usePageState } from '../../state/page-state';
import { LiveView } from './live-view';
import { texts } from './texts';

export const page = definePage('live', LivePage);

/** Vital signs and active sessions of the connected server as they come, without a recording that is kept. */
function LivePage() {
  const connection = useShared('connection');
  const live = useShared('live');
  usePageState('live', 'ready');
  return (
    <div className="page live-page">
      <h1>{texts.live}</h1>
      {live !== null ? (
        <LiveView key={live.id} live={live} />
      ) : connection === null ? (
        <ConnectFirst why={texts.toLookAtAServer} next={{ page: 'live' }} />
      ) : (
        <Begin connection={connection} />
      )}
    </div>
  );
}

function Begin({ connection }: { connection: Connection }) {
  const { setLive } = useApp();
  const [starting, setStarting] = useState(false);
  const [error, setError] = useState<ErrorDocument | null>(null);
  const target = describeTarget(connection.target);
  const start = async () => {
    setStarting(true);
    setError(null);
    const reply = await call('recording.start', {
      ...requestOf(connection),
      seconds: null,
      intervalMs: 1000,
      live: true,
    });
    setStarting(false);
    if (reply.ok) setLive({ id: reply.value.id, target });
    else setError(reply.error);
  };
  return (
    <>
      <p>{texts.vitalSignsAndWhatActive(target)}</p>
      <div className="actions">
        <button type="button" className="primary" disabled={starting} onClick={() => void start()}>
          {starting ? texts.connecting : texts.startLiveView}
        </button>
      </div>
      {error !== null && <ErrorNotice error={error} onDismiss={() => setError(null)} />}
    </>
  );
}
