import { useId, useRef } from 'react';
import { toCsv } from '../shared/csv';
import { ArmGridTable } from './arm-grid';
import { armGridImage } from './arm-grid-image';
import { type ArmGrid, describeGrid, gridTable } from './estimate-data';
import type { ChartFile } from './live-chart';

/** The heat map of two settings, in the window: a table that is its own numbers, and as a picture or as CSV. */
export function ArmGridChart({
  title,
  grid,
  higherIsBetter,
  onSave,
}: {
  title: string;
  grid: ArmGrid;
  /** Of the metric. */
  higherIsBetter: boolean;
  onSave: (file: ChartFile) => void;
}) {
  const id = useId();
  const figure = useRef<HTMLElement>(null);
  const name = title.replaceAll(/[^\w.-]+/g, '-').slice(0, 80);
  const savePng = () => {
    if (figure.current === null) return;
    const base64 = armGridImage(figure.current, title, grid, higherIsBetter);
    onSave({ kind: 'png', name: `${name}.png`, base64 });
  };
  return (
    <figure
      className="time-chart"
      ref={figure}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-sum`}
    >
      <div className="time-chart-head">
        <figcaption className="strong" id={`${id}-title`}>
          {title}
        </figcaption>
        <span className="push" />
        <button
          type="button"
          className="quiet"
          onClick={() => onSave({ kind: 'csv', name: `${name}.csv`, text: toCsv(gridTable(grid)) })}
        >
          <span className="unseen">Save {title} as </span>CSV
        </button>
        <button type="button" className="quiet" onClick={savePng}>
          <span className="unseen">Save {title} as </span>PNG
        </button>
      </div>
      <ArmGridTable title={title} grid={grid} higherIsBetter={higherIsBetter} titleSeen={false} />
      <p className="soft" id={`${id}-sum`}>
        {describeGrid(grid, higherIsBetter)}
      </p>
    </figure>
  );
}
