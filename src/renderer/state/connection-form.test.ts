import { expect, test } from 'vitest';
import { emptyForm, formFromProfile, readForm } from './connection-form';

test('an empty form reaches for the local server and declares nothing', () => {
  expect(readForm(emptyForm)).toEqual({
    ok: true,
    connection: { target: {}, password: '', declaredHost: {} },
  });
});

test('only the fields of the chosen way are used', () => {
  const both = { ...emptyForm, host: 'db', port: '3307', socket: '/s.sock', user: ' dba ' };
  expect(readForm(both)).toMatchObject({ connection: { target: { host: 'db', port: 3307, user: 'dba' } } });
  const read = readForm({ ...both, kind: 'socket' });
  expect(read.ok && read.connection.target).toEqual({ socket: '/s.sock', user: 'dba' });
});

test('every field that cannot be used is named', () => {
  const read = readForm({ ...emptyForm, port: '70000', memory: 'lots', cpus: '2.5', iops: '-1' });
  expect(read.ok ? [] : Object.keys(read.errors).sort()).toEqual(['cpus', 'iops', 'memory', 'port']);
  const socket = readForm({ ...emptyForm, kind: 'socket', port: 'ignored' });
  expect(socket.ok ? [] : Object.keys(socket.errors)).toEqual(['socket']);
});

test('a profile fills the form and reads back as it was, without a password', () => {
  const profile = {
    id: 'x',
    name: 'n',
    lastUsedAt: '',
    target: { host: 'db', port: 3306, user: 'dba', sslMode: 'required' as const },
    declaredHost: { memoryBytes: 64 * 1024 ** 3, cpus: 16, storage: 'nvme' as const },
  };
  const form = formFromProfile(profile);
  expect(form.password).toBe('');
  expect(form.memory).toBe('64G');
  expect(readForm(form)).toEqual({
    ok: true,
    connection: { target: profile.target, password: '', declaredHost: profile.declaredHost },
  });
});
