import { expect, test } from 'vitest';
import { emptyStoreForm, formOfStore, readStoreForm } from './store-form';

test('a token, a file, a variable and a password are read from their own fields alone', () => {
  const form = {
    ...{ ...emptyStoreForm, url: ' https://store ', labels: 'cluster=eu, team = shop', token: 'abc' },
    ...{ tokenFile: '/token', user: 'reader', password: 'open', tenant: 'a' },
  };
  const read = (access: (typeof form)['access']) => readStoreForm({ ...form, access });
  const source = { url: 'https://store', tenant: 'a' };
  expect(read('none')).toMatchObject({ ok: false, errors: { labels: expect.any(String) } });
  form.labels = 'cluster=eu, team=shop=1';
  const labelled = { ...source, labels: { cluster: 'eu', team: 'shop=1' } };
  expect(read('none')).toEqual({ ok: true, source: labelled, secrets: {} });
  expect(read('token')).toEqual({ ok: true, source: labelled, secrets: { token: 'abc' } });
  expect(read('token-file')).toEqual({
    ok: true,
    source: { ...labelled, tokenFile: '/token' },
    secrets: {},
  });
  expect(read('token-variable')).toEqual({
    ok: true,
    source: { ...labelled, tokenVariable: 'LATCHKEY_METRICS_TOKEN' },
    secrets: {},
  });
  expect(read('password')).toEqual({
    ok: true,
    source: { ...labelled, user: 'reader' },
    secrets: { password: 'open' },
  });
});

test('what is missing is named by its field', () => {
  const errors = (change: Partial<typeof emptyStoreForm>) => {
    const read = readStoreForm({ ...emptyStoreForm, ...change });
    return read.ok ? [] : Object.keys(read.errors);
  };
  expect(errors({})).toEqual(['url']);
  const url = 'https://store';
  expect(errors({ url, access: 'token' })).toEqual(['token']);
  expect(errors({ url, access: 'token', saved: 'id' })).toEqual([]);
  expect(errors({ url, access: 'token-variable', tokenVariable: 'AWS_SECRET' })).toEqual(['tokenVariable']);
  expect(errors({ url, access: 'password', tenant: 'a b' })).toEqual(['user', 'tenant']);
});

test('a saved store comes back with everything but its token', () => {
  const source = { url: 'https://store', caFile: '/ca.pem', labels: { cluster: 'eu' } };
  const form = formOfStore({ id: 'a', name: 'Metrics', source, lastUsedAt: '' }, ['a']);
  expect(form).toMatchObject({ access: 'token', saved: 'a', token: '', name: 'Metrics' });
  expect(readStoreForm(form)).toEqual({ ok: true, source, secrets: { saved: 'a' } });
});
