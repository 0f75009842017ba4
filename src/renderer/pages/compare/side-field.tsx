import { useId } from 'react';
import type { SampleFile } from '../../../shared/rpc/snapshot';
import type { SnapshotSummary } from '../../../shared/snapshot';
import { call } from '../../state/call';
import { fileSide, type Side, sampleSide, snapshotSide } from './sides';
import { texts } from './texts';

const filters = [{ name: texts.snapshotsAndBenchmarkResults, extensions: ['lks', 'csv'] }];

/** Chooses one side: a snapshot of the history, a sample, a file, or a folder of benchmark results. */
export function SideField({
  letter,
  part,
  side,
  snapshots,
  samples,
  onChoose,
}: {
  letter: 'A' | 'B';
  part: string;
  side: Side | null;
  snapshots: readonly SnapshotSummary[];
  samples: readonly SampleFile[];
  onChoose: (side: Side) => void;
}) {
  const id = useId();
  const known = [
    { label: texts.history, sides: snapshots.map(snapshotSide) },
    // An opened sample is in the history as well.
    {
      label: texts.samples,
      sides: samples.map(sampleSide).filter(({ path }) => !snapshots.some((one) => one.path === path)),
    },
  ];
  const all = known.flatMap(({ sides }) => sides);
  const browse = async (folder: boolean) => {
    const title = folder ? texts.openFolderOfBenchmarkResults : texts.openSnapshotOrBenchmarkResult;
    const reply = await call('dialog.open', { title, filters: folder ? [] : filters, folder });
    if (reply.ok && reply.value.path !== null) onChoose(fileSide(reply.value.path));
  };
  const isListed = side !== null && all.some(({ path }) => path === side.path);
  return (
    <div className="side card">
      <label htmlFor={id}>
        <span className="side-letter">{letter}</span> <span className="soft">{part}</span>
      </label>
      <select
        id={id}
        value={side?.path ?? ''}
        onChange={(event) => {
          const chosen = all.find(({ path }) => path === event.target.value);
          if (chosen !== undefined) onChoose(chosen);
        }}
      >
        <option value="" disabled>
          {texts.choose}
        </option>
        {side !== null && !isListed && <option value={side.path}>{side.title}</option>}
        {known.map(
          ({ label, sides }) =>
            sides.length > 0 && (
              <optgroup key={label} label={label}>
                {sides.map(({ path, title }) => (
                  <option key={path} value={path}>
                    {title}
                  </option>
                ))}
              </optgroup>
            ),
        )}
      </select>
      <div className="side-buttons">
        <button type="button" className="quiet" onClick={() => void browse(false)}>
          {texts.openFile(<span className="unseen"> {texts.as(letter)}</span>)}
        </button>
        <button type="button" className="quiet" onClick={() => void browse(true)}>
          {texts.openFolder(<span className="unseen"> {texts.as(letter)}</span>)}
        </button>
      </div>
    </div>
  );
}
