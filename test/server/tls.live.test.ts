import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../scripts/servers/index.ts';
import { openSession } from '../../src/server';
import type { SslMode } from '../../src/shared/connection';
import { certificateMaker } from './certificates.ts';
import { describeEachVersion } from './real-server.ts';
import { connectClient } from './take-snapshot.ts';
import { has } from './traits.ts';

/** A CA, what it signed for a server and a client, one certificate that is its own CA, and a CA that signed nothing. */
function makeCertificates(folder: string) {
  const maker = certificateMaker(folder);
  const { authority, signed } = maker;
  authority('ca');
  authority('other-ca');
  authority('self-signed', '/CN=localhost');
  const server = { subject: '/CN=localhost', extension: 'subjectAltName=DNS:localhost' };
  signed('server', server);
  signed('misnamed', { subject: '/CN=db.example', extension: 'subjectAltName=DNS:db.example' });
  signed('expired', { ...server, from: -9, until: -1 });
  signed('not-yet-valid', { ...server, from: 1, until: 9 });
  signed('foreign', server, 'other-ca');
  signed('client', { subject: '/CN=latchkey', extension: 'keyUsage=digitalSignature' });
  return maker;
}

await describeEachVersion('TLS', (id) => {
  const modern = has('modernTls', id);
  const modernTest = (title: string, body: () => Promise<void>) => modern && test(title, body);
  const outdatedTest = (title: string, body: () => Promise<void>) => !modern && test(title, body);
  let folder: string;
  let server: RunningServer;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-tls-'));
    const { traditional } = makeCertificates(folder);
    for (const suffix of ['', '-key'])
      copyFileSync(file(`server${suffix}.pem`), file(`original${suffix}.pem`));
    // yaSSL reads only keys of the older form.
    if (!modern) traditional('server');
    server = await startServer(id, { options: certificate('server') });
    const root = connectClient(server.socket);
    await root.query("CREATE USER 'app'@'%' IDENTIFIED BY 'Right-pass-word'");
    root.end();
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const file = (name: string) => join(folder, name);
  const certificate = (name: string) => ({
    ssl_ca: file('ca.pem'),
    ssl_cert: file(`${name}.pem`),
    ssl_key: file(`${name}-key.pem`),
  });
  const target = (more: object) => ({ host: 'localhost', port: server.port, user: 'app', ...more });
  const open = (more: object) => openSession(target(more), { password: 'Right-pass-word' });

  modernTest(
    'verify-ca and verify-identity with the CA that signed; a client certificate is sent',
    async () => {
      for (const sslMode of ['required', 'verify-ca', 'verify-identity']) {
        const session = await open({
          sslMode,
          sslCa: file('ca.pem'),
          sslCert: file('client.pem'),
          sslKey: file('client-key.pem'),
        });
        expect(session.tls).toMatch(/^TLSv1\.[23] /);
        await session.close();
      }
    },
  );

  modernTest('an account that requires a client certificate, with and without one', async () => {
    const root = connectClient(server.socket);
    await root.query("CREATE USER certified@'%' IDENTIFIED BY 'Right-pass-word' REQUIRE X509");
    root.end();
    const as = { user: 'certified', sslMode: 'required' };
    const session = await open({ ...as, sslCert: file('client.pem'), sslKey: file('client-key.pem') });
    await session.close();
    await expect(open(as)).rejects.toMatchObject({
      code: 'access-denied',
      hint: expect.stringContaining('REQUIRE X509'),
    });
    await expect(
      open({ ...as, sslCert: file('client.pem'), sslKey: file('ca-key.pem') }),
    ).rejects.toMatchObject({
      code: 'tls-failed',
      message: 'The TLS key does not belong to the TLS certificate.',
    });
  });

  modernTest('preferred takes TLS without asking who signed; over the socket none is used', async () => {
    for (const sslMode of ['preferred', undefined]) {
      const session = await open(sslMode === undefined ? {} : { sslMode });
      expect(session.tls).toMatch(/^TLSv1/);
      await session.close();
    }
    const disabled = await open({ sslMode: 'disabled' });
    expect(disabled.tls).toBeNull();
    await disabled.close();
    const bySocket = await openSession({ socket: server.socket, user: 'root' }, {});
    expect(bySocket.tls).toBeNull();
    await bySocket.close();
  });

  modernTest('another CA, or none, is refused before the login', async () => {
    await expect(open({ sslMode: 'verify-ca', sslCa: file('other-ca.pem') })).rejects.toMatchObject({
      code: 'tls-failed',
      hint: expect.stringContaining('not signed by the CA file'),
    });
    await expect(open({ sslMode: 'verify-ca' })).rejects.toMatchObject({
      code: 'tls-failed',
      hint: expect.stringContaining('Give the CA file'),
    });
    await expect(open({ sslMode: 'verify-ca', sslCa: file('ca.csr') })).rejects.toMatchObject({
      code: 'file-not-found',
    });
  });

  /** Puts another certificate in the place of the server's, which reads it again. */
  const present = async (name: string) => {
    copyFileSync(file(`${name}.pem`), file('server.pem'));
    copyFileSync(file(`${name}-key.pem`), file('server-key.pem'));
    const root = connectClient(server.socket);
    const reload = id.startsWith('mariadb') ? 'FLUSH SSL' : 'ALTER INSTANCE RELOAD TLS';
    // MySQL starts with certificates that it would not load again.
    const refused = await root.query(reload).then(
      () => false,
      () => true,
    );
    root.end();
    if (refused) await server.restart();
  };

  const faults: [string, RegExp, readonly SslMode[]][] = [
    ['misnamed', /does not match certificate|altnames/, ['verify-identity']],
    ['expired', /expired/, ['verify-ca', 'verify-identity']],
    ['not-yet-valid', /not yet valid/, ['verify-ca', 'verify-identity']],
    ['self-signed', /self-signed certificate/, ['verify-ca', 'verify-identity']],
    ['foreign', /unable to verify|unable to get/, ['verify-ca', 'verify-identity']],
  ];
  const each = async (cause: RegExp, refused: readonly SslMode[]) => {
    for (const sslMode of ['preferred', 'required', 'verify-ca', 'verify-identity'] as const) {
      const opened = open({ sslMode, sslCa: file('ca.pem') });
      if (refused.includes(sslMode)) {
        await expect(opened, sslMode).rejects.toMatchObject({
          code: 'tls-failed',
          message: expect.stringMatching(cause),
          hint: expect.not.stringContaining('Check the CA, certificate and key files'),
        });
        continue;
      }
      const session = await opened;
      expect(session.tls).toMatch(/^TLSv1/);
      await session.close();
    }
    // A CA without a mode is there to be verified with, as for the mysql client.
    const bare = open({ sslCa: file('ca.pem') });
    if (refused.includes('verify-ca')) await expect(bare).rejects.toMatchObject({ code: 'tls-failed' });
    else await (await bare).close();
  };

  // Claim, What a person on the network can do: With `verify-ca` and `verify-identity` a certificate that another authority signed, that is its own authority, that has expired or is not yet valid ends the connection before the login, with `verify-identity` also one for another name; revocation is not asked for.
  test.skipIf(!modern)(
    'a certificate with a fault is refused by the modes that verify, with its cause',
    async () => {
      for (const [name, cause, refused] of faults) {
        await present(name);
        await each(cause, refused);
      }
      await present('original');
    },
  );

  outdatedTest(
    'a server with outdated TLS only: no mode but disabled connects, and each says why',
    async () => {
      for (const sslMode of [undefined, 'preferred', 'required', 'verify-ca']) {
        await expect(open(sslMode === undefined ? {} : { sslMode })).rejects.toMatchObject({
          code: 'tls-failed',
          hint: expect.stringContaining('with the mode disabled'),
        });
      }
      const session = await open({ sslMode: 'disabled' });
      expect(session.tls).toBeNull();
      expect(session.transport).toEqual({ kind: 'loopback' });
      await session.close();
    },
  );
});
