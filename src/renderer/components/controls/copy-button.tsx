import { useState } from 'react';
import { call } from '../../state/call';

/** Puts a text on the clipboard and says so. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    const reply = await call('clipboard.write', { text });
    setCopied(reply.ok);
  };
  return (
    <button type="button" onClick={() => void copy()} onBlur={() => setCopied(false)}>
      <span aria-live="polite">{copied ? 'Copied' : label}</span>
    </button>
  );
}
