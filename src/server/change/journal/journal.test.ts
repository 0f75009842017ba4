import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LatchkeyError } from '../../../shared/base/error';
import type { GlobalVariableItem } from '../../../shared/change';
import { pendingEntries, requireOwnerGone } from '../restore/restore';
import { type JournalOptions, openJournal } from './journal';
import { diskFiles, type JournalFiles } from './journal-files';
import { processExists } from './owner';

let folder: string;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'latchkey-journal-')), 'journal');
});
afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }));

const item: GlobalVariableItem = {
  kind: 'global-variable',
  variable: 'innodb_io_capacity',
  type: 'number',
  original: '200',
  proposed: '400',
  stored: null,
  state: 'planned',
};
const draft = {
  purpose: 'probe',
  phase: 'changing',
  target: { socket: '/run/s.sock', user: 'root' },
  serverKey: 'k',
  serverStartedAt: '2026-11-21T00:00:00.000Z',
  connectionId: 7,
  items: [item],
} as const;
const fresh = () => ({ ...draft, items: [{ ...item }] });

function open(options: Partial<JournalOptions> = {}) {
  return openJournal(folder, {
    pid: 1001,
    bootId: 'boot',
    now: () => new Date(),
    isAlive: () => true,
    ...options,
  });
}

test('an entry is a file of its owner only, readable as JSON, and comes back as written', async () => {
  const record = await open().create(fresh());
  const path = join(folder, `${record.entry.id}.json`);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(record.entry);
  expect(await open().list()).toEqual([record.entry]);
  expect(record.entry.owner).toMatchObject({ pid: 1001, bootId: 'boot' });
});

test('a folder that others may read is closed to them', async () => {
  await (await open().create(fresh())).remove();
  await chmod(folder, 0o755);
  await open().create(fresh());
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

test('removing an entry leaves nothing behind, releasing it leaves the entry, without owner', async () => {
  const gone = await open().create(fresh());
  const left = await open().create(fresh());
  await gone.remove();
  await left.release();
  const names = await readdir(folder);
  expect(names).toContain(`${left.entry.id}.json`);
  expect(names.filter((name) => !name.startsWith(left.entry.id))).toEqual([]);
  await (await open().take(left.entry.id)).release();
  expect((await open().read(left.entry.id)).owner).toBeNull();
});

test('an entry whose owner lives is not pending and cannot be taken; one whose process is gone can', async () => {
  const record = await open().create(fresh());
  const { id } = record.entry;
  const other = open({ pid: 2002 });
  expect(await pendingEntries(other)).toEqual([]);
  await expect(other.take(id)).rejects.toMatchObject({ code: 'busy' });
  const afterDeath = open({ pid: 2002, isAlive: (pid) => pid !== 1001 });
  expect((await pendingEntries(afterDeath)).map((entry) => entry.id)).toEqual([id]);
  await (await afterDeath.take(id)).remove();
  expect(await readdir(folder)).toEqual([]);
});

test('a process id of an earlier boot, or one without heartbeat, is no live owner', async () => {
  const { id } = (await open().create(fresh())).entry;
  const inAMinute = () => new Date(Date.now() + 60_000);
  for (const now of [inAMinute, () => new Date(Date.now() - 60_000)]) {
    const afterReboot = open({ bootId: 'next boot', now });
    expect((await pendingEntries(afterReboot)).map((entry) => entry.id)).toEqual([id]);
  }
  const later = open({ pid: 2002, now: inAMinute });
  expect((await pendingEntries(later)).map((entry) => entry.id)).toEqual([id]);
  // The machine may have slept: what no person asks for waits for the process to be gone.
  await expect(requireOwnerGone(later, id)).rejects.toMatchObject({ code: 'busy' });
  await requireOwnerGone(open({ pid: 2002, now: inAMinute, isAlive: (pid) => pid !== 1001 }), id);
  await (await later.take(id)).release();
  await requireOwnerGone(later, id);
});

test.skipIf(process.platform !== 'linux')(
  'a process that has ended and waits for its parent does not exist any more',
  async () => {
    // What the shell has become never asks what became of the child.
    const parent = spawn('sh', ['-c', 'sleep 1 & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    try {
      const [printed] = await once(parent.stdout, 'data');
      const pid = Number(String(printed).trim());
      await vi.waitFor(() => expect(processExists(pid)).toBe(false), { timeout: 30_000 });
      expect(readFileSync(`/proc/${pid}/stat`, 'latin1')).toMatch(/\) Z /);
      expect(processExists(parent.pid ?? 0)).toBe(true);
    } finally {
      parent.kill('SIGKILL');
    }
  },
);

test('an owner that beats is alive on another machine that shares the folder, or where a boot goes by a clock that was set', async () => {
  const record = await open().create(fresh());
  const { id } = record.entry;
  const elsewhere = open({ pid: 2002, bootId: 'another boot', isAlive: () => false });
  expect(await pendingEntries(elsewhere)).toEqual([]);
  await expect(elsewhere.take(id)).rejects.toMatchObject({ code: 'busy' });
  await record.advance(() => undefined);
});

test('who slept through a take-over can no longer write the entry, nor bring it back', async () => {
  const sleeper = await open().create(fresh());
  const { id } = sleeper.entry;
  const taker = await open({ pid: 2002, now: () => new Date(Date.now() + 60_000) }).take(id);
  await expect(sleeper.advance(() => undefined)).rejects.toMatchObject({ code: 'busy' });
  await taker.remove();
  await expect(sleeper.advance(() => undefined)).rejects.toMatchObject({ code: 'busy' });
  await sleeper.remove();
  expect(await readdir(folder)).toEqual([]);
});

test('of many processes that find a dead owner at once, exactly one gets the entry', async () => {
  for (let round = 0; round < 20; round++) {
    const { id } = (await open().create(fresh())).entry;
    const takers = Array.from({ length: 8 }, (_, index) =>
      open({ pid: 3000 + index, isAlive: (pid) => pid !== 1001 }).take(id),
    );
    const results = await Promise.allSettled(takers);
    const winners = results.filter(({ status }) => status === 'fulfilled');
    expect(winners).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'fulfilled') await result.value.remove();
      else expect(result.reason).toMatchObject({ code: 'busy' });
    }
    expect(await readdir(folder)).toEqual([]);
  }
});

