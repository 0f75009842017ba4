import { defined } from '../shared/base/defined';
import type { EngineCall } from '../shared/rpc';
import { analysisCalls } from './analysis';
import { appCalls } from './app';
import type { CallContext } from './base/calls';
import { changeCalls } from './change';
import { chunksCalls } from './chunks';
import { compareCalls } from './compare';
import { connectionCalls } from './connection';
import { decisionsCalls } from './decisions';
import { fleetCalls } from './fleet';
import { historyCalls } from './history';
import { importCalls } from './import';
import { metricsCalls } from './metrics';
import { planCalls } from './plan';
import { probeCalls } from './probe';
import { proofCalls } from './proof';
import { recordingCalls } from './recording';
import { reportCalls } from './report';
import { rulesCalls } from './rules';
import { createServices, type EngineOptions, type Services } from './services';
import { snapshotCalls } from './snapshot';
import { watchCalls } from './watch';
import { workCalls } from './work';

export type { Ask, CallContext, ProposedChange } from './base/calls';
export { defaultPaths } from './base/paths';

/**
 * Every call that the engine answers: those of the RPC contract, one file a domain beside its part of the contract; and
 * those with documents that do not leave this process.
 */
function createCalls(services: Services, recordings: ReturnType<typeof recordingCalls>['calls']) {
  return {
    ...appCalls(services),
    ...connectionCalls(services),
    ...snapshotCalls(services),
    ...importCalls(services),
    ...historyCalls(services),
    ...metricsCalls(services),
    ...workCalls(services),
    ...recordings,
    ...watchCalls(services),
    ...analysisCalls(services),
    ...compareCalls(services),
    ...fleetCalls(services),
    ...planCalls(services),
    ...changeCalls(services),
    ...decisionsCalls(services),
    ...rulesCalls(services),
    ...reportCalls(services),
    ...probeCalls(services),
    ...proofCalls(services),
    ...chunksCalls(services),
  } satisfies Record<EngineCall, unknown>;
}

type Handlers = ReturnType<typeof createCalls>;
export type CallName = keyof Handlers;
export type CallInput<N extends CallName> = Handlers[N] extends (
  input: infer I,
  context: CallContext,
) => unknown
  ? unknown extends I
    ? Record<string, never>
    : I
  : never;
export type CallOutput<N extends CallName> = Awaited<ReturnType<Handlers[N]>>;
/** The engine's calls by name. */
export type Calls = {
  [N in CallName]: (input: CallInput<N>, context: CallContext) => Promise<CallOutput<N>>;
};

/** The one service behind the window and the command line. Everything that fails throws a `LatchkeyError`. */
export interface Engine {
  /** @param context what is absent of it: never cancelled, nobody is reported of progress, and nobody can be asked */
  call<N extends CallName>(
    name: N,
    input: CallInput<N>,
    context?: Partial<CallContext>,
  ): Promise<CallOutput<N>>;
  /** Whether this process has a change of a server in hand, or is restoring one. */
  changing(): boolean;
  /** Ends what runs in the background and closes the databases. */
  close(): Promise<void>;
}

export function createEngine(options: EngineOptions): Engine {
  const services = createServices(options);
  const recordings = recordingCalls(services);
  const calls: Calls = createCalls(services, recordings.calls);
  const connecting = defined({ connecting: options.onConnecting });
  return {
    call: (name, input, context) =>
      calls[name](input, {
        signal: new AbortController().signal,
        report: () => {},
        ...context,
        ...connecting,
      }),
    changing: () => services.journal.inHand > 0,
    close: async () => {
      await recordings.close();
      await services.databases.close();
    },
  };
}
