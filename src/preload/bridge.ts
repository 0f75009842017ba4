import type { Progress } from '../shared/progress';
import type { RpcEvent, RpcName, RpcReply, RpcRequest } from '../shared/rpc';

/** What the page finds as `window.latchkey`. */
export interface Bridge {
  /** Sends one call of the contract; main validates it. The reply is a document, never a rejection. */
  call(
    name: RpcName,
    input: unknown,
    onProgress?: (progress: Progress) => void,
  ): { requestId: string; reply: Promise<RpcReply> };
  cancel(requestId: string): void;
  /** Events that came before the first listener are handed to it. Returns how to stop listening. */
  onEvent(listener: (event: RpcEvent) => void): () => void;
  /** Path of a file that the user dropped; '' when it has none. */
  pathForFile(file: File): string;
}

/** The functions of Electron that the bridge stands on. */
export interface BridgeParts {
  newId(): string;
  invoke(request: RpcRequest): Promise<RpcReply>;
  cancel(requestId: string): void;
  listen(receive: (event: RpcEvent) => void): void;
  pathOf(file: File): string;
  /** Shows main the path of a file that the user gave; it may then be read. */
  dropped(path: string): void;
}

export function createBridge(parts: BridgeParts): Bridge {
  const progress = new Map<string, (progress: Progress) => void>();
  const listeners = new Set<(event: RpcEvent) => void>();
  const early: RpcEvent[] = [];

  parts.listen((event) => {
    if (event.kind === 'progress') progress.get(event.requestId)?.(event.progress);
    else if (listeners.size === 0) early.push(event);
    else for (const listener of listeners) listener(event);
  });

  return {
    call: (name, input, onProgress) => {
      const requestId = parts.newId();
      if (onProgress !== undefined) progress.set(requestId, onProgress);
      const reply = parts.invoke({ requestId, name, input }).finally(() => progress.delete(requestId));
      return { requestId, reply };
    },
    cancel: (requestId) => parts.cancel(String(requestId)),
    onEvent: (listener) => {
      listeners.add(listener);
      for (const event of early.splice(0)) listener(event);
      return () => {
        listeners.delete(listener);
      };
    },
    pathForFile: (file) => {
      const path = parts.pathOf(file);
      if (path !== '') parts.dropped(path);
      return path;
    },
  };
}
