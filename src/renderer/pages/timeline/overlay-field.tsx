import { shortText } from '../../../shared/base/short-text';
import { dateTime } from '../../components/frame/server-line';
import { useCall } from '../../state/call';
import type { SourceRef } from '../../state/use-drawn';
import type { TimelineSource } from './source';
import { texts } from './texts';

/** What is drawn over a source on the same axis: both begin at 0. */
export interface Overlay {
  ref: SourceRef;
  title: string;
  lengthMs: number;
}

/** Chooses another snapshot or recording whose series are drawn over those that are shown; none where there is no other. */
export function OverlayField({
  source,
  overlay,
  onChoose,
}: {
  source: TimelineSource;
  overlay: Overlay | null;
  onChoose: (overlay: Overlay | null) => void;
}) {
  const { loaded: snapshots } = useCall('snapshot.list', {});
  const { loaded: recordings } = useCall('recording.list', {});
  const offered: Overlay[] = [
    ...(snapshots.state === 'ready' ? snapshots.value : []).flatMap(
      ({ id, title, windowSeconds }): Overlay[] =>
        windowSeconds === null || windowSeconds === 0
          ? []
          : [
              {
                ref: { kind: 'snapshot', id },
                title: shortText(title),
                lengthMs: windowSeconds * 1000,
              },
            ],
    ),
    ...(recordings.state === 'ready' ? recordings.value : []).map(
      ({ id, title, startedAt, lengthMs }): Overlay => ({
        ref: { kind: 'recording', id },
        title: texts.recording2(shortText(title), dateTime(startedAt)),
        lengthMs,
      }),
    ),
  ].filter(({ ref }) => ref.id !== source.ref.id);
  if (offered.length === 0) return null;
  return (
    <label className="inline-field">
      <span className="soft">{texts.overlay}</span>
      <select
        value={overlay?.ref.id ?? ''}
        onChange={(event) => onChoose(offered.find(({ ref }) => ref.id === event.target.value) ?? null)}
      >
        <option value="">{texts.none}</option>
        {offered.map(({ ref, title }) => (
          <option key={ref.id} value={ref.id}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}
