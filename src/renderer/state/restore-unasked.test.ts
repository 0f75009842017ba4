import { expect, test } from 'vitest';
import { unaskedWay } from './restore-unasked';

const target = { host: 'db1', port: 3306, user: 'dba' };
const profile = { id: 'p1', target: { ...target, sslMode: 'required' as const }, colour: 'none' as const };

test('a change that was made without a password is restored the way it was made', () => {
  expect(unaskedWay({ target, needsSecrets: false }, [], [])).toEqual({ way: { secrets: {} } });
});

test('a password is taken from the keychain, for the address that it was kept for', () => {
  expect(unaskedWay({ target, needsSecrets: true }, [profile], ['p1'])).toEqual({
    way: { target: profile.target, secrets: { saved: 'p1' } },
  });
});

test('without a password that is kept for the account a person is asked', () => {
  const why = { why: 'Its password is not saved.' };
  expect(unaskedWay({ target, needsSecrets: true }, [profile], [])).toEqual(why);
  expect(unaskedWay({ target: { ...target, user: 'eve' }, needsSecrets: true }, [profile], ['p1'])).toEqual(
    why,
  );
  expect(unaskedWay({ target: { ...target, port: 3307 }, needsSecrets: true }, [profile], ['p1'])).toEqual(
    why,
  );
  expect(unaskedWay({ target }, [], []), 'an entry of old does not say').toEqual(why);
});

test('nothing is written to production without a person', () => {
  const red = { ...profile, colour: 'red' as const };
  expect(unaskedWay({ target, needsSecrets: false }, [red], ['p1'])).toEqual({
    why: 'It is a production server.',
  });
});

test('a production connection that does not say where it leads may be this server', () => {
  for (const elsewhere of [{ loginPath: 'prod' }, { host: 'localhost' }, { defaultsFile: '/etc/prod.cnf' }]) {
    const red = { ...profile, target: { ...elsewhere, user: 'dba' }, colour: 'red' as const };
    const plain = { ...red, colour: 'none' as const };
    expect(unaskedWay({ target, needsSecrets: false }, [red], [])).toMatchObject({
      why: expect.stringContaining('may be'),
    });
    expect(unaskedWay({ target, needsSecrets: false }, [plain], [])).toEqual({ way: { secrets: {} } });
  }
});
