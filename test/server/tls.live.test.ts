import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../scripts/servers/index.ts';
import { openSession } from '../../src/server';
import { describeEachServer } from './real-server.ts';
import { connectClient } from './take-snapshot.ts';

/** A CA, a server certificate for `localhost`, a client certificate and a CA that signed neither. */
function makeCertificates(folder: string): void {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const authority = (name: string) =>
    openssl(
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      '-subj',
      `/CN=${name}`,
      '-keyout',
      `${name}-key.pem`,
      '-out',
      `${name}.pem`,
    );
  authority('ca');
  authority('other-ca');
  const signed = (name: string, subject: string, extension: string) => {
    writeFileSync(join(folder, `${name}.ext`), extension);
    openssl(
      'req',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-subj',
      subject,
      '-keyout',
      `${name}-key.pem`,
      '-out',
      `${name}.csr`,
    );
    openssl(
      'x509',
      '-req',
      '-days',
      '2',
      '-in',
      `${name}.csr`,
      '-CA',
      'ca.pem',
      '-CAkey',
      'ca-key.pem',
      '-CAcreateserial',
      '-extfile',
      `${name}.ext`,
      '-out',
      `${name}.pem`,
    );
  };
  signed('server', '/CN=localhost', 'subjectAltName=DNS:localhost');
  signed('misnamed', '/CN=db.example', 'subjectAltName=DNS:db.example');
  signed('client', '/CN=latchkey', 'keyUsage=digitalSignature');
}

await describeEachServer('TLS', (id) => {
  // MySQL 5.6.24 brings yaSSL with TLS 1.0, which no current OpenSSL speaks.
  const modern = id !== 'mysql56';
  const modernTest = (title: string, body: () => Promise<void>) => modern && test(title, body);
  const outdatedTest = (title: string, body: () => Promise<void>) => !modern && test(title, body);
  let folder: string;
  let server: RunningServer;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-tls-'));
    makeCertificates(folder);
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

  modernTest('an account that demands a client certificate, with and without one', async () => {
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

  modernTest('a certificate for another name passes verify-ca and not verify-identity', async () => {
    const renamed = await startServer(id, { options: certificate('misnamed') });
    try {
      const at = { host: 'localhost', port: renamed.port, user: 'root', sslCa: file('ca.pem') };
      const session = await openSession({ ...at, sslMode: 'verify-ca' }, {});
      expect(session.tls).not.toBeNull();
      await session.close();
      await expect(openSession({ ...at, sslMode: 'verify-identity' }, {})).rejects.toMatchObject({
        code: 'tls-failed',
        hint: expect.stringContaining('another name'),
      });
    } finally {
      await renamed.stop();
    }
  });

  outdatedTest(
    'a server with outdated TLS only: preferred goes on without, required says why it cannot',
    async () => {
      const session = await open({ sslMode: 'preferred' });
      expect(session.tls).toBeNull();
      await session.close();
      await expect(open({ sslMode: 'required' })).rejects.toMatchObject({ code: 'tls-failed' });
    },
  );
});
