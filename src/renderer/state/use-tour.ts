import { useState } from 'react';
import { call } from './call';

const key = 'tour';
/** The sample that the tour goes through. */
const sampleName = 'mysql-9.7-starved-redo';

export interface Tour {
  /** The step that stands, from 0; null: no tour. */
  step: number | null;
  /** Nobody has taken or turned down the tour yet. */
  offered: boolean;
  start(): Promise<void>;
  goTo(step: number): void;
  /** Ended, skipped or turned down: it is not offered again, but is still in the menu. */
  end(): void;
}

/** @param openPath opens the sample */
export function useTour(openPath: (path: string) => Promise<void>): Tour {
  const [step, setStep] = useState<number | null>(null);
  const [offered, setOffered] = useState(() => localStorage.getItem(key) === null);
  const end = () => {
    localStorage.setItem(key, 'seen');
    setOffered(false);
    setStep(null);
  };
  return {
    step,
    offered,
    end,
    goTo: setStep,
    start: async () => {
      const samples = await call('snapshot.samples', {});
      const sample = samples.ok
        ? (samples.value.find(({ name }) => name === sampleName) ?? samples.value[0])
        : undefined;
      if (sample === undefined) return;
      await openPath(sample.path);
      end();
      setStep(0);
    },
  };
}
