import { useEffect, useLayoutEffect, useRef } from 'react';
import { type MenuCommand, menuCommands } from '../../shared/window/menu';
import { keyedPages } from '../../shared/window/pages';
import type { App } from './app-state';
import { texts } from './texts';

/** Keys of the list of findings. */
export const findingsKeys = {
  j: texts.nextAndPreviousFinding,
  k: texts.nextAndPreviousFinding,
  '/': texts.searchTheFindings,
} as const;

/** Keys of a finding's page. */
export const findingKeys = {
  a: texts.onAFindingAddIt,
  Escape: texts.fromAFindingBackTo,
} as const;

/** Keys that belong to what has the focus, or to the menu alone. */
const otherKeys: readonly (readonly [keys: string, does: string])[] = [
  [texts.ctrlShiftNOrCmd, texts.openAnotherWindow],
  [texts.ctrlWOrCmdW, texts.closeThisWindow],
  [texts.ctrl1To90, texts.goToAPageOf],
  [texts.altLeft, texts.goBackToWhereYou],
  ['Enter', texts.openTheFinding],
  [texts.leftRight, texts.inTabsTheNextAnd],
  ['+, -, 0', texts.inAChartZoomIn],
  [texts.shiftWithLeftRight, texts.inAChartPanPage],
  [texts.ctrlWithAndCtrlAlt, texts.largerSmallerNormalSize],
];

/** Every key with what it does; keys that do one thing together stand in one line. */
export function listedKeys(): [keys: string, does: string][] {
  const lines = new Map<string, string>();
  const add = (key: string, does: string) => {
    const before = lines.get(does);
    lines.set(does, before === undefined ? key : `${before}, ${key}`);
  };
  for (const { accelerator, does } of Object.values(menuCommands)) {
    if (accelerator !== null) add(inWords(accelerator), does);
  }
  add('?', menuCommands.shortcuts.does);
  for (const [key, does] of [...Object.entries(findingsKeys), ...Object.entries(findingKeys), ...otherKeys]) {
    add(key, does);
  }
  return [...lines].map(([does, keys]) => [keys, does]);
}

/** `Ctrl+N or Cmd+N` of Electron's `CmdOrCtrl+N`. */
function inWords(accelerator: string): string {
  return [texts.ctrl, 'Cmd'].map((key) => accelerator.replace('CmdOrCtrl', key)).join(' or ');
}

/** Keys of the page that stands, except while something is typed. Each key of the table has its handler. */
export function useKeys<K extends string>(
  _table: Readonly<Record<K, string>>,
  handlers: Record<NoInfer<K>, (event: KeyboardEvent) => void>,
): void {
  const latest = useRef(new Map<string, (event: KeyboardEvent) => void>());
  latest.current = new Map(Object.entries<(event: KeyboardEvent) => void>(handlers));
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      latest.current.get(event.key)?.(event);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

/** What each command of the menu does in the window. @param open opens what stands above the page */
export function menuActions(
  { go, openDialog, stores, tour }: App,
  open: (overlay: 'palette' | 'shortcuts') => void,
): Record<MenuCommand, () => void> {
  return {
    palette: () => open('palette'),
    'take-snapshot': () => go({ page: stores.connection.get() === null ? 'connect' : 'snapshot' }),
    'open-snapshot': () => void openDialog(),
    import: () => go({ page: 'import', path: null }),
    paste: () => go({ page: 'paste' }),
    shortcuts: () => open('shortcuts'),
    tour: () => void tour.start(),
  };
}

/**
 * Keys of the whole window: Ctrl or Cmd with a digit goes to the page of that place among those with a key, with K it opens the
 * palette, Alt with Left goes back; `?` lists the keys. While a dialog stands only the dialog has keys.
 */
export function useAppKeys({ go, back }: App, actions: Record<MenuCommand, () => void>): void {
  const latest = useRef(actions);
  latest.current = actions;
  // Before the first frame: a window that shows has its keys.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (document.querySelector('dialog[open]') !== null) return;
      const isBack = event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
      if (isBack && event.key === 'ArrowLeft') {
        event.preventDefault();
        back();
        return;
      }
      if (event.altKey) return;
      if (!(event.ctrlKey || event.metaKey)) {
        if (event.key === '?' && !isTyping(event.target)) latest.current.shortcuts();
        return;
      }
      if (event.shiftKey) return;
      if (event.key.toLowerCase() === 'k') {
        event.preventDefault();
        latest.current.palette();
        return;
      }
      // 0 stands for the tenth.
      const entry = /^\d$/.test(event.key) ? keyedPages[(Number(event.key) + 9) % 10] : undefined;
      if (entry === undefined) return;
      event.preventDefault();
      go({ page: entry.page });
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [go, back]);
}

/** Whether a key press belongs to a field. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, select, textarea, dialog') !== null;
}
