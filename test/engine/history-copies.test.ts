import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { defaultPaths, type Engine } from '../../src/engine';
import { redactionClasses } from '../../src/shared/redaction';
import { openStore } from '../../src/store';
import { testEngine } from './test-engine.ts';

vi.setConfig({ testTimeout: 60_000 });

const sample = 'samples/mysql-9.7-starved-redo.lks';
let home: string;
let engine: Engine;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'latchkey-copies-'));
  engine = testEngine(home);
});
afterEach(async () => {
  await engine.close();
  rmSync(home, { recursive: true });
});
const job = { signal: new AbortController().signal, report: () => {} };
const open = (path: string) => engine.call('snapshot.open', { path }, job);
const list = () => engine.call('snapshot.list', {}, job);
const versionOf = async (id: string) =>
  (await engine.call('snapshot.detail', { id }, job)).server.versionText;

/** The sample with another version of the server, under the same id. */
function forge(path: string): void {
  const text = gunzipSync(readFileSync(sample)).toString('utf8');
  const version = /"versionText":"([^"]+)"/.exec(text)?.[1] ?? '';
  writeFileSync(path, gzipSync(text.replace(`"versionText":"${version}"`, '"versionText":"forged"')));
}

/** The engine as it is after a restart: nothing is open. */
async function restart(): Promise<void> {
  await engine.close();
  engine = testEngine(home);
}

// Claim, What a hostile file can do: A forged or redacted copy with the id of a snapshot does not take its place in the history.
test('a forged copy with the same id has an entry of its own; neither takes the place of the other', async () => {
  const [true_, forged] = [join(home, 'true.lks'), join(home, 'forged.lks')];
  copyFileSync(sample, true_);
  forge(forged);
  const first = await open(true_);
  const second = await open(forged);
  expect(second.id).not.toBe(first.id);
  expect(second.title).toContain('not the one known by this id');
  for (const again of [false, true]) {
    if (again) await restart();
    expect((await list()).map(({ path }) => path).sort()).toEqual([forged, true_].sort());
    expect(await versionOf(first.id)).toBe(first.server.versionText);
    expect(await versionOf(second.id)).toBe('forged');
  }
  const compared = await engine.call('compare.snapshots', { a: first.id, b: second.id }, job);
  expect(JSON.stringify(compared)).toContain('forged');
  expect(JSON.stringify(compared)).toContain(first.server.versionText);
  await engine.call('snapshot.delete', { id: second.id }, job);
  expect(await versionOf(first.id)).toBe(first.server.versionText);
  expect((await list()).map(({ id }) => id)).toEqual([first.id]);
});

test('a redacted copy stands beside its original, and its title says what it is', async () => {
  const [original, copy] = [join(home, 'original.lks'), join(home, 'copy.lks')];
  copyFileSync(sample, original);
  const first = await open(original);
  await engine.call('snapshot.export', { id: first.id, classes: [...redactionClasses], path: copy }, job);
  const second = await open(copy);
  expect(second.id).not.toBe(first.id);
  expect(second.title).toMatch(/, redacted copy$/);
  expect((await list()).length).toBe(2);
  await engine.call('snapshot.delete', { id: first.id }, job);
  await restart();
  expect((await engine.call('snapshot.detail', { id: second.id }, job)).target).toBe(second.target);
});

test('a file that was replaced is not taken for the snapshot that the history knows', async () => {
  const path = join(home, 'file.lks');
  copyFileSync(sample, path);
  const first = await open(path);
  await restart();
  forge(path);
  await expect(versionOf(first.id)).rejects.toMatchObject({
    code: 'file-unreadable',
    message: expect.stringContaining('another snapshot than the one in the history'),
  });
  await expect(engine.call('snapshot.find', { fileOrId: first.id })).rejects.toMatchObject({
    code: 'file-unreadable',
  });
  expect((await open(path)).id).not.toBe(first.id);
});

test('the same snapshot opened from elsewhere stays one entry, where it was', async () => {
  mkdirSync(join(home, 'snapshots'), { recursive: true });
  const [own, elsewhere] = [join(home, 'snapshots', 'own.lks'), join(home, 'elsewhere.lks')];
  copyFileSync(sample, own);
  // Packed again: other bytes, the same document.
  writeFileSync(elsewhere, gunzipSync(readFileSync(sample)));
  const first = await open(own);
  const second = await open(elsewhere);
  expect(second).toMatchObject({ id: first.id, path: elsewhere });
  expect((await list()).map(({ path }) => path)).toEqual([own]);
  await engine.call('snapshot.delete', { id: first.id }, job);
  expect([existsSync(own), existsSync(elsewhere)]).toEqual([false, true]);
});

/** The entries as they were before the history kept what their files hold. */
async function forgetContents(): Promise<void> {
  await engine.close();
  const store = openStore(
    join(defaultPaths(process.cwd(), { LATCHKEY_HOME: home }, process.platform).data, 'history.sqlite'),
  );
  for (const { content: _, ...summary } of store.snapshots.list()) store.snapshots.add(summary);
  expect(store.snapshots.list().map(({ content }) => content)).toEqual([undefined]);
  store.close();
  engine = testEngine(home);
}

test('an entry of an earlier version is bound to what its file holds when it is first used', async () => {
  const path = join(home, 'file.lks');
  copyFileSync(sample, path);
  const first = await open(path);
  await forgetContents();
  expect(await versionOf(first.id)).toBe(first.server.versionText);
  expect((await list()).map(({ content }) => content)).toEqual([first.content]);
  await restart();
  forge(path);
  await expect(versionOf(first.id)).rejects.toMatchObject({ code: 'file-unreadable' });
});

test('a file that was replaced before its entry of an earlier version was used is not taken for it either', async () => {
  const [path, elsewhere] = [join(home, 'file.lks'), join(home, 'elsewhere.lks')];
  copyFileSync(sample, path);
  const first = await open(path);
  await forgetContents();
  forge(path);
  await expect(versionOf(first.id)).rejects.toMatchObject({ code: 'file-unreadable' });
  await expect(engine.call('snapshot.find', { fileOrId: first.id })).rejects.toMatchObject({
    code: 'file-unreadable',
  });
  copyFileSync(path, elsewhere);
  expect((await open(elsewhere)).id).not.toBe(first.id);
});
