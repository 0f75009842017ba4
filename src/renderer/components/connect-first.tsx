import type { Route } from '../../shared/window/pages';
import { useApp } from '../state/app-state';
import { texts } from './texts';

/** In the place of what needs a server: why, and the way there and back. */
export function ConnectFirst({ why, next }: { why: string; next: Route }) {
  const { go } = useApp();
  return (
    <p className="toolbar">
      <span className="soft">{why}</span>
      <button type="button" onClick={() => go({ page: 'connect', next })}>
        {texts.connectToAServer}
      </button>
    </p>
  );
}
