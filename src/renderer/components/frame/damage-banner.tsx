import { useState } from 'react';
import { useCall } from '../../state/call';
import { texts } from './texts';

/** Files of Latchkey's own that were damaged: where they are kept. An empty list is then not all there was. */
export function DamageBanner() {
  const { loaded } = useCall('app.info', {});
  const [dismissed, setDismissed] = useState(false);
  const remarks = loaded.state === 'ready' ? loaded.value.recovered : [];
  if (dismissed || remarks.length === 0) return null;
  return (
    <section className="notice notice-info" aria-label={texts.damagedFiles}>
      <div>
        {remarks.map((remark) => (
          <p key={remark}>{remark}</p>
        ))}
      </div>
      <button type="button" onClick={() => setDismissed(true)}>
        {texts.dismiss}
      </button>
    </section>
  );
}
