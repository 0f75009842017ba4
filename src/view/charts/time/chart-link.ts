/** The cursor that charts share: each shows the values of its own lines at the same moment. */
export interface ChartLink {
  /** Milliseconds since the start of what is drawn; null: nowhere. */
  readonly cursorMs: number | null;
  move(cursorMs: number | null): void;
  /** @returns how to stop listening */
  listen(onMove: (cursorMs: number | null) => void): () => void;
}

export function createChartLink(): ChartLink {
  const listeners = new Set<(cursorMs: number | null) => void>();
  let cursor: number | null = null;
  return {
    get cursorMs() {
      return cursor;
    },
    move: (next) => {
      if (next === cursor) return;
      cursor = next;
      for (const listener of listeners) listener(next);
    },
    listen: (onMove) => {
      listeners.add(onMove);
      return () => void listeners.delete(onMove);
    },
  };
}
