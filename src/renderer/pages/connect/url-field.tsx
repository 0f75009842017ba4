import { type KeyboardEvent, useState } from 'react';
import type { ConnectionTarget } from '../../../shared/connection';
import { TextField } from '../../components/controls/field';
import { call } from '../../state/call';

/** An address in one line; the engine reads it into the fields below. */
export function UrlField({ onTarget }: { onTarget: (target: ConnectionTarget) => void }) {
  const [url, setUrl] = useState('');
  const [error, setError] = useState<string | undefined>();
  const read = async () => {
    if (url.trim() === '') return;
    const reply = await call('connection.parseUrl', { url: url.trim() });
    if (reply.ok) {
      setError(undefined);
      setUrl('');
      onTarget(reply.value);
    } else setError([reply.error.message, reply.error.hint].filter(Boolean).join(' '));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    void read();
  };
  return (
    <details className="fold">
      <summary>Paste connection URL</summary>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter in the field reads it, not the form */}
      <div className="url-row" onKeyDown={onKeyDown}>
        <TextField
          label="URL"
          placeholder="mysql://user@host:3306/?ssl-mode=required"
          value={url}
          error={error}
          onChange={setUrl}
        >
          <button type="button" onClick={() => void read()}>
            Fill in
          </button>
        </TextField>
      </div>
    </details>
  );
}
