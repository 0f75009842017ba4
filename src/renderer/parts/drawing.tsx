import { type ReactNode, useRef } from 'react';
import { toCsv } from '../../shared/csv';
import type { Table } from '../../shared/snapshot';
import { drawingImage } from '../../view/drawing-image';
import { useApp } from '../state/app-state';
import { saveChart } from './save-chart';

/**
 * A drawing that can be saved as a picture and as its numbers.
 * @param numbers what the drawing shows; the page itself has them as a table beside it
 */
export function Drawing({
  title,
  numbers,
  children,
}: {
  title: string;
  numbers: Table;
  children: ReactNode;
}) {
  const { notify } = useApp();
  const frame = useRef<HTMLDivElement>(null);
  const name = title.replaceAll(/[^\w.-]+/g, '-');
  const save = (kind: 'csv' | 'png') => {
    if (kind === 'csv') void saveChart({ kind, name: `${name}.csv`, text: toCsv(numbers) }, notify);
    else if (frame.current !== null)
      void saveChart({ kind, name: `${name}.png`, base64: drawingImage(frame.current, title) }, notify);
  };
  return (
    <div className="drawing">
      <div ref={frame}>{children}</div>
      <div className="drawing-actions">
        {(['csv', 'png'] as const).map((kind) => (
          <button key={kind} type="button" className="quiet" onClick={() => save(kind)}>
            <span className="unseen">Save {title} as </span>
            {kind.toUpperCase()}
          </button>
        ))}
      </div>
    </div>
  );
}
