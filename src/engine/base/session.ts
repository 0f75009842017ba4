import { completeFromLoginPath } from '../../files/options/login-path';
import { completeTarget } from '../../files/options/option-files';
import { holdsSecrets, type OpenOptions, openSession, type Session } from '../../server';
import type { ConnectionSecrets } from '../../shared/connection';
import type { JobContext } from '../../shared/progress';
import type { ConnectRequest } from '../../shared/rpc/connection';
import { unencryptedWarning } from '../../shared/transport';

/**
 * The request for a further session beside, or after, one that was opened with it: held to what that one was held to,
 * so that TLS which the first had is not lost to whoever takes the offer away later.
 */
export function heldTo<R extends ConnectRequest>(
  request: R,
  { target: { sslMode } }: Pick<Session, 'target'>,
): R {
  if (sslMode === undefined) return request;
  return { ...request, target: { ...request.target, sslMode } };
}

/** Opens further sessions to the server of one that may be lost: what was changed there is restored whatever happens. */
export function furtherSessions(
  request: ConnectRequest,
  session: Session,
  job: JobContext,
): <R>(use: (session: Session) => Promise<R>) => Promise<R> {
  // Not to be cancelled: it is what restores everything.
  const kept = { ...job, signal: new AbortController().signal };
  return (use) => withSession(heldTo(request, session), kept, use);
}

/**
 * Opens a session, runs `body` in it and closes it whatever happens. What the target leaves open is filled from
 * its login path and its option file; a password given by the caller wins over theirs. `body` is also given what the user should
 * know about that file (one that others can read), as sentences, and the secrets as completed.
 */
export async function withSession<T>(
  request: ConnectRequest,
  job: JobContext,
  body: (session: Session, warnings: string[], secrets: ConnectionSecrets) => Promise<T>,
  options: Pick<OpenOptions, 'renewable'> = {},
): Promise<T> {
  const over = job.connecting?.();
  try {
    return await inSession(request, job, body, options);
  } finally {
    over?.();
  }
}

async function inSession<T>(
  request: ConnectRequest,
  job: JobContext,
  body: (session: Session, warnings: string[], secrets: ConnectionSecrets) => Promise<T>,
  options: Pick<OpenOptions, 'renewable'>,
): Promise<T> {
  job.report({ done: 0, total: null, phase: 'connect', note: 'Connecting' });
  // A login path wins over the option file, as it does for clients, which read it last.
  const known = await completeFromLoginPath(request.target, request.secrets);
  const { target, secrets, warnings } = await completeTarget(known.target, known.secrets);
  for (const text of warnings) job.warn?.(text);
  const session = await openSession(target, secrets, {
    signal: job.signal,
    needsSecrets: holdsSecrets(request.secrets),
    ...options,
  });
  try {
    const unencrypted = unencryptedWarning(session.transport);
    if (unencrypted !== null) job.warn?.(unencrypted);
    return await body(session, warnings, secrets);
  } finally {
    await session.close();
  }
}
