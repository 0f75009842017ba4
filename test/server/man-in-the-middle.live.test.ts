import { networkInterfaces } from 'node:os';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../scripts/servers/index.ts';
import { openSession } from '../../src/server';
import type { ConnectionTarget } from '../../src/shared/connection';
import { type Attacker, between, type Tampering } from './network-attacker.ts';
import { describeEachServer } from './real-server.ts';
import { type Client, connectClient } from './take-snapshot.ts';

const password = 'Right-pass-word';

/** An address of this machine that is not loopback; undefined: it has none. */
const outside = Object.values(networkInterfaces())
  .flat()
  .find((one) => one?.internal === false && one.family === 'IPv4')?.address;

await describeEachServer(
  'a man in the middle',
  (id) => {
    let server: RunningServer;
    let root: Client;
    let middle: Attacker | undefined;
    beforeAll(async () => {
      server = await startServer(id);
      root = connectClient(server.socket);
      await root.query(`CREATE USER 'the_account'@'%' IDENTIFIED BY '${password}'`);
    });
    afterEach(async () => {
      await middle?.close();
      middle = undefined;
    });
    afterAll(async () => {
      root?.end();
      await server?.stop();
    });
    const target = (more: Partial<ConnectionTarget> = {}): ConnectionTarget => ({
      ...{ host: '127.0.0.1', port: middle?.port ?? 0, user: 'the_account', ...more },
    });
    const open = (more: Partial<ConnectionTarget> = {}) => openSession(target(more), { password });
    const stand = async (tampering: Tampering, host?: string) => {
      middle = await between(server.port, tampering, host);
      return middle;
    };

    test('one who only passes bytes on changes nothing', async () => {
      const one = await stand({});
      for (const sslMode of [undefined, 'preferred', 'required'] as const) {
        const session = await open(sslMode === undefined ? {} : { sslMode });
        expect(session.transport).toMatchObject({
          kind: 'tls',
          cipher: expect.stringMatching(/^TLSv1\.[23] /),
        });
        await session.close();
      }
      expect(one.learned(password)).toBeNull();
    });

    // Claim, What a person on the network can do: TLS that the server offers and that then fails is never tried again without, in any mode; whoever breaks the handshake sees neither account nor password.
    test('one who breaks TLS gets no second attempt without, in any mode', async () => {
      const one = await stand({ breakTls: true });
      let attempts = 0;
      for (const sslMode of [undefined, 'preferred', 'required', 'verify-ca'] as const) {
        attempts += 1;
        await expect(open(sslMode === undefined ? {} : { sslMode })).rejects.toMatchObject({
          code: 'tls-failed',
        });
        expect(one.connections()).toBe(attempts);
      }
      expect(one.received().includes('the_account')).toBe(false);
      expect(one.learned(password)).toBeNull();
    });

    test('one who takes the offer of TLS away gets nothing where TLS is required', async () => {
      const one = await stand({ stripTls: true });
      for (const sslMode of ['required', 'verify-ca'] as const) {
        await expect(open({ sslMode })).rejects.toMatchObject({
          code: 'tls-failed',
          hint: expect.stringContaining('something between takes the offer away'),
        });
      }
      expect(one.received()).toHaveLength(0);
    });

    test('nor the full password where it is not, and the session says that it is not encrypted', async () => {
      const one = await stand({ stripTls: true });
      if (id === 'mysql97') {
        await root.query('FLUSH PRIVILEGES');
        await expect(open({ sslMode: 'preferred' })).rejects.toMatchObject({ code: 'tls-required' });
        await (await openSession(target({ port: server.port }), { password })).close();
      }
      const session = await open({ sslMode: 'preferred' });
      expect(session.tls).toBeNull();
      expect(session.transport).toEqual({ kind: 'loopback' });
      await session.close();
      expect(one.learned(password)).toBeNull();
    });

    test.skipIf(outside === undefined)(
      'a host that is not loopback: TLS is required where no mode is stated, and one flag lowers it',
      async () => {
        const one = await stand({ stripTls: true }, outside);
        const host = outside ?? '';
        await expect(open({ host })).rejects.toMatchObject({
          code: 'tls-failed',
          hint: expect.stringContaining('--ssl-mode=preferred'),
        });
        expect(one.received()).toHaveLength(0);
        const session = await open({ host, sslMode: 'preferred' });
        expect(session.transport).toEqual({ kind: 'plain' });
        expect(session.target.sslMode).toBe('preferred');
        await session.close();
        expect(one.learned(password)).toBeNull();
        await one.close();
        await stand({}, outside);
        const encrypted = await open({ host });
        expect(encrypted.transport.kind).toBe('tls');
        await encrypted.close();
      },
    );

    // Claim, What a person on the network can do: Every further connection of a session (to stop a statement, for a probe, after a gap) demands the TLS that the first one had.
    test('one who comes later: the connection that stops a statement demands the TLS that the first had', async () => {
      const tampering: Tampering = {};
      const one = await stand(tampering);
      const session = await open({ sslMode: 'preferred' });
      expect(session.tls).not.toBeNull();
      expect(session.target.sslMode).toBe('required');
      tampering.stripTls = true;
      const slow = session.query('SELECT SLEEP(20)', { signal: AbortSignal.timeout(200) });
      await expect(slow).rejects.toMatchObject({ code: 'cancelled' });
      expect(one.connections()).toBe(2);
      expect(one.received().includes('KILL QUERY')).toBe(false);
      await session.close();
      tampering.stripTls = false;
      const again = await openSession(session.target, { password });
      expect(again.tls).not.toBeNull();
      await again.close();
    });
  },
  ['mysql97', 'mariadb118'],
);
