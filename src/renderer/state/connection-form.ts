import type { ConnectionTarget, DeclaredHost, SslMode } from '../../shared/connection';
import type { ConnectRequest, Profile } from '../../shared/rpc';
import { parseSize, sizeLiteral } from '../../shared/units';

type Storage = NonNullable<DeclaredHost['storage']>;

/** The Connect form as typed. Texts stay texts until they are used, so that nothing typed is lost. */
export interface ConnectionForm {
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
  defaultsFile: string;
  defaultsGroupSuffix: string;
  memory: string;
  cpus: string;
  storage: Storage | '';
  iops: string;
}

export const emptyForm: ConnectionForm = {
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
  defaultsFile: '',
  defaultsGroupSuffix: '',
  memory: '',
  cpus: '',
  storage: '',
  iops: '',
};

/** A former connection in the form; the password is asked again, as it is never kept. */
export function formFromProfile({ target, declaredHost }: Profile): ConnectionForm {
  return {
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
    defaultsFile: target.defaultsFile ?? '',
    defaultsGroupSuffix: target.defaultsGroupSuffix ?? '',
    memory: declaredHost.memoryBytes === undefined ? '' : sizeLiteral(declaredHost.memoryBytes),
    cpus: declaredHost.cpus === undefined ? '' : String(declaredHost.cpus),
    storage: declaredHost.storage ?? '',
    iops: declaredHost.iops === undefined ? '' : String(declaredHost.iops),
  };
}

/** How to reach a server, with the secret beside it. */
export interface Connection {
  target: ConnectionTarget;
  password: string;
  declaredHost: DeclaredHost;
}

/** What every call that connects wants. */
export function requestOf({ target, password }: Connection): ConnectRequest {
  return { target, secrets: password === '' ? {} : { password } };
}

export type FieldErrors = Partial<Record<keyof ConnectionForm, string>>;

/** Reads the form; every field that cannot be used is named with what it should be. */
export function readForm(
  form: ConnectionForm,
): { ok: true; connection: Connection } | { ok: false; errors: FieldErrors } {
  const errors: FieldErrors = {};
  const port = wholeNumber(form.port, 1, 65_535);
  if (form.kind === 'tcp' && port === null) errors.port = 'A whole number from 1 to 65535.';
  if (form.kind === 'socket' && form.socket.trim() === '') errors.socket = 'The path of the socket file.';
  const memory = form.memory.trim() === '' ? undefined : parseSize(form.memory);
  if (memory === null || memory === 0) errors.memory = 'A size such as 64G.';
  const cpus = wholeNumber(form.cpus, 1, 100_000);
  if (cpus === null) errors.cpus = 'A whole number.';
  const iops = wholeNumber(form.iops, 1, 1e9);
  if (iops === null) errors.iops = 'A whole number of operations per second.';
  if (Object.keys(errors).length > 0) return { ok: false, errors };

  const tcp = form.kind === 'tcp';
  return {
    ok: true,
    connection: {
      password: form.password,
      target: given({
        host: tcp ? text(form.host) : undefined,
        port: tcp ? (port ?? undefined) : undefined,
        socket: tcp ? undefined : text(form.socket),
        user: text(form.user),
        sslMode: form.sslMode === '' ? undefined : form.sslMode,
        sslCa: text(form.sslCa),
        sslCert: text(form.sslCert),
        sslKey: text(form.sslKey),
        defaultsFile: text(form.defaultsFile),
        defaultsGroupSuffix: text(form.defaultsGroupSuffix),
      }),
      declaredHost: given({
        memoryBytes: memory ?? undefined,
        cpus: cpus ?? undefined,
        storage: form.storage === '' ? undefined : form.storage,
        iops: iops ?? undefined,
      }),
    },
  };
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

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** The same object without the keys that hold undefined. */
function given<T extends Record<string, unknown>>(values: T): Given<T> {
  const kept: Given<T> = {};
  for (const key in values) {
    const value = values[key];
    if (isGiven(value)) kept[key] = value;
  }
  return kept;
}

function isGiven<V>(value: V): value is Exclude<V, undefined> {
  return value !== undefined;
}
