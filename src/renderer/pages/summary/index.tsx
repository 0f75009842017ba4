import { useState } from 'react';
import { type SnapshotSummary, titleWithoutTime } from '../../../shared/snapshot';
import { SummaryView } from '../../../view';
import { SelectField } from '../../components/controls/field';
import { ErrorNotice } from '../../components/error-notice';
import { dateTime } from '../../components/frame/server-line';
import { Loading } from '../../components/loading';
import { NoSource } from '../../components/no-source';
import { SaveSummary } from '../../components/save-summary';
import { definePage } from '../../page';
import { useShared } from '../../state/app-state';
import { useCall } from '../../state/call';
import { usePageState } from '../../state/page-state';
import { texts } from './texts';

export const page = definePage('summary', SummaryPage);

function SummaryPage() {
  const source = useShared('source');
  return source === null ? <Empty /> : <OnePage key={source.id} source={source} />;
}

function Empty() {
  usePageState('summary', 'ready');
  return <NoSource what={texts.summary} />;
}

const none = '';

function OnePage({ source }: { source: SnapshotSummary }) {
  const [before, setBefore] = useState(none);
  const listed = useCall('snapshot.list', {}).loaded;
  const { loaded, reload } = useCall('analysis.summary', {
    id: source.id,
    ...(before === none ? {} : { before }),
  });
  usePageState('summary', loaded.state);
  const others = (listed.state === 'ready' ? listed.value : []).filter(({ id }) => id !== source.id);
  return (
    <div className="page">
      <h1>{texts.summary}</h1>
      <SelectField
        label={texts.before}
        value={before}
        onChange={setBefore}
        options={[
          { value: none, title: texts.noneOnlyHowTheServer },
          ...others.map((one) => ({
            value: one.id,
            title: `${titleWithoutTime(one)}, ${dateTime(one.createdAt)}`,
          })),
        ]}
      />
      {loaded.state === 'loading' && <Loading what={texts.summingUp} />}
      {loaded.state === 'failed' && <ErrorNotice error={loaded.error} onRetry={reload} />}
      {loaded.state === 'ready' && <SummaryView summary={loaded.value} />}
      <SaveSummary id={source.id} before={before === none ? null : before} />
    </div>
  );
}
