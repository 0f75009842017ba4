import { readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { defined } from '../../shared/base/defined';
import { LatchkeyError, toLatchkeyError } from '../../shared/base/error';
import {
  type ConnectionSecrets,
  type ConnectionTarget,
  connectionSecretsSchema,
  connectionTargetSchema,
  sslModes,
} from '../../shared/connection';
import {
  type MetricsSecrets,
  type MetricsSource,
  metricsSecretsSchema,
  metricsSourceSchema,
} from '../../shared/metrics-store';
import { makeOwnFolder } from '../own-folder';
import { texts } from './texts';

/** What seals a text so that only this user of this machine opens it. */
export interface Keychain {
  /** Why there is none here, as a sentence; null: there is one. */
  unavailable(): string | null;
  seal(text: string): Buffer;
  open(sealed: Buffer): string;
}

/** Where kept secrets may go, and the secrets: of a server, or of a metrics store. */
export type Kept =
  | { target: ConnectionTarget; secrets: ConnectionSecrets }
  | { source: MetricsSource; secrets: MetricsSecrets };

/** Passwords of saved profiles, and tokens of saved metrics stores. They never go back to the window: main adds them to the requests that name them. */
export interface SecretVault {
  list(): Promise<{ unavailable: string | null; profiles: string[] }>;
  /** @throws LatchkeyError 'usage' where there is no keychain */
  save(profileId: string, kept: Kept): Promise<void>;
  forget(profileId: string): Promise<boolean>;
  /**
   * The request with the kept passwords in place of `secrets.saved`; any other request as it is.
   * @throws LatchkeyError 'access-denied' when none is kept, or it was kept for another target
   */
  addTo(input: unknown): Promise<unknown>;
}

const fileSchema = z.record(z.string(), z.object({ sealed: z.string() }));
/** The target, or the store, is sealed together with the password, so that it cannot be sent to another. */
const sealedSchema = z.union([
  z.object({ target: z.string(), secrets: connectionSecretsSchema }),
  z.object({ store: z.string(), secrets: metricsSecretsSchema }),
]);
type Sealed = z.infer<typeof sealedSchema>;
const requestSchema = z.looseObject({
  target: connectionTargetSchema,
  secrets: connectionSecretsSchema.extend({ saved: z.string() }),
});
const storeRequestSchema = z.looseObject({
  source: metricsSourceSchema,
  secrets: metricsSecretsSchema.extend({ saved: z.string() }),
});
/** A snapshot that carries the history of a store along. */
const carryingSchema = z.looseObject({ history: storeRequestSchema });
const nestedSchema = z.looseObject({ connection: requestSchema });
/** A round of snapshots: one server that gets no password is no reason to ask none. */
const listedSchema = z.looseObject({ servers: z.array(z.unknown()) });
const askingSchema = z.looseObject({ secrets: z.looseObject({ saved: z.string() }) });

export function createSecretVault(file: string, keychain: Keychain): SecretVault {
  async function read(): Promise<z.infer<typeof fileSchema>> {
    try {
      return fileSchema.parse(JSON.parse(await readFile(file, 'utf8')));
    } catch {
      // None yet, or not readable: the passwords are asked again.
      return {};
    }
  }

  async function write(content: z.infer<typeof fileSchema>): Promise<void> {
    makeOwnFolder(dirname(file));
    await writeFile(`${file}.new`, JSON.stringify(content), { mode: 0o600 });
    await rename(`${file}.new`, file);
  }

  async function open(saved: string): Promise<Sealed> {
    const kept = (await read())[saved];
    if (kept === undefined || keychain.unavailable() !== null) throw notKept(texts.noPasswordIsKeptFor);
    try {
      return sealedSchema.parse(JSON.parse(keychain.open(Buffer.from(kept.sealed, 'base64'))));
    } catch (cause) {
      throw notKept(texts.theKeychainDoesNotOpen, cause);
    }
  }

  async function fill(request: z.infer<typeof requestSchema>): Promise<unknown> {
    const { saved, ...typed } = request.secrets;
    const opened = await open(saved);
    if (!('target' in opened) || !isSame(opened.target, request.target)) {
      throw notKept(texts.theKeptPasswordBelongsTo);
    }
    return { ...request, secrets: { ...opened.secrets, ...typed } };
  }

  async function fillStore(request: z.infer<typeof storeRequestSchema>): Promise<unknown> {
    const { saved, ...typed } = request.secrets;
    const opened = await open(saved);
    if (!('store' in opened) || opened.store !== storeMark(request.source)) {
      throw notKept(texts.theKeptTokenBelongsTo);
    }
    return { ...request, secrets: { ...opened.secrets, ...typed } };
  }

  /** One of a list of requests: where no password can be added, it goes on without a connection, with the reason. */
  async function fillOne(one: unknown): Promise<unknown> {
    const request = requestSchema.safeParse(one);
    if (!request.success) return one;
    try {
      return await fill(request.data);
    } catch (thrown) {
      return { ...request.data, secrets: {}, problem: toLatchkeyError(thrown).toDocument() };
    }
  }

  return {
    list: async () => {
      const unavailable = keychain.unavailable();
      return { unavailable, profiles: unavailable === null ? Object.keys(await read()) : [] };
    },
    save: async (profileId, kept) => {
      const unavailable = keychain.unavailable();
      if (unavailable !== null) {
        throw new LatchkeyError('usage', texts.thePasswordCannotBeKept(unavailable));
      }
      const { saved: _saved, ...secrets } = kept.secrets;
      const place = 'target' in kept ? { target: markOf(kept.target) } : { store: storeMark(kept.source) };
      const sealed = keychain.seal(JSON.stringify({ ...place, secrets })).toString('base64');
      await write({ ...(await read()), [profileId]: { sealed } });
    },
    forget: async (profileId) => {
      const { [profileId]: dropped, ...kept } = await read();
      if (dropped === undefined) return false;
      await write(kept);
      return true;
    },
    addTo: async (asked) => {
      const carrying = carryingSchema.safeParse(asked);
      const input = carrying.success
        ? { ...carrying.data, history: await fillStore(carrying.data.history) }
        : asked;
      const listed = listedSchema.safeParse(input);
      if (listed.success)
        return { ...listed.data, servers: await Promise.all(listed.data.servers.map(fillOne)) };
      const nested = nestedSchema.safeParse(input);
      if (nested.success) return { ...nested.data, connection: await fill(nested.data.connection) };
      const request = requestSchema.safeParse(input);
      if (request.success) return fill(request.data);
      const ofStore = storeRequestSchema.safeParse(input);
      if (ofStore.success) return fillStore(ofStore.data);
      if (askingSchema.safeParse(input).success) {
        throw notKept(texts.aKeptPasswordIsOnly);
      }
      return input;
    },
  };
}

function notKept(message: string, cause?: unknown): LatchkeyError {
  return new LatchkeyError('access-denied', message, { hint: texts.typeThePassword, ...defined({ cause }) });
}

/**
 * Whether a password kept for one target may go to another: to the same alone, or to the same with a TLS mode that
 * demands more, as a connection is saved once it had TLS.
 */
function isSame(kept: string, target: ConnectionTarget): boolean {
  if (kept === markOf(target)) return true;
  const before = connectionTargetSchema.safeParse(JSON.parse(kept));
  if (!before.success) return false;
  const rank = ({ sslMode }: ConnectionTarget) => sslModes.indexOf(sslMode ?? 'preferred');
  const { sslMode: _, ...rest } = target;
  const { sslMode: __, ...keptRest } = before.data;
  return markOf(rest) === markOf(keptRest) && rank(target) > rank(before.data);
}

/** What decides where a token goes, and who can read it on its way. */
function storeMark({ url, user, caFile }: MetricsSource): string {
  return JSON.stringify([url, user ?? null, caFile ?? null]);
}

/** The target in one spelling, whatever the order of its keys. */
function markOf(target: ConnectionTarget): string {
  return JSON.stringify(target, [...new Set(keysOf(target))].sort());
}

function keysOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...keysOf(inner)]);
}
