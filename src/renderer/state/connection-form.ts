import { defined } from '../../shared/base/defined';
import { parseSize, sizeLiteral } from '../../shared/base/units';
import {
  type ConnectionTarget,
  type DeclaredHost,
  declaredHostBounds,
  describeTarget,
  type ProfileColour,
  profileGroupLimit,
  profileNameLimit,
  type SshTarget,
  type SslMode,
} from '../../shared/connection';
import type { ConnectRequest, Profile } from '../../shared/rpc/connection';
import type { Transport } from '../../shared/transport';
import { texts } from './texts';

type Storage = NonNullable<DeclaredHost['storage']>;

/** Storage as a field offers it; empty: not declared. */
export const storageOptions: readonly { value: Storage | ''; title: string }[] = [
  { value: '', title: texts.notDeclared },
  { value: 'nvme', title: 'NVMe' },
  { value: 'ssd', title: 'SSD' },
  { value: 'hdd', title: texts.hardDisk },
  { value: 'network', title: texts.network },
];

/** The Connect form as typed. Texts stay texts until they are used, so that nothing typed is lost. */
export interface ConnectionForm {
  /** The saved connection that it changes; '' when none. */
  profile: string;
  /** Under which it is saved; '' takes the address. */
  name: string;
  group: string;
  colour: ProfileColour;
  kind: 'tcp' | 'socket';
  host: string;
  port: string;
  socket: string;
  user: string;
  password: string;
  sslMode: SslMode | '';
  sslCa: string;
  sslCert: string;
  sslKey: string;
  serverPublicKeyPath: string;
  getServerPublicKey: boolean;
  defaultsFile: string;
  defaultsGroupSuffix: string;
  loginPath: string;
  sshHost: string;
  sshPort: string;
  sshUser: string;
  sshKey: string;
  sshKnownHosts: string;
  sshPassword: string;
  /** Profile whose passwords the keychain holds; '' when none. */
  saved: string;
  memory: string;
  cpus: string;
  /** Data and indexes of all tables. */
  dataSize: string;
  storage: Storage | '';
  iops: string;
}

export const emptyForm: ConnectionForm = {
  profile: '',
  name: '',
  group: '',
  colour: 'none',
  kind: 'tcp',
  host: '',
  port: '',
  socket: '',
  user: '',
  password: '',
  sslMode: '',
  sslCa: '',
  sslCert: '',
  sslKey: '',
  serverPublicKeyPath: '',
  getServerPublicKey: false,
  defaultsFile: '',
  defaultsGroupSuffix: '',
  loginPath: '',
  sshHost: '',
  sshPort: '',
  sshUser: '',
  sshKey: '',
  sshKnownHosts: '',
  sshPassword: '',
  saved: '',
  memory: '',
  cpus: '',
  dataSize: '',
  storage: '',
  iops: '',
};

/**
 * A former connection in the form. Its password never comes back to the window: it is asked again, or main adds it.
 * @param kept ids of the profiles whose passwords the keychain holds
 */
export function formFromProfile(
  { id, name, group, colour, target, declaredHost }: Omit<Profile, 'lastUsedAt'>,
  kept: readonly string[] = [],
): ConnectionForm {
  return {
    profile: id,
    name: name === describeTarget(target) ? '' : name,
    group,
    colour,
    kind: target.socket === undefined ? 'tcp' : 'socket',
    host: target.host ?? '',
    port: target.port === undefined ? '' : String(target.port),
    socket: target.socket ?? '',
    user: target.user ?? '',
    password: '',
    sslMode: target.sslMode ?? '',
    sslCa: target.sslCa ?? '',
    sslCert: target.sslCert ?? '',
    sslKey: target.sslKey ?? '',
    serverPublicKeyPath: target.serverPublicKeyPath ?? '',
    getServerPublicKey: target.getServerPublicKey ?? false,
    defaultsFile: target.defaultsFile ?? '',
    defaultsGroupSuffix: target.defaultsGroupSuffix ?? '',
    loginPath: target.loginPath ?? '',
    ...sshFields(target.ssh),
    saved: kept.includes(id) ? id : '',
    memory: declaredHost.memoryBytes === undefined ? '' : sizeLiteral(declaredHost.memoryBytes),
    cpus: declaredHost.cpus === undefined ? '' : String(declaredHost.cpus),
    dataSize: declaredHost.dataBytes === undefined ? '' : sizeLiteral(declaredHost.dataBytes),
    storage: declaredHost.storage ?? '',
    iops: declaredHost.iops === undefined ? '' : String(declaredHost.iops),
  };
}

