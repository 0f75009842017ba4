import { type ProbeResult, workloadText } from '../../../shared/probe';
import { dateTime } from '../frame/server-line';
import { texts } from './texts';

/** Where and when a result was measured, and under which load. */
export function MeasuredOn({
  result: { environment, target, startedAt, workload },
}: {
  result: Pick<ProbeResult, 'environment' | 'target' | 'startedAt' | 'workload'>;
}) {
  return (
    <p className="soft">
      {texts.under(
        environment.serverComment,
        environment.serverVersion,
        target,
        dateTime(startedAt),
        workloadText(workload),
      )}
    </p>
  );
}
