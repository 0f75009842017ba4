import { useState } from 'react';
import { call } from '../../state/call';
import { texts } from './texts';

/** Puts a text on the clipboard and says so. */
export function CopyButton({ text, label = texts.copy }: { text: string; label?: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    const reply = await call('clipboard.write', { text });
    setCopied(reply.ok);
  };
  return (
    <button type="button" onClick={() => void copy()} onBlur={() => setCopied(false)}>
      <span aria-live="polite">{copied ? texts.copied : label}</span>
    </button>
  );
}
