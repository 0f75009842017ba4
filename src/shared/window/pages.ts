import type { ProbeId, RequestedArm } from '../probe';
import type { Profile } from '../rpc/connection';

/**
 * What each page is given, beside its name. A new page is a line here, an entry in `mainPages` or
 * `innerPages` (the compiler asks for it), and the folder of its name
 * in `src/renderer/pages`.
 */
interface PageArguments {
  welcome: object;
  /** `next`: where a new connection leads, which is a snapshot unless stated. */
  connect: { profile?: Profile; next?: Route; fold?: 'host' };
  snapshot: object;
  /** A snapshot of a span that Prometheus or the like holds. */
  'metrics-store': object;
  /** `path`: read at once. */
  import: { path: string | null };
  /** Status and variables as text. */
  paste: object;
  /** `from`: the finding from which one came back. */
  diagnosis: { from?: string };
  /** The snapshot on one page, for those who decide. */
  summary: object;
  /** `statement`: the key of one that is shown opened. */
  'top-sql': { statement?: string };
  /** Every check: fired, passed, not run. */
  checks: object;
  finding: { ruleId: string };
  /** Every rule. */
  rules: object;
  /** What a rule says, and why it did or did not fire on the open snapshot. */
  rule: { ruleId: string };
  plan: object;
  /** Proofs of the plan of the open snapshot. `id`: one that was measured. */
  proof: { id?: string };
  probes: object;
  /** `advised`: the values of a finding that are to be verified. */
  probe: { probe: ProbeId; advised?: RequestedArm };
  'probe-result': { id: string };
  'buffer-pool': object;
  /** The connected server, second by second. */
  live: object;
  /** What is recorded of servers, and was. */
  recordings: object;
  /** Snapshots of the connected server whenever a condition holds. */
  watch: object;
  /** `recording`: shown in place of the snapshot; `series`: drawn first. */
  timeline: { recording?: string; series?: string[] };
  /** `a` and `b`: snapshots by id, A the baseline. */
  compare: { a?: string; b?: string };
  /** `section`: shown first; `search`: what its rows are filtered by. */
  explorer: { section?: string; search?: string };
  /** Many servers at once. */
  fleet: object;
  history: object;
  settings: object;
}

export type PageName = keyof PageArguments;
/** Where the window is. */
export type Route = { [P in PageName]: { page: P } & PageArguments[P] }[PageName];
export type RouteOf<P extends PageName> = Extract<Route, { page: P }>;

/** A page of the sidebar and of the menu. `icon`: a path in a square of 16. */
interface MainEntry {
  page: PageName;
  title: string;
  icon: string;
  /** It has no key: Ctrl or Cmd with a digit passes over it. */
  keyless?: true;
}

/** The pages of the sidebar and of the menu, in order. */
export const mainPages = [
  { page: 'welcome', title: 'Start', icon: 'M2 8 8 2.5 14 8M4 7v6.5h8V7' },
  { page: 'diagnosis', title: 'Diagnosis', icon: 'M1 8.5h3l2-5 3.5 9 2-4H15' },
  { page: 'summary', title: 'Summary', icon: 'M3.5 2h9v12h-9zM6 5.5h4M6 8h4M6 10.5h2', keyless: true },
  {
    page: 'checks',
    title: 'Checks',
    icon: 'M2.5 4.5 4 6l2.5-3M2.5 11 4 12.5 6.5 9.5M9 4.5h5M9 11h5',
    keyless: true,
  },
  { page: 'top-sql', title: 'Top SQL', icon: 'M2 3.5h12M2 8h8M2 12.5h4', keyless: true },
  { page: 'plan', title: 'Plan', icon: 'M3 3.5h10M3 8h10M3 12.5h6' },
  {
    page: 'probes',
    title: 'Probes',
    icon: 'M6 2v4.5L2.5 13q-.4 1 .7 1h9.6q1.1 0 .7-1L10 6.5V2M4.5 2h7M4.5 10h7',
  },
  { page: 'buffer-pool', title: 'Buffer pool', icon: 'M2 2.5h12v11H2zM2 8h12M6 2.5v11M10 2.5v11' },
  {
    page: 'live',
    title: 'Live',
    icon: 'M8 7.9v.2M5.2 5.2a4 4 0 0 0 0 5.6M10.8 5.2a4 4 0 0 1 0 5.6M2.9 2.9a7.2 7.2 0 0 0 0 10.2M13.1 2.9a7.2 7.2 0 0 1 0 10.2',
    keyless: true,
  },
  {
    page: 'recordings',
    title: 'Recordings',
    icon: 'M8 2a6 6 0 1 1-.01 0M8 6a2 2 0 1 1-.01 0',
    keyless: true,
  },
  {
    page: 'watch',
    title: 'Watch',
    icon: 'M1.5 8q6.5-8.5 13 0-6.5 8.5-13 0M8 6a2 2 0 1 1-.01 0',
    keyless: true,
  },
  { page: 'timeline', title: 'Timeline', icon: 'M2 2v12h12M4.5 10.5l3-4 2.5 2 3.5-5' },
  { page: 'compare', title: 'Compare', icon: 'M5.5 3.5v9M10.5 3.5v9M2.5 6l3-2.5L8 6M8 10l2.5 2.5L13.5 10' },
  { page: 'explorer', title: 'Explorer', icon: 'M2 3h12v10H2zM2 6.5h12M6.5 6.5V13' },
  {
    page: 'fleet',
    title: 'Fleet',
    icon: 'M2 2.5h5v4H2zM9 2.5h5v4H9zM2 9.5h5v4H2zM9 9.5h5v4H9z',
    keyless: true,
  },
  { page: 'history', title: 'History', icon: 'M8 4.5V8l2.5 2M8 2a6 6 0 1 1-5.5 3.6M2 2.5v3.2h3.2' },
  { page: 'settings', title: 'Settings', icon: 'M2 4.5h7M13 4.5h1M11 3v3M2 11.5h1M7 11.5h7M5 10v3' },
] as const satisfies readonly MainEntry[];
export type MainPage = (typeof mainPages)[number]['page'];

/** The pages that Ctrl or Cmd with a digit goes to, in order; 0 stands for the tenth. */
export const keyedPages = mainPages.filter((entry) => !('keyless' in entry));

/** Every other page, and the page of the sidebar that it belongs to. */
const innerPages = {
  connect: 'welcome',
  snapshot: 'welcome',
  'metrics-store': 'welcome',
  import: 'welcome',
  paste: 'welcome',
  finding: 'diagnosis',
  rule: 'diagnosis',
  rules: 'settings',
  proof: 'plan',
  probe: 'probes',
  'probe-result': 'probes',
} as const satisfies Record<Exclude<PageName, MainPage>, MainPage>;

/** The page of the sidebar under which a page stands. */
export function mainPageOf(page: PageName): PageName {
  const under: Partial<Record<PageName, MainPage>> = innerPages;
  return under[page] ?? page;
}
