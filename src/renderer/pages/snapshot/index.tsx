import { type FormEvent, useEffect, useState } from 'react';
import { describeTarget } from '../../../shared/connection';
import type { CarriedHistory } from '../../../shared/rpc/snapshot';
import { inWindowWords } from '../../../shared/window/window-words';
import { windowRemark } from '../../../shared/window-samples';
import { ChangePlanView } from '../../components/change-plan';
import { TextField } from '../../components/controls/field';
import { Modal } from '../../components/dialogs/modal';
import { ErrorNotice } from '../../components/error-notice';
import { JobLine } from '../../components/job-line';
import { useSecondLook } from '../../components/profile-colour';
import { definePage } from '../../page';
import { useApp, useShared } from '../../state/app-state';
import { useCall } from '../../state/call';
import { type Connection, requestOf } from '../../state/connection-form';
import { useJob } from '../../state/job';
import { usePageState } from '../../state/page-state';
import { Running } from './running';
import { StoreHistory } from './store-history';
import { texts as catalogue } from './texts';

export const page = definePage('snapshot', TakeSnapshotPage);

const lengths = [
  { seconds: 10, title: '10 s', note: catalogue.aFirstLook },
  { seconds: 30, title: '30 s', note: catalogue.enoughForMost },
  { seconds: 120, title: '2 min', note: catalogue.catchesSlowerSwings },
] as const;

const intervalMs = 1000;

const depths = [
  { depth: 'light', title: catalogue.light, note: catalogue.changesNothingOnTheServer },
  {
    depth: 'deep',
    title: catalogue.deep,
    note: catalogue.enablesWaitInstrumentsForThe,
  },
] as const;

function TakeSnapshotPage() {
  const { go } = useApp();
  const connection = useShared('connection');
  const state = useShared('snapshotJob', (job) => job.state);
  const taking = useShared('snapshotJob', (job) => (job.state === 'running' ? job.about.target : null));
  usePageState('snapshot', state === 'failed' ? 'failed' : 'ready');
  if (connection === null) {
    return (
      <div className="empty">
        <h1>{catalogue.takeASnapshot}</h1>
        <p className="soft">{catalogue.noServerIsConnectedYet}</p>
        <div className="actions">
          <button type="button" className="primary" onClick={() => go({ page: 'connect' })}>
            {catalogue.connectToAServer}
          </button>
        </div>
      </div>
    );
  }
  return (
    <div className="page take">
      <h1>
        {taking === null
          ? catalogue.takeASnapshotOf(describeTarget(connection.target))
          : catalogue.snapshotOf(taking)}
      </h1>
      {taking === null ? <Choices /> : <Running />}
    </div>
  );
}

