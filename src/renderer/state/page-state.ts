import { useEffect } from 'react';
import type { PageName } from '../../shared/window/pages';

/**
 * Writes on the document element which page stands and whether it is ready. Main waits for it before it takes a
 * picture (src/main/window/picture.ts), tests wait for it before they look.
 */
export function usePageState(page: PageName, state: 'loading' | 'ready' | 'failed'): void {
  useEffect(() => {
    document.documentElement.dataset.page = page;
    document.documentElement.dataset.state = state;
  }, [page, state]);
}
