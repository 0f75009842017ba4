import { useEffect, useRef, useState } from 'react';
import type { Chunks, ChunksInput, PoolJudgement } from '../../../shared/chunks';
import { PoolDrawing, poolNumbers } from '../../../view';
import { Drawing } from '../../components/drawing';
import { ErrorNotice } from '../../components/error-notice';
import { Loading } from '../../components/loading';
import { definePage } from '../../page';
import { useApp, useShared } from '../../state/app-state';
import { call, type Loaded, useCall } from '../../state/call';
import { usePageState } from '../../state/page-state';
import { defaultPoolForm, type PoolForm, poolFormOf, readPoolForm } from '../../state/pool-form';
import { PoolAnswer } from './pool-answer';
import { PoolFields } from './pool-fields';
import { PoolVerdict } from './pool-verdict';
import { texts } from './texts';

export const page = definePage('buffer-pool', BufferPoolPage);

/** What a server makes of a buffer pool size: at a start, and by SET GLOBAL. */
function BufferPoolPage() {
  const { setPool } = useApp();
  const source = useShared('source');
  const pool = useShared('pool');
  const of = source?.id ?? null;
  const draft = pool !== null && pool.of === of ? pool : null;

  useEffect(() => {
    if (draft !== null) return;
    let current = true;
    void firstForm(of).then((form) => {
      if (current) setPool({ of, form, filled: form });
    });
    return () => {
      current = false;
    };
  }, [of, draft, setPool]);

  usePageState('buffer-pool', draft === null ? 'loading' : 'ready');
  if (draft === null) return <Loading what={texts.readingTheBufferPoolOf} />;
  return (
    <div className="page buffer-pool">
      <Calculator form={draft.form} filled={draft.filled} onForm={(form) => setPool({ ...draft, form })} />
    </div>
  );
}

/** The pool of the open snapshot's server, or a usual one. */
async function firstForm(id: string | null): Promise<PoolForm> {
  if (id === null) return defaultPoolForm;
  const reply = await call('chunks.ofSnapshot', { id });
  return reply.ok && reply.value !== null ? poolFormOf(reply.value) : defaultPoolForm;
}

function Calculator({
  form,
  filled,
  onForm,
}: {
  form: PoolForm;
  filled: PoolForm;
  onForm: (form: PoolForm) => void;
}) {
  const source = useShared('source');
  const { errors, start, set } = readPoolForm(form);
  const atStart = useAnswer(start);
  const atSet = useAnswer(set);
  const judgement = useJudgement(form, (start ?? set)?.sizeBytes);
  const [drawn, setDrawn] = useState<'start' | 'set'>('start');
  const shown = drawn === 'start' ? atStart : atSet;
  const change = (part: Partial<PoolForm>) => onForm({ ...form, ...part });
  const unchanged = JSON.stringify(form) === JSON.stringify(filled);
  return (
    <>
      <div className="toolbar">
        <h1>{texts.bufferPool}</h1>
        <span className="soft">
          {source === null ? texts.noSnapshotIsOpenThese : texts.filledInFrom(source.target)}
        </span>
        <span className="push" />
        <button type="button" disabled={unchanged} onClick={() => onForm(filled)}>
          {texts.startOver}
        </button>
      </div>
      <div className="pool-columns">
        <PoolFields form={form} errors={errors} onChange={change} />
        <div className="pool-answers">
          <section className="card" aria-label={texts.drawingOfThePool}>
            <div className="toolbar">
              <h2>{texts.instancesAndChunks}</h2>
              <span className="push" />
              <fieldset className="segmented">
                <legend className="unseen">{texts.poolToDraw}</legend>
                {(['start', 'set'] as const).map((at) => (
                  <button key={at} type="button" aria-pressed={drawn === at} onClick={() => setDrawn(at)}>
                    {at === 'start' ? texts.afterARestart : texts.afterSetGlobal}
                  </button>
                ))}
              </fieldset>
            </div>
            {shown?.state === 'ready' ? (
              <Drawing title={texts.instancesAndChunksOfThe} numbers={poolNumbers(shown.value)}>
                <PoolDrawing chunks={shown.value} />
              </Drawing>
            ) : (
              <p className="soft">{texts.thereIsNoAnswerTo}</p>
            )}
          </section>
          {judgement !== null && <PoolVerdict judgement={judgement} onTry={(size) => change({ size })} />}
          <div className="pool-pair">
            <Answer
              title={texts.atARestart}
              answer={atStart}
              judgement={judgement}
              onTry={(size) => change({ size })}
            />
            <Answer
              title={texts.bySetGlobal}
              answer={atSet}
              judgement={judgement}
              onTry={(size) => change({ size })}
            />
          </div>
        </div>
      </div>
    </>
  );
}

function Answer({
  title,
  answer,
  judgement,
  onTry,
}: {
  title: string;
  answer: Loaded<Chunks> | null;
  judgement: PoolJudgement | null;
  onTry: (size: string) => void;
}) {
  return (
    <section className="card pool-answer" aria-label={title}>
      <h2>{title}</h2>
      {answer === null && <p className="soft">{texts.nothingCanBeAskedOf}</p>}
      {answer?.state === 'loading' && <Loading what={texts.workingItOut} />}
      {answer?.state === 'failed' && (
        // The hint shows of the command line.
        <ErrorNotice error={{ code: answer.error.code, message: answer.error.message }} />
      )}
      {answer?.state === 'ready' && <PoolAnswer chunks={answer.value} judgement={judgement} onTry={onTry} />}
    </section>
  );
}

/** What the machine and the load of the open snapshot say to this size; null: the fields are of another server. */
function useJudgement(form: PoolForm, sizeBytes: number | undefined): PoolJudgement | null {
  const source = useShared('source');
  const isItsServer =
    source !== null &&
    `${form.flavour} ${form.version.trim()}` ===
      `${source.server.flavour} ${source.server.version.join('.')}`;
  const input = isItsServer && sizeBytes !== undefined ? { id: source.id, sizeBytes } : null;
  const { loaded } = useCall('chunks.judge', input, { keep: true });
  return input !== null && loaded.state === 'ready' ? loaded.value : null;
}

/** The engine's answer; while the next one is worked out the former stays, so that moving a slider does not flicker. */
function useAnswer(input: ChunksInput | null): Loaded<Chunks> | null {
  const { loaded } = useCall('chunks.compute', input);
  const former = useRef(loaded);
  if (loaded.state !== 'loading') former.current = loaded;
  return input === null ? null : former.current;
}