function Choices() {
  const { takeSnapshot, go } = useApp();
  const connection = useShared('connection');
  const job = useShared('snapshotJob');
  const [length, setLength] = useState<number | 'custom'>(30);
  const [custom, setCustom] = useState('60');
  const [keepLiterals, setKeepLiterals] = useState(false);
  const [explain, setExplain] = useState(true);
  const explaining = useCall('explaining.get', {}).loaded;
  const explainsForGood = explaining.state !== 'ready' || explaining.value.on;
  const [depth, setDepth] = useState<'light' | 'deep'>('light');
  const [asking, setAsking] = useState(false);
  const [tableLimit, setTableLimit] = useState('');
  const [history, setHistory] = useState<CarriedHistory | null>(null);
  const seconds = length === 'custom' ? Number(custom) : length;
  const valid = Number.isFinite(seconds) && seconds >= 1 && seconds <= 86_400 && custom.trim() !== '';
  const remark = valid ? windowRemark(seconds, intervalMs) : null;

  const limit = Number(tableLimit.replaceAll(',', ''));
  const limitValid = Number.isInteger(limit) && limit >= 0 && limit <= 10_000_000;
  /** @param agreed mark of the plan of deep mode that the reader has agreed to; absent: light */
  const take = (agreed?: string) => {
    if (connection === null) return;
    const { target, declaredHost } = connection;
    takeSnapshot(
      {
        ...requestOf(connection),
        windowSeconds: seconds,
        intervalMs,
        keepLiterals,
        ...(explain ? {} : { explain: false }),
        declaredHost,
        ...(tableLimit.trim() === '' ? {} : { tableLimit: limit }),
        ...(agreed === undefined ? {} : { deep: { agreed } }),
        ...(history === null ? {} : { history }),
      },
      describeTarget(target),
    );
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!valid || !limitValid) return;
    if (depth === 'deep') setAsking(true);
    else take();
  };

  return (
    <form onSubmit={onSubmit} noValidate>
      {job.state === 'failed' && <ErrorNotice error={job.error} />}
      <fieldset className="choice cards">
        <legend>{catalogue.samplingDuration}</legend>
        {lengths.map((item) => (
          <label key={item.seconds}>
            <input
              type="radio"
              name="length"
              checked={length === item.seconds}
              onChange={() => setLength(item.seconds)}
            />
            <span className="strong">{item.title}</span>
            <span className="soft">{item.note}</span>
          </label>
        ))}
        <label>
          <input
            type="radio"
            name="length"
            checked={length === 'custom'}
            onChange={() => setLength('custom')}
          />
          <span className="strong">{catalogue.custom}</span>
          <span className="soft">{catalogue.n1STo24H}</span>
        </label>
      </fieldset>
      {length === 'custom' && (
        <TextField
          label={catalogue.seconds}
          value={custom}
          onChange={setCustom}
          error={valid ? undefined : catalogue.aNumberOfSecondsFrom}
          {...(remark === null ? {} : { hint: remark })}
        />
      )}
      <fieldset className="choice cards">
        <legend>{catalogue.depth}</legend>
        {depths.map((item) => (
          <label key={item.depth}>
            <input
              type="radio"
              name="depth"
              checked={depth === item.depth}
              onChange={() => setDepth(item.depth)}
            />
            <span className="strong">{item.title}</span>
            <span className="soft">{item.note}</span>
          </label>
        ))}
      </fieldset>
      <label className="check">
        <input
          type="checkbox"
          checked={keepLiterals}
          onChange={(event) => setKeepLiterals(event.target.checked)}
        />
        {catalogue.keepLiteralsTextsOfStatements}
      </label>
      <label className="check">
        <input
          type="checkbox"
          checked={explain && explainsForGood}
          disabled={!explainsForGood}
          onChange={(event) => setExplain(event.target.checked)}
        />
        {catalogue.explainUpToTenSelects}
        {!explainsForGood && catalogue.disabledInSettings}
      </label>
      {connection !== null && (
        <details className="fold">
          <summary>{catalogue.historyFromAMetricsStore}</summary>
          <StoreHistory target={connection.target} onChange={setHistory} />
        </details>
      )}
      <details className="fold">
        <summary>{catalogue.serversWithVeryManyTables}</summary>
        <TextField
          label={catalogue.readTablesOneByOne}
          hint={catalogue.aboveThisNumberOfTables}
          placeholder="5000"
          value={tableLimit}
          onChange={setTableLimit}
          error={limitValid ? undefined : catalogue.aWholeNumberOfTables}
        />
      </details>
      <p className="soft">{catalogue.latchkeyReadsOverOneConnection}</p>
      <div className="actions">
        <button type="submit" className="primary" disabled={!valid}>
          {catalogue.takeSnapshot}
        </button>
        <button type="button" onClick={() => go({ page: 'connect' })}>
          {catalogue.changeConnection}
        </button>
      </div>
      {asking && connection !== null && (
        <DeepConsent
          connection={connection}
          onAgree={(planDigest) => {
            setAsking(false);
            take(planDigest);
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </form>
  );
}

/** Shows what deep depth would enable; nothing is changed before the reader agrees to these statements. */
function DeepConsent({
  connection,
  onAgree,
  onClose,
}: {
  connection: Connection;
  onAgree: (planDigest: string) => void;
  onClose: () => void;
}) {
  const { job, start, cancel } = useJob('snapshot.planDeep');
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens
  useEffect(() => void start(requestOf(connection)), []);
  const shown = job.state === 'done' ? job.value : null;
  const nothing = shown !== null && shown.plan.statements.length === 0;
  const { isCleared, field } = useSecondLook(connection.target);
  return (
    <Modal title={catalogue.deepSnapshotOf(describeTarget(connection.target))} wide onClose={onClose}>
      {job.state === 'running' && <JobLine label={catalogue.askingTheServer} {...job} onCancel={cancel} />}
      {job.state === 'failed' && <ErrorNotice error={job.error} />}
      {nothing && <p>{catalogue.everythingThatDeepDepthWould}</p>}
      {shown !== null && !nothing && <ChangePlanView plan={shown.plan} />}
      {shown !== null && shown.left.length > 0 && (
        <>
          <h3>{catalogue.staysOff}</h3>
          <ul className="plain">
            {shown.left.map(({ text, remedy }) => (
              <li key={text}>
                {text} {remedy !== undefined && <span className="soft">{inWindowWords(remedy)}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
      {shown !== null && !nothing && field}
      <div className="actions">
        {shown !== null && (
          <button
            type="button"
            className="primary"
            disabled={(!nothing && !isCleared) || shown.plan.privileges.some(({ held }) => !held)}
            onClick={() => onAgree(shown.planDigest)}
          >
            {nothing ? catalogue.takeTheSnapshot : catalogue.sendTheseAndTakeThe}
          </button>
        )}
        <button type="button" onClick={onClose}>
          {catalogue.back}
        </button>
      </div>
    </Modal>
  );
}
