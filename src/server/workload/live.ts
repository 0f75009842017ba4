import type { Load } from './load';

/** The traffic that the server has anyway: nothing is started, and nothing of it is ours to steer. */
export function liveLoad(): Load {
  return {
    program: null,
    processors: null,
    start: async () => undefined,
    reconnect: async () => undefined,
    clientCpuSeconds: async () => null,
    ownDigests: () => null,
    ownHistogram: () => null,
    errors: () => null,
    failure: () => null,
    stop: async () => undefined,
  };
}
