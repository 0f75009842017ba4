import { ChartNumbers } from '../chart-numbers';
import { chartTable, describeChart, type TimeChartData } from './chart-data';
import { ChartReading } from './chart-reading';
import { texts } from './texts';

/**
 * A chart of a document: lines over the window, with a summary for screen readers and the numbers behind a toggle. The
 * canvas carries its data as `data-time-chart`, gaps as null, for the document's script to draw. In the window it is
 * `LiveChart` (live-chart.tsx), which needs a browser.
 */
export function TimeChart({ title, data }: { title: string; data: TimeChartData }) {
  return (
    <figure className="time-chart">
      <figcaption className="strong">{title}</figcaption>
      <ChartReading data={data} />
      <div className="time-chart-canvas">
        <canvas
          role="img"
          aria-label={`${title}. ${describeChart(data)}`}
          data-time-chart={JSON.stringify(data)}
        />
      </div>
      <details>
        <summary>{texts.numbers2}</summary>
        <ChartNumbers title={title} table={chartTable(data)} unit={data.unit} />
      </details>
    </figure>
  );
}
