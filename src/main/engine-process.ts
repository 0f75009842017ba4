import { LatchkeyError } from '../shared/base/error';
import type { Progress } from '../shared/progress';
import type { EngineCall, RpcReply } from '../shared/rpc';
import { fromEngineSchema, type ToEngine } from '../shared/rpc/engine-messages';
import { texts } from './texts';

/** The part of Electron's UtilityProcess that is used here. */
export interface ChildProcess {
  postMessage(message: ToEngine): void;
  kill(): boolean;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  on(event: 'exit', listener: (code: number) => void): unknown;
}

export interface EngineProcess {
  start(): void;
  /** Never rejects: a failure is a reply with an error document. */
  call(
    requestId: string,
    name: EngineCall,
    input: unknown,
    onProgress: (progress: Progress) => void,
  ): Promise<RpcReply>;
  cancel(requestId: string): void;
  /** Lets the engine finish and close; ends it by force after `limitMs`. */
  close(limitMs: number): Promise<void>;
}

interface Pending {
  resolve(reply: RpcReply): void;
  onProgress(progress: Progress): void;
}

/**
 * Keeps the engine's process. When it dies unasked, every pending request gets an error, the window is notified, and it
 * is started again, once: a second death means that something is wrong which another start would not fix.
 */
export function superviseEngine(options: {
  fork(): ChildProcess;
  /** Called with in sentences for the user when the process died. */
  onStopped(message: string): void;
  onFault(message: string): void;
}): EngineProcess {
  const pending = new Map<string, Pending>();
  let child: ChildProcess | null = null;
  let restarts = 0;
  let closing = false;
  let onExit: (() => void) | null = null;

  function start(): void {
    const started = options.fork();
    child = started;
    started.on('message', receive);
    started.on('exit', (code) => stopped(started, code));
  }

  function receive(message: unknown): void {
    const parsed = fromEngineSchema.safeParse(message);
    if (!parsed.success) {
      options.onFault(texts.theEngineSentAMessage);
      return;
    }
    switch (parsed.data.kind) {
      case 'progress':
        pending.get(parsed.data.requestId)?.onProgress(parsed.data.progress);
        return;
      case 'reply':
        pending.get(parsed.data.requestId)?.resolve(parsed.data.reply);
        pending.delete(parsed.data.requestId);
        return;
      case 'fault':
        options.onFault(parsed.data.message);
        return;
      case 'closed':
        return;
    }
  }

  function stopped(which: ChildProcess, code: number): void {
    if (which !== child) return;
    child = null;
    for (const { resolve } of pending.values()) resolve(failure(stoppedError(code)));
    pending.clear();
    onExit?.();
    if (closing) return;
    if (restarts > 0) {
      options.onStopped(texts.theEngineStoppedAgainCode(code));
      return;
    }
    restarts += 1;
    start();
    options.onStopped(texts.theEngineStoppedUnexpectedlyCode(code));
  }

  return {
    start,
    call: (requestId, name, input, onProgress) => {
      const current = child;
      if (current === null) return Promise.resolve(failure(notRunning()));
      if (pending.has(requestId)) return Promise.resolve(failure(duplicate(requestId)));
      return new Promise((resolve) => {
        pending.set(requestId, { resolve, onProgress });
        current.postMessage({ kind: 'request', requestId, name, input });
      });
    },
    cancel: (requestId) => {
      if (pending.has(requestId)) child?.postMessage({ kind: 'cancel', requestId });
    },
    close: (limitMs) =>
      new Promise((resolve) => {
        closing = true;
        const current = child;
        if (current === null) {
          resolve();
          return;
        }
        const timer = setTimeout(() => current.kill(), limitMs);
        onExit = () => {
          clearTimeout(timer);
          resolve();
        };
        current.postMessage({ kind: 'close' });
      }),
  };
}

function failure(error: LatchkeyError): RpcReply {
  return { ok: false, error: error.toDocument() };
}

function stoppedError(code: number): LatchkeyError {
  return new LatchkeyError('internal', texts.theEngineStoppedWhileIt(code), {
    hint: texts.itWasStartedAgainTry,
  });
}

function notRunning(): LatchkeyError {
  return new LatchkeyError('internal', texts.theEngineIsNotRunning, { hint: texts.restartLatchkey });
}

function duplicate(requestId: string): LatchkeyError {
  return new LatchkeyError('internal', texts.requestIsAlreadyRunning(requestId));
}
