import { type KeyboardEvent, useState } from 'react';
import type { ConnectionTarget } from '../../../shared/connection';
import { TextField } from '../../components/controls/field';
import { call } from '../../state/call';
import { texts } from './texts';

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
      <summary>{texts.pasteConnectionUrl}</summary>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter in the field reads it, not the form */}
      <div className="url-row" onKeyDown={onKeyDown}>
        <TextField
          label={texts.url}
          placeholder="mysql://user@host:3306/?ssl-mode=required"
          value={url}
          error={error}
          onChange={setUrl}
        >
          <button type="button" onClick={() => void read()}>
            {texts.fillIn}
          </button>
        </TextField>
      </div>
    </details>
  );
}
