import { type ReactNode, useRef } from 'react';
import type { Table } from '../../shared/snapshot';
import { drawingImage } from '../../view/charts/drawing-image';
import { SaveChartButtons } from '../../view/charts/save-chart-buttons';
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
  return (
    <div className="drawing">
      <div ref={frame}>{children}</div>
      <div className="drawing-actions">
        <SaveChartButtons
          title={title}
          numbers={() => numbers}
          image={() => frame.current && drawingImage(frame.current, title)}
          onSave={(file) => void saveChart(file, notify)}
        />
      </div>
    </div>
  );
}