test.each([
  ['', /it is empty/],
  ['{"schema": "latchkey/jour', /it is not JSON/],
  ['[]', /its schema is undefined/],
  ['{"schema": "latchkey/journal/9"}', /its schema is "latchkey\/journal\/9", not "latchkey\/journal\/1"/],
  ['{"schema": "latchkey/journal/1", "id": "broken"}', /purpose: /],
])('a damaged file (%j) is reported with its path and reason, and never touched', async (text, reason) => {
  const record = await open().create(fresh());
  const path = join(folder, 'broken.json');
  await writeFile(path, text);
  const journal = open();
  expect(await journal.list()).toEqual([record.entry]);
  expect(await journal.damaged()).toEqual([{ path, reason: expect.stringMatching(reason) }]);
  await expect(journal.read('broken')).rejects.toMatchObject({
    code: 'file-unreadable',
    message: expect.stringContaining(path),
  });
  await expect(journal.take('broken')).rejects.toMatchObject({ code: 'file-unreadable' });
  await expect(journal.discard('broken')).rejects.toMatchObject({ code: 'file-unreadable' });
  expect(await readFile(path, 'utf8')).toBe(text);
});

test('an entry under another name is damage, and an id cannot lead out of the folder', async () => {
  const { id } = (await open().create(fresh())).entry;
  await writeFile(join(folder, 'copy.json'), await readFile(join(folder, `${id}.json`)));
  expect(await open().damaged()).toMatchObject([{ reason: `it is the entry "${id}" under another name` }]);
  await expect(open().read(`../journal/${id}`)).rejects.toMatchObject({ code: 'not-found' });
  await expect(open().read('nonesuch')).rejects.toMatchObject({ code: 'not-found' });
});

test('a folder that cannot be written stops a change before it begins', async () => {
  await writeFile(folder, 'a file stands in the way');
  await expect(open().create(fresh())).rejects.toMatchObject({ code: 'write-failed' });
});

/** A disk on which nothing new can be written, from now on. */
function fullDisk(): JournalFiles {
  const full = async () => {
    throw new LatchkeyError('disk-full', 'The disk is full.');
  };
  return { ...diskFiles, write: full, link: full };
}

test('on a full disk the restore notes its states in the room that was reserved, in turn, and is known by them', async () => {
  const first = await open().create(fresh());
  const { id } = first.entry;
  await first.release();
  const later = open({ files: fullDisk() });
  const record = await later.take(id);
  await expect(record.advance(() => undefined)).rejects.toMatchObject({ code: 'disk-full' });
  for (const state of ['restoring', 'set', 'restored'] as const) {
    await record.advance(({ items }) => {
      for (const one of items) one.state = state;
    }, 'reserved');
    expect((await open().read(id)).items[0]?.state).toBe(state);
  }
  // A loss of power in the middle of the next note: the one before it holds.
  const spares = [0, 1].map((slot) => join(folder, `${id}.spare-${slot}`));
  const revisions = await Promise.all(
    spares.map(async (path) => JSON.parse(await readFile(path, 'utf8')).revision),
  );
  const newest = spares[revisions[0] > revisions[1] ? 0 : 1] ?? '';
  await writeFile(newest, (await readFile(newest, 'utf8')).replace(/}\s*$/, ' '));
  expect((await open().read(id)).items[0]?.state).toBe('set');
  await record.remove();
  expect(await readdir(folder)).toEqual([]);
});

test('an entry whose log outgrows the reserved room is kept without the log, and one of old without any room is kept as it is', async () => {
  const first = await open().create(fresh());
  const { id } = first.entry;
  await first.release();
  const record = await open({ files: fullDisk() }).take(id);
  record.entry.statements.push({ at: 'now', sql: 'x'.repeat(200_000) });
  await record.advance(({ items }) => {
    for (const one of items) one.state = 'restoring';
  }, 'reserved');
  expect(await open().read(id)).toMatchObject({ items: [{ state: 'restoring' }], statements: [] });
  for (const slot of [0, 1]) await rm(join(folder, `${id}.spare-${slot}`));
  await expect(record.advance(() => undefined, 'reserved')).rejects.toMatchObject({ code: 'disk-full' });
  expect(await open().read(id)).toMatchObject({ items: [{ state: 'planned' }] });
});

test('a lock that cannot be written keeps nobody from the entry, and a living holder does, on a full disk too', async () => {
  const first = await open().create(fresh());
  const other = open({ pid: 2002, files: fullDisk() });
  await expect(other.take(first.entry.id)).rejects.toMatchObject({ code: 'busy' });
  await first.release();
  const record = await other.take(first.entry.id);
  await record.advance(() => undefined, 'reserved');
  // Who takes it over with a lock of its own is known to the other.
  await open({ pid: 3003 }).take(first.entry.id);
  await expect(record.advance(() => undefined, 'reserved')).rejects.toMatchObject({ code: 'busy' });
});
