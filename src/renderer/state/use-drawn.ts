import { useEffect, useRef, useState } from 'react';
import type { ErrorDocument } from '../../shared/base/error';
import type { DrawnSeries } from '../../shared/recording';
import { call } from './call';

/** Where series come from: what the open snapshot sampled, the history that it carries (by its id too), or a recording. */
export type SourceRef =
  | { kind: 'snapshot'; id: string }
  | { kind: 'history'; id: string }
  | { kind: 'recording'; id: string };

export interface DrawingRequest {
  ref: SourceRef;
  names: readonly string[];
  fromMs: number;
  toMs: number;
  pixels: number;
  averagesMs: readonly number[];
}

export interface Drawing {
  /** The last that came; null before the first. */
  series: DrawnSeries[] | null;
  error: ErrorDocument | null;
  /** What was asked for last is on its way. */
  waiting: boolean;
}

/**
 * Series at the resolution of the screen. While a request is under way only the last of those that follow is kept, so
 * that turning a wheel does not line up work; until then what came before stays.
 */
export function useDrawn(request: DrawingRequest): Drawing {
  const [drawing, setDrawing] = useState<Omit<Drawing, 'waiting'> & { key: string }>({
    key: '',
    series: null,
    error: null,
  });
  const waiting = useRef<DrawingRequest | null>(null);
  const busy = useRef(false);
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);
  const key = JSON.stringify(request);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for `request`
  useEffect(() => {
    waiting.current = request;
    const drawAll = async () => {
      busy.current = true;
      for (let wanted = waiting.current; wanted !== null && !gone.current; wanted = waiting.current) {
        waiting.current = null;
        const reply = await draw(wanted);
        if (gone.current) break;
        setDrawing((before) =>
          reply.ok
            ? { key: JSON.stringify(wanted), series: reply.value, error: null }
            : { key: JSON.stringify(wanted), series: before.series, error: reply.error },
        );
      }
      busy.current = false;
    };
    if (!busy.current) void drawAll();
  }, [key]);
  return { ...drawing, waiting: drawing.key !== key };
}

const drawnBy = {
  snapshot: 'snapshot.drawn',
  history: 'snapshot.historyDrawn',
  recording: 'recording.series',
} as const;

function draw({ ref, names, fromMs, toMs, pixels, averagesMs }: DrawingRequest) {
  const name = drawnBy[ref.kind];
  return call(name, { id: ref.id, names: [...names], fromMs, toMs, pixels, averagesMs: [...averagesMs] });
}
