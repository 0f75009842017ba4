import { type ErrorCode, LatchkeyError, toLatchkeyError } from '../shared/base/error';
import type { Progress } from '../shared/progress';
import {
  type EngineCall,
  type RpcInput,
  type RpcName,
  type RpcOutput,
  type RpcReply,
  rpcContract,
  rpcRequestSchema,
} from '../shared/rpc';
import type { EngineProcess } from './engine-process';
import type { GrantedPaths } from './granted-paths';
import { texts } from './texts';

export type MainCall = Exclude<RpcName, EngineCall>;
export type MainCalls = { [N in MainCall]: (input: RpcInput<N>) => Promise<RpcOutput<N>> };

/** Who sent a message, as far as it can be checked. */
export interface Sender {
  url: string;
  isMainFrame: boolean;
}

export interface RpcServer {
  /** Answers one request. Never rejects. */
  answer(
    sender: Sender,
    request: unknown,
    onProgress: (requestId: string, progress: Progress) => void,
  ): Promise<RpcReply>;
  /** Cancels a request of this window; the requests of other windows are none of its business. */
  cancel(sender: Sender, requestId: unknown): void;
  /** Lets the window read what the user gave it: by a drop, the recent list, or the command line. */
  grantFile(path: string): void;
  /** The same of a drop, which its preload script shows. */
  dropped(sender: Sender, path: unknown): void;
  /** Cancels everything that this window asked for, because its page is gone. */
  cancelAll(): void;
}

/**
 * The only door from one window: checks who asks, validates the request and its input, has it answered by main or by
 * the engine, and validates what goes back (Electron security checklist, item 17).
 */
export function createRpcServer(options: {
  isOwnPage(url: string): boolean;
  engine: Pick<EngineProcess, 'call' | 'cancel'>;
  main: MainCalls;
  paths: GrantedPaths;
  /** Adds the passwords that the keychain holds to a request that names them. */
  addSecrets(input: unknown): Promise<unknown>;
  /** Called with the path of each snapshot file that was opened or taken. */
  onSnapshotFile?(path: string): void;
}): RpcServer {
  const running = new Set<string>();

  async function answer(
    sender: Sender,
    message: unknown,
    onProgress: (requestId: string, progress: Progress) => void,
  ): Promise<RpcReply> {
    try {
      checkSender(sender);
      const { requestId, name, input } = parse(rpcRequestSchema, message, 'usage', texts.theRequestIsNotPart);
      const schemas: { input: Parser<unknown>; output: Parser<unknown> } = rpcContract[name];
      const valid = parse(schemas.input, input, 'usage', texts.theInputIsNotValid(name));
      await options.paths.check(name, valid);
      const value = isMainCall(name)
        ? await callMain(name, valid)
        : await callEngine(requestId, name, await options.addSecrets(valid), onProgress);
      const output = parse(schemas.output, value, 'internal', texts.theAnswerIsNotValid(name));
      options.paths.grantAnswer(name, output);
      if (name === 'snapshot.open' || name === 'snapshot.take' || name === 'metrics.snapshot') {
        options.onSnapshotFile?.(rpcContract[name].output.parse(output).path);
      }
      return { ok: true, value: output };
    } catch (thrown) {
      return { ok: false, error: toLatchkeyError(thrown).toDocument() };
    }
  }

  function checkSender(sender: Sender): void {
    if (sender.isMainFrame && options.isOwnPage(sender.url)) return;
    throw new LatchkeyError('internal', texts.refusedTheRequestDoesNotCome);
  }

  async function callEngine(
    requestId: string,
    name: EngineCall,
    input: unknown,
    onProgress: (requestId: string, progress: Progress) => void,
  ): Promise<unknown> {
    running.add(requestId);
    const reply = await options.engine.call(requestId, name, input, (progress) =>
      onProgress(requestId, progress),
    );
    running.delete(requestId);
    if (reply.ok) return reply.value;
    const { code, message, hint, cause } = reply.error;
    throw new LatchkeyError(code, message, { hint, cause });
  }

  function callMain<N extends MainCall>(name: N, input: unknown): Promise<unknown> {
    // Indexing a table of functions by a union loses the pairing of name and input; the schema has just proved it.
    const handler: { call(input: unknown): Promise<unknown> } = { call: options.main[name] };
    return handler.call(input);
  }

  return {
    answer,
    cancel: (sender, requestId) => {
      checkSender(sender);
      if (typeof requestId === 'string' && running.has(requestId)) options.engine.cancel(requestId);
    },
    grantFile: (path) => options.paths.grant(path, ['read']),
    dropped: (sender, path) => {
      checkSender(sender);
      if (typeof path === 'string' && path !== '') options.paths.grant(path, ['read']);
    },
    cancelAll: () => {
      for (const requestId of running) options.engine.cancel(requestId);
    },
  };
}

function isMainCall(name: RpcName): name is MainCall {
  return rpcContract[name].by === 'main';
}

interface Parser<T> {
  safeParse(
    value: unknown,
  ):
    | { success: true; data: T }
    | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } };
}

function parse<T>(schema: Parser<T>, value: unknown, code: ErrorCode, what: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where =
    issue === undefined || issue.path.length === 0 ? '' : ` at ${issue.path.map(String).join('.')}`;
  throw new LatchkeyError(code, `${what}${where}: ${issue?.message ?? 'unknown'}.`);
}
