import { afterEach, describe, expect, test } from 'vitest';
import { openSession } from '../../src/server';
import { connectDriver } from '../../src/server/connect/driver/driver';
import { LatchkeyError } from '../../src/shared/base/error';
import type { ConnectionTarget } from '../../src/shared/connection';
import {
  type Attacker,
  attacker,
  authSwitch,
  greeting,
  moreData,
  packet,
  passwordThief,
} from './network-attacker.ts';

const password = 'Right-pass-word';
let peer: Attacker | undefined;
afterEach(async () => {
  await peer?.close();
});

/** The refusal with which connecting ends. */
async function refusal(target: Partial<ConnectionTarget>): Promise<LatchkeyError> {
  const whole = {
    host: '127.0.0.1',
    port: peer?.port ?? 0,
    user: 'the-account',
    connectTimeoutMs: 3000,
    ...target,
  };
  const outcome = await openSession(whole, { password }).catch((error: unknown) => error);
  if (!(outcome instanceof LatchkeyError))
    throw new Error(`connected, or no typed error: ${String(outcome)}`);
  return outcome;
}

describe('a whole server that is after the password', () => {
  const full = ['caching_sha2_password', 'sha256_password'];

  // Claim, What a person on the network can do: Without TLS, who answers in the place of the server gets no full password, in clear or under an RSA key of its own, whatever login method it asks for, at once or mid-login, unless `--get-server-public-key` was given.
  test.each([
    'caching_sha2_password',
    'sha256_password',
    'mysql_clear_password',
    'mysql_old_password',
    'dialog',
    'made_up',
  ])('without TLS it asks for %s, at once and mid-login, in every mode that does without', async (plugin) => {
    for (const sslMode of ['disabled', 'preferred', undefined] as const) {
      for (const initial of ['mysql_native_password', 'caching_sha2_password', plugin]) {
        peer = await passwordThief(plugin, { initial });
        const error = await refusal(sslMode === undefined ? {} : { sslMode });
        expect(peer.learned(password)).toBeNull();
        expect(error.code).toBe(full.includes(plugin) ? 'tls-required' : 'access-denied');
        if (full.includes(plugin)) expect(error.hint).toContain('--server-public-key-path');
        expect(peer.connections()).toBe(1);
        await peer.close();
      }
    }
  });

  test('the thief is one: whoever takes a key from anybody is read by it', async () => {
    for (const plugin of full) {
      peer = await passwordThief(plugin);
      await refusal({ sslMode: 'disabled', getServerPublicKey: true });
      expect(peer.learned(password)).toBe("the password, by the attacker's RSA key");
      await peer.close();
    }
  });
});

describe('TLS that was asked for and does not come about', () => {
  test.each(['preferred', 'required', 'verify-ca', 'verify-identity', undefined] as const)(
    'a server that offers TLS and breaks the handshake is not asked again without (%s)',
    async (sslMode) => {
      for (const answer of ['\x15\x03\x01 no TLS with me', '']) {
        peer = await attacker((client, received) => {
          client.write(greeting('caching_sha2_password', true));
          received(() => client.end(answer));
        });
        const error = await refusal({ host: 'localhost', ...(sslMode === undefined ? {} : { sslMode }) });
        expect(['tls-failed', 'server-unreachable']).toContain(error.code);
        expect(peer.connections()).toBe(1);
        // The request for TLS is all that came: no user name, no answer to a challenge.
        expect(peer.received().includes('the-account')).toBe(false);
        await peer.close();
      }
    },
  );

  test.each(['required', 'verify-ca', 'verify-identity'] as const)(
    'a greeting without TLS ends a connection that requires it (%s)',
    async (sslMode) => {
      peer = await passwordThief('caching_sha2_password');
      const error = await refusal({ host: 'localhost', sslMode });
      expect(error.code).toBe('tls-failed');
      expect(error.hint).toContain('--ssl-mode=preferred');
      expect(peer.received()).toHaveLength(0);
    },
  );

  test('packets that come with the greeting, before TLS stands, are not answered', async () => {
    for (const plugin of [
      'caching_sha2_password',
      'sha256_password',
      'mysql_clear_password',
      'mysql_native_password',
    ]) {
      peer = await attacker((client) => {
        client.write(
          Buffer.concat([greeting(plugin, true), authSwitch(2, plugin), moreData(4, [4]), moreData(6, [4])]),
        );
      });
      const error = await refusal({ sslMode: 'required' });
      expect(error.message).toContain('more than a greeting');
      expect(peer.received()).toHaveLength(0);
      await peer.close();
    }
  });

  test('a greeting that comes byte by byte is read as one', async () => {
    peer = await attacker((client) => {
      const bytes = greeting('caching_sha2_password', false);
      let at = 0;
      const next = () => {
        if (at === bytes.length) return;
        client.write(bytes.subarray(at, at + 1), () => setImmediate(next));
        at += 1;
      };
      next();
    });
    expect((await refusal({ sslMode: 'required' })).code).toBe('tls-failed');
  });
});

test('a greeting whose fields end before it does is called what it is', async () => {
  peer = await attacker((client) => void client.write(packet(0, Buffer.alloc(74, 10))));
  expect((await refusal({ sslMode: 'disabled' })).code).toBe('unsupported-server');
});

// A name may lead to this machine itself first, and to another one a moment later.
test('going without TLS because of the address is not taken over to another address', async () => {
  peer = await attacker((client, received) => {
    client.write(greeting('mysql_native_password', false));
    received((_data, sequence, count) => {
      if (count === 0) client.write(packet(sequence + 1, [0, 0, 0, 2, 0, 0, 0]));
    });
  });
  const target = { host: '127.0.0.1', port: peer.port, user: 'the-account' };
  for (const stated of [undefined, 'preferred', 'disabled'] as const) {
    const driver = await connectDriver(stated === undefined ? target : { ...target, sslMode: stated }, {
      password,
    });
    expect(driver).toMatchObject({ cipher: null, loopback: true });
    expect(driver.sslMode).toBe(stated);
    driver.destroy();
  }
});
