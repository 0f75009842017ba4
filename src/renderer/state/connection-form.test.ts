import { expect, test } from 'vitest';
import type { ConnectionTarget } from '../../shared/connection';
import type { Transport } from '../../shared/transport';
import { emptyForm, formFromProfile, formFromTarget, readForm, requestOf, tested } from './connection-form';

test('an empty form reaches for the local server and declares nothing', () => {
  expect(readForm(emptyForm)).toEqual({
    ok: true,
    connection: { target: {}, password: '', sshPassword: '', saved: '', colour: 'none', declaredHost: {} },
  });
});

test('only the fields of the chosen way are used', () => {
  const both = { ...emptyForm, host: 'db', port: '3307', socket: '/s.sock', user: ' dba ' };
  expect(readForm(both)).toMatchObject({ connection: { target: { host: 'db', port: 3307, user: 'dba' } } });
  const read = readForm({ ...both, kind: 'socket' });
  expect(read.ok && read.connection.target).toEqual({ socket: '/s.sock', user: 'dba' });
});

test('every field that cannot be used is named', () => {
  const name = 'n'.repeat(1001);
  const read = readForm({ ...emptyForm, port: '70000', memory: 'lots', cpus: '2.5', iops: '-1', name });
  expect(read.ok ? [] : Object.keys(read.errors).sort()).toEqual(['cpus', 'iops', 'memory', 'name', 'port']);
  const socket = readForm({ ...emptyForm, kind: 'socket', port: 'ignored' });
  expect(socket.ok ? [] : Object.keys(socket.errors)).toEqual(['socket']);
});

test('a profile fills the form and reads back as it was, without a password', () => {
  const profile = {
    id: 'x',
    name: 'n',
    lastUsedAt: '',
    group: 'shop',
    colour: 'red' as const,
    target: {
      host: 'db',
      port: 3306,
      user: 'dba',
      sslMode: 'required' as const,
      serverPublicKeyPath: '/keys/public_key.pem',
      getServerPublicKey: true,
      loginPath: 'work',
      ssh: { host: 'jump', port: 2222, user: 'ops', key: '/k', knownHosts: '/h' },
    },
    declaredHost: { memoryBytes: 64 * 1024 ** 3, cpus: 16, storage: 'nvme' as const },
  };
  const form = formFromProfile(profile);
  expect(form.password).toBe('');
  expect(form.memory).toBe('64G');
  expect(readForm(form)).toEqual({
    ok: true,
    connection: {
      target: profile.target,
      password: '',
      sshPassword: '',
      saved: '',
      colour: 'red',
      declaredHost: profile.declaredHost,
    },
  });
});

test('SSH without its host is named, and a memory without its unit is not believed', () => {
  const read = readForm({ ...emptyForm, sshUser: 'ops', sshPort: '0', memory: '64' });
  expect(read.ok ? [] : Object.keys(read.errors).sort()).toEqual(['memory', 'sshHost', 'sshPort']);
});

test('a kept password is asked of main by the profile, and what is typed goes along', () => {
  const profile = { ...emptyForm, id: 'x', name: 'n', target: { host: 'db' }, declaredHost: {} };
  const read = readForm({ ...formFromProfile(profile, ['x']), sshHost: 'jump', sshPassword: 's' });
  expect(read.ok && requestOf(read.connection)).toEqual({
    target: { host: 'db', ssh: { host: 'jump' } },
    secrets: { sshPassword: 's', saved: 'x' },
  });
  expect(formFromProfile(profile, ['y']).saved).toBe('');
});

test('a URL fills what it names and leaves the rest', () => {
  const form = formFromTarget({ ...emptyForm, memory: '64G' }, { host: 'db', user: 'dba' });
  expect(form).toMatchObject({ kind: 'tcp', host: 'db', user: 'dba', port: '', memory: '64G' });
});

test('a connection that had TLS is kept with a mode that requires it; what was stated stays', () => {
  const read = readForm({ ...emptyForm, host: 'db' });
  if (!read.ok) throw new Error('a host alone is a connection');
  const { connection } = read;
  const kept = (target: ConnectionTarget, kind: Transport['kind']) =>
    tested({ ...connection, target }, { kind }).target;
  expect(kept({ host: 'db' }, 'tls')).toEqual({ host: 'db', sslMode: 'required' });
  expect(kept({ host: 'db', sslMode: 'preferred' }, 'tls').sslMode).toBe('required');
  expect(kept({ host: 'db', sslCa: 'ca.pem' }, 'tls').sslMode).toBe('verify-ca');
  expect(kept({ sslCa: 'ca.pem', sslMode: 'preferred' }, 'tls').sslMode).toBe('required');
  for (const sslMode of ['required', 'verify-ca', 'verify-identity'] as const) {
    expect(kept({ sslMode }, 'tls').sslMode).toBe(sslMode);
  }
  expect(kept({ host: 'db', sslMode: 'preferred' }, 'plain').sslMode).toBe('preferred');
  expect(kept({ host: 'db', sslMode: 'disabled' }, 'plain').sslMode).toBe('disabled');
  expect(kept({ socket: '/s' }, 'socket')).toEqual({ socket: '/s' });
});
