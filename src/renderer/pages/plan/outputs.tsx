import { useState } from 'react';
import { counted } from '../../../shared/base/units';
import { type PlanChoices, type PlanFormat, planFormatSchema, type TuningPlan } from '../../../shared/plan';
import { inWindowWords } from '../../../shared/window/window-words';
import { DiffView } from '../../../view';
import { ScrollRegion } from '../../../view/base/scroll-region';
import { CopyButton } from '../../components/controls/copy-button';
import { Tabs } from '../../components/controls/tabs';
import { ErrorNotice } from '../../components/error-notice';
import { Loading } from '../../components/loading';
import { useApp } from '../../state/app-state';
import { call, useCall } from '../../state/call';
import { texts } from './texts';

/** The tab of each form, in this order. */
const titles = {
  diff: texts.diff,
  cnf: 'my.cnf',
  'set-global': texts.setGlobal,
  'set-persist': texts.setPersist,
  'set-persist-only': texts.persistOnly,
  'now-and-file': texts.nowAndFile,
  aws: texts.awsCli,
  'rds-json': texts.rdsJson,
  gcloud: 'gcloud',
  az: 'az',
  ansible: texts.ansible,
  markdown: texts.markdown,
  html: 'HTML',
  json: 'JSON',
} satisfies Record<PlanFormat, string>;
const order = planFormatSchema.array().parse(Object.keys(titles));

/** The plan, or the rollback from it, in each form that it can leave the app in. */
export function PlanOutputs({
  id,
  choices,
  plan,
  myCnfPath,
  onMyCnf,
}: {
  id: string;
  choices: PlanChoices;
  plan: TuningPlan;
  myCnfPath: string | null;
  onMyCnf: (path: string | null) => void;
}) {
  const { notify } = useApp();
  const [format, setFormat] = useState<PlanFormat>('diff');
  const [undo, setUndo] = useState(false);
  const { loaded: formats } = useCall('plan.formats', { id });
  const request = { id, choices, format, undo, ...(myCnfPath === null ? {} : { myCnfPath }) };
  const { loaded, reload } = useCall('plan.render', request, { keep: true });
  const refused =
    formats.state === 'ready'
      ? formats.value.flatMap(({ format: name, refusal }) =>
          refusal === null ? [] : [{ format: name, refusal }],
        )
      : [];
  const tabs = order
    .filter((name) => !refused.some((item) => item.format === name))
    .map((name) => ({ id: name, title: titles[name] }));

  const chooseFile = async () => {
    const reply = await call('dialog.open', {
      title: texts.chooseTheOptionFileTo,
      filters: [
        { name: texts.optionFiles, extensions: ['cnf', 'ini'] },
        { name: texts.allFiles, extensions: ['*'] },
      ],
    });
    if (reply.ok && reply.value.path !== null) onMyCnf(reply.value.path);
  };
  const save = async (fileName: string) => {
    const chosen = await call('dialog.save', { title: texts.save, defaultName: fileName, filters: [] });
    if (!chosen.ok || chosen.value.path === null) return;
    const saved = await call('plan.save', { ...request, path: chosen.value.path });
    if (saved.ok) notify({ text: texts.savedTo(saved.value.path), path: saved.value.path });
    else notify({ error: saved.error });
  };

  return (
    <section className="section" aria-label={texts.outputs}>
      <div className="toolbar">
        <h2>{texts.outputs}</h2>
        <span className="soft">
          {myCnfPath === null ? texts.againstANewOptionFile : texts.against(myCnfPath)}
        </span>
        <span className="push" />
        <label className="check">
          <input type="checkbox" checked={undo} onChange={(event) => setUndo(event.target.checked)} />
          {texts.rollback}
        </label>
        {myCnfPath !== null && (
          <button type="button" onClick={() => onMyCnf(null)}>
            {texts.newFileInstead}
          </button>
        )}
        <button type="button" onClick={() => void chooseFile()}>
          {texts.chooseMyCnf}
        </button>
      </div>
      <Tabs label={texts.format} tabs={tabs} selected={format} onSelect={setFormat}>
        {loaded.state === 'loading' && <Loading what={texts.writing} />}
        {loaded.state === 'failed' && <ErrorNotice error={loaded.error} onRetry={reload} />}
        {loaded.state === 'ready' && (
          <>
            <div className="actions">
              <button type="button" className="primary" onClick={() => void save(loaded.value.fileName)}>
                {texts.save2(titles[format])}
              </button>
              <CopyButton text={loaded.value.text} />
              <span className="soft">{loaded.value.fileName}</span>
            </div>
            {loaded.value.remarks.length > 0 && (
              <ul className="plain output-remarks" aria-label={texts.remarks}>
                {loaded.value.remarks.map((remark) => (
                  <li key={remark}>{inWindowWords(remark)}</li>
                ))}
              </ul>
            )}
            <RenderedText format={format} text={loaded.value.text} plan={plan} />
          </>
        )}
      </Tabs>
      {refused.length > 0 && (
        <details>
          <summary>{texts.notForThisServer(counted(refused.length, 'format'))}</summary>
          <dl className="pairs">
            {refused.map(({ format: name, refusal }) => (
              <div key={name} className="pair">
                <dt>{titles[name]}</dt>
                <dd>{refusal}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </section>
  );
}

function RenderedText({ format, text, plan }: { format: PlanFormat; text: string; plan: TuningPlan }) {
  if (text === '') {
    return (
      <p className="soft" role="status">
        {plan.changes.length === 0 ? texts.noChangeIsProposed : texts.theOptionFileSaysWhat}
      </p>
    );
  }
  if (format === 'diff') return <DiffView text={text} label={texts.diffOfTheOptionFile} />;
  return (
    <ScrollRegion className="diff tall" label={texts.textOfThePlan}>
      <pre className="output">{text}</pre>
    </ScrollRegion>
  );
}
