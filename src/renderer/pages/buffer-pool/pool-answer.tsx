import { formatBytes, sizeLiteral } from '../../../shared/base/units';
import type { Chunks, PoolJudgement } from '../../../shared/chunks';
import { serverName } from '../../../shared/server';
import { unbroken } from '../../../view';
import { CopyButton } from '../../components/controls/copy-button';
import { useApp, useShared } from '../../state/app-state';
import { texts } from './texts';

/** One answer: what becomes of the request, in which words of the server, in which steps, and what would be better. */
export function PoolAnswer({
  chunks,
  judgement,
  onTry,
}: {
  chunks: Chunks;
  /** What the machine says to it; null: nothing is known of one. */
  judgement: PoolJudgement | null;
  onTry: (size: string) => void;
}) {
  const { at, messages, step, basis } = chunks;
  const statement = statementOf(chunks);
  const exceeds = judgement?.verdict === 'exceeds';
  const answer = outcomeOf(chunks);
  // The server would take it; the machine cannot carry it.
  const outcome = exceeds && answer.kind === 'taken' ? { ...answer, kind: 'changed' as const } : answer;
  return (
    <>
      <p className={`pool-outcome pool-outcome-${outcome.kind}`} role="status">
        <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
          <path d={outcomeShapes[outcome.kind]} />
        </svg>
        <span>{outcome.text}</span>
      </p>
      <pre className="statement pool-statement">{statement}</pre>
      <div className="pool-statement-actions">
        <CopyButton text={statement} />
        {chunks.accepted && !exceeds && (at === 'start' || chunks.changed) && (
          <UseInPlan settings={planned(chunks, chunks.input.sizeBytes)} />
        )}
      </div>
      <Values chunks={chunks} />
      <h3>{at === 'start' ? texts.linesOfTheErrorLog : texts.showWarnings}</h3>
      {messages.length === 0 ? (
        <p className="soft">{texts.none}</p>
      ) : (
        <ul className="plain pool-messages">
          {messages.map(({ level, code, text }) => (
            <li key={`${code} ${text}`} className={`pool-message-${level}`}>
              <strong>
                {level}
                {code === null ? '' : ` ${code}`}
              </strong>{' '}
              <code>{text}</code>
            </li>
          ))}
        </ul>
      )}
      <h3>{texts.resizeStep}</h3>
      <p>
        {step === null
          ? chunks.effective.sizeBytes === 0
            ? 'None.'
            : texts.noneThisServerHasNo
          : texts.ofThePool(formatBytes(step.bytes), step.percent, stepWords[step.fit])}
      </p>
      <Alternatives chunks={chunks} roomBytes={judgement?.roomBytes ?? null} onTry={onTry} />
      <p className="soft pool-basis">{basisWords[basis]}</p>
    </>
  );
}

const stepWords = {
  good: texts.between2And5With,
  coarse: texts.aCoarseStepItResizes,
  fine: texts.aFineStepThePool,
} as const;

const basisWords = {
  live: texts.provenAgainstALiveServer,
  source: texts.readInThisLinesSource,
  manual: texts.byTheManualAndThe,
} as const;

const outcomeShapes = {
  taken: 'M2.5 8.5 6.5 12.5 13.5 4',
  changed: 'M8 2v8M8 12.5v1.5',
  refused: 'M3.5 3.5l9 9M12.5 3.5l-9 9',
} as const;

function outcomeOf({ at, accepted, changed, async, effective }: Chunks): {
  kind: keyof typeof outcomeShapes;
  text: string;
} {
  const size = unbroken(formatBytes(effective.sizeBytes));
  if (at === 'start') {
    if (!accepted) return { kind: 'refused', text: texts.theServerDoesNotStart };
    return changed
      ? { kind: 'changed', text: texts.theServerStartsWithNot(size) }
      : { kind: 'taken', text: texts.theServerStartsWithAll(size) };
  }
  if (!accepted) return { kind: 'refused', text: texts.theStatementFailsThePool(size) };
  if (!changed) return { kind: 'changed', text: texts.nothingChangesThePoolStays(size) };
  return {
    kind: 'taken',
    text: async ? texts.thePoolGoesToIn(size) : texts.thePoolGoesToThe(size),
  };
}

/** What is written to the server or its option file. */
function statementOf({ at, input }: Chunks): string {
  if (at === 'set') return `SET GLOBAL innodb_buffer_pool_size = ${input.sizeBytes};`;
  const lines: [string, string | undefined][] = [
    ['innodb_dedicated_server', input.dedicated === true ? 'ON' : undefined],
    ['innodb_buffer_pool_size', literal(input.sizeBytes)],
    ['innodb_buffer_pool_instances', input.instances?.toString()],
    ['innodb_buffer_pool_chunk_size', literal(input.chunkBytes)],
    ['innodb_buffer_pool_size_max', literal(input.sizeMaxBytes)],
  ];
  return [
    '[mysqld]',
    ...lines.flatMap(([name, value]) => (value === undefined ? [] : [`${name} = ${value}`])),
  ].join('\n');
}

