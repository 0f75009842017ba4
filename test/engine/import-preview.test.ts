import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Engine } from '../../src/engine';
import { testEngine } from './test-engine.ts';

// Every engine compiles all rules, which takes seconds where other tests run beside it.
vi.setConfig({ testTimeout: 60_000 });

let home: string;
let engine: Engine;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'latchkey-import-'));
  engine = testEngine(home);
});
afterEach(async () => {
  await engine.close();
  rmSync(home, { recursive: true });
});
const job = { signal: new AbortController().signal, report: () => {} };
const status = (threads: number) => `Uptime\t200000\nQuestions\t5000000\nThreads_running\t${threads}\n`;
const paste = (threads: number) =>
  engine.call(
    'import.text',
    { text: status(threads), keepLiterals: false, declaredHost: {}, preview: true },
    job,
  );
const listed = async () => (await engine.call('snapshot.list', {}, job)).map(({ id }) => id);

test('what is only looked at is in no history; opened, it is kept once', async () => {
  const { snapshot } = await paste(3);
  expect(await listed()).toEqual([]);
  const kept = await engine.call('import.keep', { id: snapshot.id }, job);
  expect(kept.path).not.toBe('');
  expect(await listed()).toEqual([kept.id]);
  await expect(engine.call('import.keep', { id: snapshot.id }, job)).rejects.toThrow(/no longer available/);
  expect(await engine.call('snapshot.detail', { id: kept.id }, job)).toMatchObject({ id: kept.id });
});

test('of many previews the latest are held, and an older one asks to be imported again', async () => {
  const previews = [await paste(1), await paste(2), await paste(3)];
  const keep = (index: number) => engine.call('import.keep', { id: previews[index]?.snapshot.id ?? '' }, job);
  await expect(keep(0)).rejects.toMatchObject({ code: 'not-found', hint: 'Import it again.' });
  await keep(2);
  expect(await listed()).toHaveLength(1);
});
