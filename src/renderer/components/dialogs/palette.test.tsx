// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createApp } from '../../state/app';
import { type App, AppContext } from '../../state/app-state';
import { menuActions } from '../../state/keys';
import { Palette } from './palette';

let app: App;
let root: Root;
/** Answers of the calls, by name, given when a test wants them. */
const answers = new Map<string, (value: unknown) => void>();

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  answers.clear();
  vi.stubGlobal('latchkey', {
    call: (name: string) => ({
      requestId: name,
      reply: new Promise((resolve) => {
        answers.set(name, (value) => resolve({ ok: true, value }));
      }),
    }),
    onEvent: () => () => {},
  });
  document.body.innerHTML = '<div id="root"></div>';
  root = createRoot(document.getElementById('root') ?? document.body);
  app = createApp();
  act(() =>
    root.render(
      <AppContext.Provider value={app}>
        <Palette actions={menuActions(app, () => {})} onClose={() => {}} />
      </AppContext.Provider>,
    ),
  );
});

afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

function field(): HTMLInputElement {
  const input = document.querySelector('input');
  if (input === null) throw new Error('The palette has no field.');
  return input;
}

function type(text: string): void {
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(), text);
    field().dispatchEvent(new Event('input', { bubbles: true }));
  });
}

function press(key: string): void {
  act(() => {
    field().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  });
}

const answer = (name: string, value: unknown) => act(async () => answers.get(name)?.(value));
const rules = {
  rules: [
    { id: 'table-cache', title: 'Table cache misses' },
    { id: 'take-note', title: 'Takes long' },
  ],
};

test('Enter runs a page or a command that begins with the text at once, while lists are still read', () => {
  type('paste');
  press('Enter');
  expect(app.stores.route.get()).toEqual({ page: 'paste' });
});

test('Enter that comes before the list with the best fit waits for it', async () => {
  type('table cache');
  press('Enter');
  await answer('rules.list', rules);
  await answer('snapshot.list', []);
  expect(app.stores.route.get()).toEqual({ page: 'welcome' });
  await answer('snapshot.samples', []);
  expect(app.stores.route.get()).toEqual({ page: 'rule', ruleId: 'table-cache' });
});

test('what is typed after Enter takes it back', async () => {
  type('table');
  press('Enter');
  type('table c');
  for (const name of ['snapshot.list', 'snapshot.samples']) await answer(name, []);
  await answer('rules.list', rules);
  expect(app.stores.route.get()).toEqual({ page: 'welcome' });
});

test('the line that the arrows went to stays chosen when a list arrives', async () => {
  type('snapshot');
  press('ArrowDown');
  const chosen = () => document.querySelector('[aria-selected="true"]')?.textContent;
  const before = chosen();
  expect(before).toBe('Open a snapshotcommand');
  await answer('snapshot.list', [{ id: 'a', title: 'Snapshot of db1', path: '/a.lks' }]);
  expect(document.querySelectorAll('[role="option"]')[0]?.textContent).toBe('Snapshot of db1snapshot');
  expect(chosen()).toBe(before);
});
