import type { JobContext } from '../shared/progress';
import type { EngineCall, RpcInput, RpcOutput } from '../shared/rpc';

/** One handler for each call of the RPC contract that the engine answers. */
export type CallHandlers = {
  [N in EngineCall]: (input: RpcInput<N>, job: JobContext) => Promise<RpcOutput<N>>;
};
