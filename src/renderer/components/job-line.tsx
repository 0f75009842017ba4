import { formatSeconds } from '../../shared/base/units';
import type { Progress } from '../../shared/progress';
import { texts } from './texts';

/** What a running job is at, with a bar where its length is known, and a way to stop it. */
export function JobLine({
  label,
  progress,
  cancelling,
  onCancel,
}: {
  label: string;
  progress: Progress | null;
  cancelling: boolean;
  onCancel: () => void;
}) {
  const total = progress?.total ?? null;
  return (
    <div className="job-line">
      <progress
        aria-label={label}
        {...(progress === null || total === null ? {} : { value: progress.done, max: total })}
      />
      <p role="status">
        <span className="strong">{label}</span>
        {progress !== null && progress.note !== '' && <span className="soft">: {progress.note}</span>}
        {progress?.secondsLeft !== undefined && (
          <span className="soft">{texts.left(formatSeconds(Math.ceil(progress.secondsLeft)))}</span>
        )}
      </p>
      <button type="button" disabled={cancelling} onClick={onCancel}>
        {cancelling ? texts.stopping : texts.cancel}
      </button>
    </div>
  );
}
