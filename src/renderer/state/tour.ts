import { call } from './call';
import { createStore, type Store } from './store';

const key = 'tour';
/** The sample that the tour goes through. */
const sampleName = 'mysql-9.7-starved-redo';

export interface TourState {
  /** The step that stands, from 0; null: no tour. */
  step: number | null;
  /** Nobody has taken or turned down the tour yet. */
  offered: boolean;
}

export interface Tour {
  start(): Promise<void>;
  goTo(step: number): void;
  /** Ended, skipped or turned down: it is not offered again, but is still in the menu. */
  end(): void;
}

export function createTourState(): Store<TourState> {
  return createStore<TourState>({ step: null, offered: localStorage.getItem(key) === null });
}

/** @param openPath opens the sample */
export function createTour(state: Store<TourState>, openPath: (path: string) => Promise<void>): Tour {
  const end = () => {
    localStorage.setItem(key, 'seen');
    state.set({ step: null, offered: false });
  };
  const goTo = (step: number) => state.set({ ...state.get(), step });
  return {
    end,
    goTo,
    start: async () => {
      const samples = await call('snapshot.samples', {});
      const sample = samples.ok
        ? (samples.value.find(({ name }) => name === sampleName) ?? samples.value[0])
        : undefined;
      if (sample === undefined) return;
      await openPath(sample.path);
      end();
      goTo(0);
    },
  };
}
