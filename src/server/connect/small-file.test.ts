import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSmallFile } from './handshake/small-file';
import { readTlsFiles } from './handshake/tls';
import { readServerPublicKey } from './login/server-public-key';
import { readKnownHosts } from './ssh/host-key';

let folder: string;
let wrong: Record<string, string>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-small-'));
  const fifo = join(folder, 'fifo');
  execFileSync('mkfifo', [fifo]);
  const huge = join(folder, 'huge');
  await writeFile(huge, '');
  await truncate(huge, 9 * 1024 ** 2);
  wrong = { 'a named pipe': fifo, 'a device': '/dev/zero', 'a huge file': huge, 'a folder': folder };
});
afterAll(() => rm(folder, { recursive: true }));

test.each(['a named pipe', 'a device', 'a huge file', 'a folder'])(
  'keys, certificates and known hosts are not read from %s, nor is it waited for',
  async (kind) => {
    const path = wrong[kind] ?? '';
    const refused = { code: 'file-unreadable', message: expect.stringContaining(path) };
    await expect(readSmallFile(path, 'SSH key')).rejects.toMatchObject(refused);
    for (const file of ['sslCa', 'sslCert', 'sslKey'] as const) {
      await expect(readTlsFiles({ host: 'db1', sslMode: 'required', [file]: path })).rejects.toMatchObject(
        refused,
      );
    }
    await expect(readServerPublicKey({ serverPublicKeyPath: path })).rejects.toMatchObject(refused);
    await expect(readKnownHosts({ host: 'db1', knownHosts: path }, folder)).rejects.toMatchObject(refused);
  },
);

test('a small file is read as it is', async () => {
  const path = join(folder, 'key');
  await writeFile(path, 'PEM');
  expect(String(await readSmallFile(path, 'SSH key'))).toBe('PEM');
});
