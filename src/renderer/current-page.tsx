import type { Page } from './page';
import { useShared } from './state/app-state';
import { texts } from './texts';

/** Each folder of `pages` is the page of its name. */
export const folders = import.meta.glob<Page>('./pages/*/index.tsx', { eager: true, import: 'page' });

export function CurrentPage() {
  const route = useShared('route');
  const page = folders[`./pages/${route.page}/index.tsx`];
  if (page === undefined) throw new Error(texts.srcRendererPagesHasNo(route.page));
  return page.show(route);
}
