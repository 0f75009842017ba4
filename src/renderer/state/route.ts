import { mainPages } from '../../shared/pages';
import type { ArmWish, ProbeId } from '../../shared/probe';
import type { Profile } from '../../shared/rpc/connection';

/** Where the window is. `next`: where a new connection leads, which is a snapshot unless told. */
export type Route =
  | { page: 'welcome' }
  | { page: 'connect'; profile?: Profile; next?: Route; fold?: 'host' }
  | { page: 'snapshot' }
  | { page: 'import'; path: string | null }
  | { page: 'diagnosis'; from?: string }
  | { page: 'finding'; ruleId: string }
  /** Every rule. */
  | { page: 'rules' }
  /** What a rule says, and why it did or did not fire on the open snapshot. */
  | { page: 'rule'; ruleId: string }
  | { page: 'plan' }
  | { page: 'probes' }
  /** `advised`: the values of a finding that are to be verified. */
  | { page: 'probe'; probe: ProbeId; advised?: ArmWish }
  | { page: 'probe-result'; id: string }
  | { page: 'buffer-pool' }
  /** `recording`: shown in place of the snapshot; `series`: drawn first. */
  | { page: 'timeline'; recording?: string; series?: string[] }
  /** `a` and `b`: snapshots by id, A the base. */
  | { page: 'compare'; a?: string; b?: string }
  | { page: 'explorer' }
  | { page: 'history' }
  | { page: 'settings' };

export type PageName = Route['page'];

/** Pages of the left rail, in order. */
export const railPages: readonly { page: PageName; title: string; route: Route }[] = mainPages.map(
  ({ page, title }) => ({ page, title, route: { page } }),
);

/** The rail entry under which a page stands. */
export function railEntry(page: PageName): PageName {
  if (page === 'finding' || page === 'rule') return 'diagnosis';
  if (page === 'rules') return 'settings';
  if (page === 'probe' || page === 'probe-result') return 'probes';
  if (page === 'connect' || page === 'snapshot' || page === 'import') return 'welcome';
  return page;
}
