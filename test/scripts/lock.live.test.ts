import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const lockModule = join(import.meta.dirname, '..', '..', 'scripts', 'setup', 'lock.mjs');
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-lock-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A process that takes the lock, notes when it comes and goes, and stays for a while in between. */
function contender(name: string, stayMs: number): ChildProcess {
  const program = `
    import { appendFileSync } from 'node:fs';
    import { withLock } from ${JSON.stringify(lockModule)};
    const note = (what) => appendFileSync(${JSON.stringify(join(folder, 'notes'))}, what + ' ${name}\\n');
    await withLock(${JSON.stringify(join(folder, 'lock'))}, async () => {
      note('in');
      await new Promise((done) => setTimeout(done, ${stayMs}));
      note('out');
    });`;
  return spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'inherit' });
}

function notes(): string[] {
  const file = join(folder, 'notes');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
}

describe('the set-up lock', () => {
  it('lets in one process at a time', async () => {
    const all = ['a', 'b', 'c', 'd'].map((name) => contender(name, 150));
    await Promise.all(all.map((child) => once(child, 'exit')));
    const seen = notes();
    expect(seen).toHaveLength(8);
    for (let i = 0; i < seen.length; i += 2) expect(seen[i + 1]).toBe((seen[i] ?? '').replace(/^in/, 'out'));
    expect(existsSync(join(folder, 'lock'))).toBe(false);
  });

  it('is taken over, by one process, from a holder that was killed', async () => {
    const holder = contender('dead', 60_000);
    while (!notes().includes('in dead')) await delay(10);
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    const heirs = ['e', 'f', 'g'].map((name) => contender(name, 100));
    await Promise.all(heirs.map((child) => once(child, 'exit')));
    const seen = notes().slice(1);
    expect(seen).toHaveLength(6);
    for (let i = 0; i < seen.length; i += 2) expect(seen[i + 1]).toBe((seen[i] ?? '').replace(/^in/, 'out'));
  });

  it('is not fooled by another process with the number of a dead holder', async () => {
    const owner = { pid: process.pid, started: 'at another time', host: hostname() };
    writeFileSync(join(folder, 'lock'), JSON.stringify(owner));
    await once(contender('h', 0), 'exit');
    expect(notes()).toEqual(['in h', 'out h']);
  });

  it('waits for a holder that lives', async () => {
    const first = contender('i', 600);
    while (!notes().includes('in i')) await delay(10);
    const second = contender('j', 0);
    await Promise.all([once(first, 'exit'), once(second, 'exit')]);
    expect(notes()).toEqual(['in i', 'out i', 'in j', 'out j']);
  });
});
