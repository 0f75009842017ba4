import { namedArmText } from '../../../shared/probe';
import { Running } from '../../components/measure/running';
import { useApp, useShared } from '../../state/app-state';

/** The probe that runs. */
export function LiveProbe() {
  const { stopProbe } = useApp();
  const job = useShared('probeJob');
  if (job.state !== 'running') return null;
  const { about, progress, cancelling } = job;
  return (
    <Running
      what="probe"
      title={`${about.title} on ${about.target}`}
      progress={progress}
      stopping={cancelling}
      armName={(arm) => namedArmText(arm, about.arms)}
      onStop={stopProbe}
    />
  );
}
