import { useApp, useShared } from '../../state/app-state';
import { type PageName, railEntry, railPages } from '../../state/route';

/** The left rail. */
export function Rail() {
  const { go } = useApp();
  const route = useShared('route');
  return (
    <nav className="rail" aria-label="Pages">
      <p className="brand">
        <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
          <circle cx="7" cy="10" r="4.5" fill="none" stroke="currentColor" strokeWidth="2" />
          <path d="M11.5 10H19M16 10v4" fill="none" stroke="currentColor" strokeWidth="2" />
        </svg>
        <span className="rail-word">Latchkey</span>
      </p>
      <ul>
        {railPages.map(({ page, title, route: target }) => (
          <li key={page}>
            <button
              type="button"
              title={title}
              aria-current={railEntry(route.page) === page ? 'page' : undefined}
              onClick={() => go(target)}
            >
              <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
                <path
                  d={icons[page]}
                  fill="none"
                  stroke="currentColor"
                  strokeWidth="1.5"
                  strokeLinejoin="round"
                />
              </svg>
              <span className="rail-word">{title}</span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const icons: Partial<Record<PageName, string>> = {
  welcome: 'M2 8 8 2.5 14 8M4 7v6.5h8V7',
  diagnosis: 'M1 8.5h3l2-5 3.5 9 2-4H15',
  plan: 'M3 3.5h10M3 8h10M3 12.5h6',
  probes: 'M6 2v4.5L2.5 13q-.4 1 .7 1h9.6q1.1 0 .7-1L10 6.5V2M4.5 2h7M4.5 10h7',
  'buffer-pool': 'M2 2.5h12v11H2zM2 8h12M6 2.5v11M10 2.5v11',
  timeline: 'M2 2v12h12M4.5 10.5l3-4 2.5 2 3.5-5',
  compare: 'M5.5 3.5v9M10.5 3.5v9M2.5 6l3-2.5L8 6M8 10l2.5 2.5L13.5 10',
  explorer: 'M2 3h12v10H2zM2 6.5h12M6.5 6.5V13',
  history: 'M8 4.5V8l2.5 2M8 2a6 6 0 1 1-5.5 3.6M2 2.5v3.2h3.2',
  settings: 'M2 4.5h7M13 4.5h1M11 3v3M2 11.5h1M7 11.5h7M5 10v3',
};