/** The form with what a URL names in it; the rest stays. */
export function formFromTarget(form: ConnectionForm, target: ConnectionTarget): ConnectionForm {
  const filled = formFromProfile({ ...emptyForm, id: '', target, declaredHost: {} });
  const { kind, host, port, socket, user, sslMode, sslCa, sslCert, sslKey } = filled;
  const { serverPublicKeyPath, getServerPublicKey } = filled;
  return {
    ...{ ...form, kind, host, port, socket, user, sslMode, sslCa, sslCert, sslKey, saved: '' },
    ...{ serverPublicKeyPath, getServerPublicKey },
  };
}

function sshFields(ssh: SshTarget | undefined) {
  return {
    sshHost: ssh?.host ?? '',
    sshPort: ssh?.port === undefined ? '' : String(ssh.port),
    sshUser: ssh?.user ?? '',
    sshKey: ssh?.key ?? '',
    sshKnownHosts: ssh?.knownHosts ?? '',
    sshPassword: '',
  };
}

/** How to reach a server, with the secrets beside it. */
export interface Connection {
  target: ConnectionTarget;
  password: string;
  sshPassword: string;
  /** Profile whose passwords main adds; '' when none. */
  saved: string;
  /** Red: production. */
  colour: ProfileColour;
  declaredHost: DeclaredHost;
  /** How the test of it travelled; absent before. */
  transport?: Transport;
}

/**
 * The connection as it is kept after a test: one that had TLS is not made without again, until the reader chooses
 * another mode for it.
 */
export function tested(connection: Connection, transport: Transport): Connection {
  const { target } = connection;
  const raised = transport.kind === 'tls' && [undefined, 'preferred'].includes(target.sslMode);
  // What is in force where none is stated beside a CA.
  const verifies = target.sslMode === undefined && target.sslCa !== undefined;
  const sslMode = verifies ? 'verify-ca' : 'required';
  return { ...connection, transport, ...(raised ? { target: { ...target, sslMode } } : {}) };
}

/** What every call that connects wants. */
export function requestOf({ target, password, sshPassword, saved }: Connection): ConnectRequest {
  return {
    target,
    secrets: defined({
      password: password === '' ? undefined : password,
      sshPassword: sshPassword === '' ? undefined : sshPassword,
      saved: saved === '' ? undefined : saved,
    }),
  };
}

export type FieldErrors = Partial<Record<keyof ConnectionForm, string>>;

