import { metricFacts, type ProbeResult } from '../../../shared/probe';
import { EstimateChart } from '../../../view/charts/estimates/estimate-chart';
import type { Estimate } from '../../../view/charts/estimates/estimate-data';
import { useApp } from '../../state/app-state';
import { saveChart } from '../save-chart';
import { texts } from './texts';

/** The forest chart of what was measured; nothing without an estimate. */
export function Estimates({
  metric,
  estimates,
  marginPercent,
  legend,
}: {
  metric: ProbeResult['metric'];
  estimates: Estimate[];
  marginPercent: number;
  legend: string;
}) {
  const { notify } = useApp();
  if (estimates.length === 0) return null;
  return (
    <section className="card" aria-label={texts.estimates}>
      <EstimateChart
        title={texts.changeOfIsBetter(metricFacts[metric.id].short, metric.higherIsBetter ? 'more' : 'less')}
        estimates={estimates}
        marginPercent={marginPercent}
        onSave={(file) => void saveChart(file, notify)}
      />
      <p className="soft">{legend}</p>
    </section>
  );
}
