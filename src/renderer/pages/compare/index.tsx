import { useState } from 'react';
import type { Comparison } from '../../../shared/compare';
import { describeTarget } from '../../../shared/connection';
import { ErrorNotice } from '../../components/error-notice';
import { Loading } from '../../components/loading';
import { Recheck } from '../../components/recheck';
import { definePage } from '../../page';
import { useShared } from '../../state/app-state';
import { useCall } from '../../state/call';
import { usePageState } from '../../state/page-state';
import { BenchmarkView } from './benchmarks';
import { SideField } from './side-field';
import { type Side, snapshotSide } from './sides';
import { SnapshotsView } from './snapshots';
import { texts } from './texts';

export const page = definePage('compare', ComparePage);

/**
 * Two snapshots, or two results of benchmarks, side by side.
 * @param a the baseline, by id @param b what is compared with it, by id
 */
function ComparePage({ a: idA, b: idB }: { a?: string; b?: string }) {
  const source = useShared('source');
  const connection = useShared('connection');
  const listed = useCall('snapshot.list', {});
  const samples = useCall('snapshot.samples', {});
  const [chosen, setChosen] = useState<{ a: Side | null; b: Side | null }>({ a: null, b: null });
  const snapshots = listed.loaded.state === 'ready' ? listed.loaded.value : [];
  const known = (id: string | undefined) => {
    const found = snapshots.find((one) => one.id === id);
    return found === undefined ? null : snapshotSide(found);
  };
  const a = chosen.a ?? known(idA) ?? (source === null ? null : snapshotSide(source));
  const b = chosen.b ?? known(idB);
  const isById = a !== null && b !== null && a.id !== null && b.id !== null;
  const { loaded, reload } = useCall(
    isById ? 'compare.snapshots' : 'compare.files',
    a === null || b === null ? null : isById ? { a: a.id ?? '', b: b.id ?? '' } : { a: a.path, b: b.path },
  );
  const isReady = listed.loaded.state !== 'loading' && samples.loaded.state !== 'loading';
  const state = a === null || b === null ? (isReady ? 'ready' : 'loading') : loaded.state;
  usePageState('compare', state);

  const lists = { snapshots, samples: samples.loaded.state === 'ready' ? samples.loaded.value : [] };
  return (
    <div className="page compare">
      <h1>{texts.compare}</h1>
      <div className="sides">
        <SideField
          letter="A"
          part="the baseline"
          side={a}
          {...lists}
          onChoose={(side) => setChosen({ ...chosen, a: side })}
        />
        <SideField
          letter="B"
          part="compared with it"
          side={b}
          {...lists}
          onChoose={(side) => setChosen({ ...chosen, b: side })}
        />
        <button type="button" disabled={a === null || b === null} onClick={() => setChosen({ a: b, b: a })}>
          {texts.swap}
        </button>
      </div>
      {connection !== null && a !== null && a.id !== null && (
        <Recheck
          id={a.id}
          connection={connection}
          button={texts.recheck}
          lead={texts.didTheFindingsOfA(describeTarget(connection.target))}
          onTaken={(summary) => {
            listed.reload();
            setChosen({ a, b: snapshotSide(summary) });
          }}
        />
      )}
      {[listed, samples].map(
        ({ loaded: list, reload: again }, index) =>
          list.state === 'failed' && (
            // biome-ignore lint/suspicious/noArrayIndexKey: the two lists keep their places
            <ErrorNotice key={index} error={list.error} onRetry={again} />
          ),
      )}
      {(a === null || b === null) &&
        (isReady ? <Unchosen /> : <Loading what={texts.readingWhatCanBeCompared} />)}
      {a !== null && b !== null && loaded.state === 'loading' && <Loading what={texts.comparing} />}
      {a !== null && b !== null && loaded.state === 'failed' && (
        <ErrorNotice error={loaded.error} onRetry={reload} />
      )}
      {a !== null && b !== null && loaded.state === 'ready' && <View comparison={loaded.value} />}
    </div>
  );
}

function View({ comparison }: { comparison: Comparison }) {
  return comparison.kind === 'snapshots' ? (
    <SnapshotsView comparison={comparison} />
  ) : (
    <BenchmarkView comparison={comparison} />
  );
}

function Unchosen() {
  return (
    <div className="card compare-help">
      <p>{texts.chooseWhatIsComparedTwo}</p>
      <ul>
        <li>{texts.twoSnapshotsWhatWasSet}</li>
        <li>
          {texts.twoResultsOfABenchmark(
            <code>{texts.testGroupQps}</code>,
            <code>{texts.cpuPerOpCsPer}</code>,
          )}
        </li>
      </ul>
    </div>
  );
}
