import { useEffect, useId, useRef } from 'react';
import { chartImage } from '../chart-image';
import { type ChartFile, SaveChartButtons } from '../save-chart-buttons';
import { drawEstimates } from './draw-estimates';
import { describeEstimates, type Estimate, estimateTable } from './estimate-data';

/**
 * The arms of a probe as dots with their intervals, in the window: drawn on a canvas, with a summary for screen readers,
 * and as a picture or as CSV. The numbers stand in the table of arms beside it.
 */
export function EstimateChart({
  title,
  estimates,
  marginPercent,
  onSave,
}: {
  title: string;
  estimates: readonly Estimate[];
  marginPercent: number;
  onSave: (file: ChartFile) => void;
}) {
  const id = useId();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const place = canvas.current;
    if (place === null) return;
    let takeDown = drawEstimates(place, estimates, marginPercent);
    const dark = window.matchMedia('(prefers-color-scheme: dark)');
    const onTheme = () => {
      takeDown();
      takeDown = drawEstimates(place, estimates, marginPercent);
    };
    dark.addEventListener('change', onTheme);
    return () => {
      dark.removeEventListener('change', onTheme);
      takeDown();
    };
  }, [estimates, marginPercent]);
  return (
    <figure className="time-chart estimate-chart" aria-labelledby={`${id}-title`}>
      <div className="time-chart-head">
        <figcaption className="strong" id={`${id}-title`}>
          {title}
        </figcaption>
        <span className="push" />
        <SaveChartButtons
          title={title}
          numbers={() => estimateTable(estimates)}
          image={() => canvas.current && chartImage(canvas.current, title, [])}
          onSave={onSave}
        />
      </div>
      <div className="estimate-canvas" style={{ height: 44 + estimates.length * 30 }}>
        <canvas ref={canvas} role="img" aria-label={`${title}. ${describeEstimates(estimates)}`} />
      </div>
    </figure>
  );
}
