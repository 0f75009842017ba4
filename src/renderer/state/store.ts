import { useSyncExternalStore } from 'react';

/** One value that components and plain functions share. Only what reads it renders when it changes. */
export interface Store<T> {
  get(): T;
  set(next: T): void;
  /** @returns ends the subscription */
  subscribe(listener: () => void): () => void;
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/**
 * The part of a store's value that `select` picks; the component renders again when that part changes.
 * @param select a text, a number or an object that stands in the value: a new object each time would never be the same
 */
export function useStore<T, Part>(store: Store<T>, select: (value: T) => Part): Part {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}
