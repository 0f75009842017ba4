import { useId, useRef } from 'react';
import { type ChartFile, SaveChartButtons } from '../save-chart-buttons';
import { ArmGridTable } from './arm-grid';
import { armGridImage } from './arm-grid-image';
import { type ArmGrid, describeGrid, gridTable } from './estimate-data';

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
        <SaveChartButtons
          title={title}
          numbers={() => gridTable(grid)}
          image={() => figure.current && armGridImage(figure.current, title, grid, higherIsBetter)}
          onSave={onSave}
        />
      </div>
      <ArmGridTable title={title} grid={grid} higherIsBetter={higherIsBetter} titleSeen={false} />
      <p className="soft" id={`${id}-sum`}>
        {describeGrid(grid, higherIsBetter)}
      </p>
    </figure>
  );
}
