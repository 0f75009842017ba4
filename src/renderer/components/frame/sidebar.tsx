import { mainPageOf, mainPages } from '../../../shared/window/pages';
import { useApp, useShared } from '../../state/app-state';
import { texts } from './texts';

/** The sidebar. */
export function Sidebar() {
  const { go } = useApp();
  const route = useShared('route', ({ page }) => page);
  return (
    <nav className="sidebar" aria-label={texts.pages}>
      <p className="brand">
        <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
          <circle cx="7" cy="10" r="4.5" fill="none" stroke="currentColor" strokeWidth="2" />
          <path d="M11.5 10H19M16 10v4" fill="none" stroke="currentColor" strokeWidth="2" />
        </svg>
        <span className="sidebar-word">{texts.latchkey}</span>
      </p>
      <ul>
        {mainPages.map(({ page, title, icon }) => (
          <li key={page}>
            <button
              type="button"
              title={title}
              aria-current={mainPageOf(route) === page ? 'page' : undefined}
              onClick={() => go({ page })}
            >
              <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
                <path d={icon} fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />
              </svg>
              <span className="sidebar-word">{title}</span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