/** Reads the form; every field that cannot be used is named with what it should be. */
export function readForm(
  form: ConnectionForm,
): { ok: true; connection: Connection } | { ok: false; errors: FieldErrors } {
  const errors: FieldErrors = {};
  if (form.name.trim().length > profileNameLimit) errors.name = texts.atMostCharacters(profileNameLimit);
  if (form.group.trim().length > profileGroupLimit) errors.group = texts.atMostCharacters2(profileGroupLimit);
  const port = wholeNumber(form.port, 1, 65_535);
  if (form.kind === 'tcp' && port === null) errors.port = texts.aWholeNumberFrom1;
  if (form.kind === 'socket' && form.socket.trim() === '') errors.socket = texts.thePathOfTheSocket;
  const memory = sizeWithin(form.memory, declaredHostBounds.memoryBytes);
  if (memory === null) errors.memory = texts.aSizeWithItsUnit;
  const dataSize = sizeWithin(form.dataSize, declaredHostBounds.dataBytes);
  if (dataSize === null) errors.dataSize = texts.aSizeWithItsUnitSuch;
  const cpus = wholeNumber(form.cpus, ...declaredHostBounds.cpus);
  if (cpus === null) errors.cpus = texts.aWholeNumber;
  const iops = wholeNumber(form.iops, ...declaredHostBounds.iops);
  if (iops === null) errors.iops = texts.aWholeNumberOfOperations;
  const sshPort = wholeNumber(form.sshPort, 1, 65_535);
  if (sshPort === null) errors.sshPort = texts.aWholeNumberFrom1;
  const sshGiven = [form.sshPort, form.sshUser, form.sshKey, form.sshKnownHosts, form.sshPassword];
  const sshHost = text(form.sshHost);
  if (sshHost === undefined && sshGiven.some((value) => value.trim() !== '')) {
    errors.sshHost = texts.theSshHostToGo;
  }
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  const numbers = { port, sshPort, memory, dataSize, cpus, iops };
  return { ok: true, connection: connectionOf(form, numbers) };
}

/** A size in bytes; undefined: none given, null: none, or none such a host has. */
function sizeWithin(given: string, [least, most]: readonly [number, number]): number | null | undefined {
  if (given.trim() === '') return undefined;
  const bytes = parseSize(given);
  return bytes === null || bytes < least || bytes > most ? null : bytes;
}

/** Of a form whose fields can be used. @param numbers null stands in fields of the way that was not chosen */
function connectionOf(
  form: ConnectionForm,
  {
    port,
    sshPort,
    memory,
    dataSize,
    cpus,
    iops,
  }: Record<'port' | 'sshPort' | 'memory' | 'dataSize' | 'cpus' | 'iops', number | null | undefined>,
): Connection {
  const tcp = form.kind === 'tcp';
  return {
    password: form.password,
    sshPassword: form.sshPassword,
    saved: form.saved,
    colour: form.colour,
    target: defined({
      host: tcp ? text(form.host) : undefined,
      port: tcp ? (port ?? undefined) : undefined,
      socket: tcp ? undefined : text(form.socket),
      user: text(form.user),
      sslMode: form.sslMode === '' ? undefined : form.sslMode,
      sslCa: text(form.sslCa),
      sslCert: text(form.sslCert),
      sslKey: text(form.sslKey),
      serverPublicKeyPath: text(form.serverPublicKeyPath),
      getServerPublicKey: form.getServerPublicKey ? true : undefined,
      defaultsFile: text(form.defaultsFile),
      defaultsGroupSuffix: text(form.defaultsGroupSuffix),
      loginPath: text(form.loginPath),
      ssh: sshOf(form, sshPort),
    }),
    declaredHost: defined({
      memoryBytes: memory ?? undefined,
      cpus: cpus ?? undefined,
      storage: form.storage === '' ? undefined : form.storage,
      iops: iops ?? undefined,
      dataBytes: dataSize ?? undefined,
    }),
  };
}

function sshOf(form: ConnectionForm, port: number | null | undefined): SshTarget | undefined {
  const host = text(form.sshHost);
  if (host === undefined) return undefined;
  const rest = {
    port: port ?? undefined,
    user: text(form.sshUser),
    key: text(form.sshKey),
    knownHosts: text(form.sshKnownHosts),
  };
  return { host, ...defined(rest) };
}

function text(value: string): string | undefined {
  const trimmed = value.trim();
  return trimmed === '' ? undefined : trimmed;
}

/** undefined when empty, null when it is not a whole number in the range. */
function wholeNumber(value: string, low: number, high: number): number | null | undefined {
  if (value.trim() === '') return undefined;
  const number = Number(value);
  return Number.isInteger(number) && number >= low && number <= high ? number : null;
}
