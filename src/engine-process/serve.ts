import { LatchkeyError, toLatchkeyError } from '../shared/base/error';
import type { JobContext } from '../shared/progress';
import { type EngineCall, type RpcName, type RpcReply, rpcContract } from '../shared/rpc';
import { type FromEngine, type ToEngine, toEngineSchema } from '../shared/rpc/engine-messages';
import { texts } from './texts';

/** The part of the engine that this process serves. */
export interface ServedEngine {
  /** The input has been validated by main before it came here. */
  call(name: EngineCall, input: unknown, job: JobContext): Promise<unknown>;
  close(): Promise<void>;
}

/** One end of the channel to main. */
export interface EnginePort {
  post(message: FromEngine): void;
}

/** Takes what main sends. Every request is answered exactly once; nothing that happens here throws. */
export interface EngineServer {
  receive(message: unknown): Promise<void>;
  /** Reports a failure that belongs to no request. */
  fault(thrown: unknown): void;
}

/**
 * Serves an engine over a port: an AbortController per request, errors as documents, progress as it comes.
 * @param exit ends the process once everything is closed
 */
export function serveEngine(engine: ServedEngine, port: EnginePort, exit: () => void): EngineServer {
  const running = new Map<string, AbortController>();
  const settled = new Set<Promise<void>>();
  let closing = false;

  const fault = (thrown: unknown) => port.post({ kind: 'fault', message: describeFault(thrown) });

  async function answer({ requestId, name, input }: Extract<ToEngine, { kind: 'request' }>): Promise<void> {
    if (closing) {
      // The process ends when what runs now is over: a change that began here would be cut off.
      const error = new LatchkeyError('cancelled', texts.latchkeyIsClosing).toDocument();
      port.post({ kind: 'reply', requestId, reply: { ok: false, error } });
      return;
    }
    const controller = new AbortController();
    running.set(requestId, controller);
    const reply = await callEngine(engine, name, input, {
      signal: controller.signal,
      report: (progress) => {
        if (running.has(requestId)) port.post({ kind: 'progress', requestId, progress });
      },
    });
    running.delete(requestId);
    port.post({ kind: 'reply', requestId, reply });
  }

  async function close(): Promise<void> {
    closing = true;
    for (const controller of running.values()) controller.abort();
    await Promise.all(settled);
    try {
      await engine.close();
    } catch (thrown) {
      fault(thrown);
    }
    port.post({ kind: 'closed' });
    exit();
  }

  return {
    fault,
    receive: async (message) => {
      const parsed = toEngineSchema.safeParse(message);
      if (!parsed.success) {
        fault(new LatchkeyError('internal', texts.messageNotUnderstood));
        return;
      }
      if (parsed.data.kind === 'cancel') running.get(parsed.data.requestId)?.abort();
      else if (parsed.data.kind === 'close') await close();
      else {
        const work = answer(parsed.data).catch(fault);
        settled.add(work);
        await work;
        settled.delete(work);
      }
    },
  };
}

async function callEngine(
  engine: ServedEngine,
  name: RpcName,
  input: unknown,
  job: JobContext,
): Promise<RpcReply> {
  try {
    if (!isEngineCall(name)) throw new LatchkeyError('internal', texts.notAnswered(name));
    return { ok: true, value: await engine.call(name, input, job) };
  } catch (thrown) {
    return { ok: false, error: toLatchkeyError(thrown).toDocument() };
  }
}

function isEngineCall(name: RpcName): name is EngineCall {
  return rpcContract[name].by === 'engine';
}

function describeFault(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}
