import { useCallback, useEffect, useState } from 'react';
import type { ErrorDocument } from '../../shared/base/error';
import type { RpcInput, RpcName, RpcOutput } from '../../shared/rpc';

/** Something that is fetched: on its way, here, or failed with what to say about it. */
export type Loaded<T> =
  | { state: 'loading' }
  | { state: 'ready'; value: T }
  | { state: 'failed'; error: ErrorDocument };

/** One call of the contract, awaited. */
export function call<N extends RpcName>(name: N, input: RpcInput<N>): Promise<RpcResult<N>> {
  return window.latchkey.call(name, input).reply;
}

/**
 * Fetches when the input changes and on `reload`. While a reload runs the former value stays, so that nothing
 * flickers. An input of null fetches nothing.
 * @param keep the former value also stays while what another input asks for is on its way
 */
export function useCall<N extends RpcName>(
  name: N,
  input: RpcInput<N> | null,
  { keep = false }: { keep?: boolean } = {},
): { loaded: Loaded<RpcOutput<N>>; reload: () => void } {
  const key = JSON.stringify(input);
  const [result, setResult] = useState<{ key: string; loaded: Loaded<RpcOutput<N>> } | null>(null);
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for `input`, `round` for a reload
  useEffect(() => {
    if (input === null) return;
    let current = true;
    void call(name, input).then((reply) => {
      if (!current) return;
      const loaded: Loaded<RpcOutput<N>> = reply.ok
        ? { state: 'ready', value: reply.value }
        : { state: 'failed', error: reply.error };
      setResult({ key, loaded });
    });
    return () => {
      current = false;
    };
  }, [name, key, round]);

  const reload = useCallback(() => setRound((before) => before + 1), []);
  const shown = result !== null && (result.key === key || (keep && result.loaded.state === 'ready'));
  return { loaded: shown ? result.loaded : { state: 'loading' }, reload };
}