function literal(bytes: number | undefined): string | undefined {
  return bytes === undefined ? undefined : sizeLiteral(bytes);
}

function Values({ chunks: { at, input, effective } }: { chunks: Chunks }) {
  const bytes = (value: number | null | undefined) => (value == null ? null : formatBytes(value));
  const count = (value: number | null | undefined) => (value == null ? null : String(value));
  // A SET moves the size alone.
  const requested = at === 'start' ? input : { sizeBytes: input.sizeBytes };
  const all: [string, string | null, string | null][] = [
    [texts.size, bytes(requested.sizeBytes), bytes(effective.sizeBytes)],
    [texts.instances, count(at === 'start' ? input.instances : undefined), count(effective.instances)],
    [texts.chunk, bytes(at === 'start' ? input.chunkBytes : undefined), bytes(effective.chunkBytes)],
    [texts.chunks, null, chunkCount(effective)],
    [texts.upperBound, bytes(at === 'start' ? input.sizeMaxBytes : undefined), bytes(effective.sizeMaxBytes)],
  ];
  if (effective.sizeBytes === 0) return null;
  return (
    <table className="data pool-values">
      <thead>
        <tr>
          <th scope="col">
            <span className="unseen">{texts.value}</span>
          </th>
          <th scope="col" className="number">
            {texts.askedFor}
          </th>
          <th scope="col" className="number">
            {texts.inEffect}
          </th>
        </tr>
      </thead>
      <tbody>
        {all
          .filter(([, asked, got]) => asked !== null || got !== null)
          .map(([name, asked, got]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className="number soft">{asked ?? ''}</td>
              <td className={asked !== null && asked !== got ? 'number strong' : 'number'}>
                {got ?? 'none'}
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}

function chunkCount({ totalChunks, chunksPerInstance, instances }: Chunks['effective']): string | null {
  if (totalChunks === null) return null;
  return (instances ?? 1) > 1 ? `${totalChunks} (${chunksPerInstance} each)` : String(totalChunks);
}

/** A size that is this many times the one asked for, or a part of it that small, answers another question. */
const near = 8;

function Alternatives({
  chunks,
  roomBytes,
  onTry,
}: {
  chunks: Chunks;
  /** No larger one is offered; null: not known. */
  roomBytes: number | null;
  onTry: (size: string) => void;
}) {
  const asked = chunks.input.sizeBytes ?? null;
  const isNear = (size: number) => asked === null || (size <= near * asked && near * size >= asked);
  const alternatives = chunks.alternatives.filter(
    ({ sizeBytes }) =>
      sizeBytes !== asked && (roomBytes === null || sizeBytes <= roomBytes) && isNear(sizeBytes),
  );
  if (alternatives.length === 0) return null;
  return (
    <>
      <h3>{texts.nearestSizesWithAGood}</h3>
      <ul className="plain pool-alternatives">
        {alternatives.map(({ sizeBytes, stepPercent }) => (
          <li key={sizeBytes}>
            <span>
              <strong>{formatBytes(sizeBytes)}</strong>{' '}
              <span className="soft">{texts.step(stepPercent)}</span>
            </span>
            <span className="push" />
            <button type="button" className="quiet" onClick={() => onTry(sizeLiteral(sizeBytes))}>
              {texts.tryWord(<span className="unseen"> {sizeLiteral(sizeBytes)}</span>)}
            </button>
            <UseInPlan settings={planned(chunks, sizeBytes)} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** The settings that come to this pool: by SET the size alone, for a start the others that were asked for too. */
function planned({ at, input }: Chunks, sizeBytes: number | undefined): Record<string, string> {
  const set: Record<string, string> = {};
  if (sizeBytes !== undefined) set.innodb_buffer_pool_size = sizeLiteral(sizeBytes);
  if (at === 'set') return set;
  if (input.instances !== undefined) set.innodb_buffer_pool_instances = String(input.instances);
  if (input.chunkBytes !== undefined) set.innodb_buffer_pool_chunk_size = sizeLiteral(input.chunkBytes);
  return set;
}

/** Puts settings into the plan; says why not where the plan is of another server. */
function UseInPlan({ settings }: { settings: Record<string, string> }) {
  const { choose, notify } = useApp();
  const source = useShared('source');
  const pool = useShared('pool');
  const choices = useShared('choices');
  const words = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  if (words.length === 0) return null;
  const server = pool === null ? '' : `${pool.form.flavour} ${pool.form.version.trim()}`;
  const refusal =
    source === null
      ? texts.aPlanNeedsASnapshot
      : server === `${source.server.flavour} ${source.server.version.join('.')}`
        ? undefined
        : texts.thePlanIsOfAnd(serverName(source.server));
  const use = () => {
    choose({ ...choices, set: { ...choices.set, ...settings } });
    const are = words.length === 1 ? 'is' : 'are';
    notify({ text: texts.inThePlan(words.join(', '), are) });
  };
  return (
    <button type="button" disabled={refusal !== undefined} title={refusal} onClick={use}>
      {texts.toUseInThePlan(<span className="unseen"> {settings.innodb_buffer_pool_size}</span>)}
    </button>
  );
}
