import { defined } from '../shared/base/defined';
import type { CallContext } from './base/calls';
import { type CallInput, type CallName, type CallOutput, DomainCalls } from './domains';
import { createServices, type EngineOptions } from './services';

export type { Ask, CallContext, ProposedChange } from './base/calls';
export { defaultPaths } from './base/paths';
export type { CallInput, CallName, CallOutput, Calls } from './domains';

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
  const calls = new DomainCalls(services);
  const connecting = defined({ connecting: options.onConnecting });
  return {
    call: (name, input, context) =>
      calls.handler(name).then((handler) =>
        handler(input, {
          signal: new AbortController().signal,
          report: () => {},
          ...context,
          ...connecting,
        }),
      ),
    changing: () => services.journal.inHand > 0,
    close: async () => {
      for (const end of services.endings) await end();
      await services.databases.close();
    },
  };
}
