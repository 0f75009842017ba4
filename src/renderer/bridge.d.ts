import type { ErrorDocument } from '../shared/base/error';
import type { Progress } from '../shared/progress';
import type { RpcEvent, RpcInput, RpcName, RpcOutput } from '../shared/rpc';

declare global {
  /** What a call comes to. Main has validated the value against the contract before it crosses. */
  type RpcResult<N extends RpcName> = { ok: true; value: RpcOutput<N> } | { ok: false; error: ErrorDocument };

  interface Window {
    /** Exposed by the preload script (src/preload/bridge.ts). */
    readonly latchkey: {
      call<N extends RpcName>(
        name: N,
        input: RpcInput<N>,
        onProgress?: (progress: Progress) => void,
      ): { requestId: string; reply: Promise<RpcResult<N>> };
      cancel(requestId: string): void;
      onEvent(listener: (event: RpcEvent) => void): () => void;
      pathForFile(file: File): string;
    };
  }
}
