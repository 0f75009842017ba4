import type { SectionId } from '../../evidence/sections';
import { sessionClasses, sessionSeries } from '../../knowledge/waits/session-waits';
import { describeWait } from '../../knowledge/waits/wait-objects';
import type { SnapshotComparison } from '../../shared/compare';
import { sessionClassNames } from '../../shared/session-classes';
import { FactReader } from '../facts/inputs/fact-reader';
import type { FactSet } from '../facts/inputs/fact-set';
import { MissingInput } from '../facts/inputs/fact-value';
import { meanOver } from '../facts/inputs/interval-values';
import type { Observed } from '../facts/inputs/observed';
import { ownStatements } from '../facts/inputs/own-statements';
import type { Row } from '../facts/inputs/row-delta';
import { picoseconds, type RowDelta, sectionDeltas } from '../facts/inputs/section-deltas';
import { topSql } from '../top-sql';
import { ratioOf } from './rates';

const shownWaits = 40;
const shownDigests = 50;
const mostPrepared = 500;

/** One side of a comparison. */
export interface Side {
  observed: Observed;
  facts: FactSet;
}

/** Waits by synchronisation object, in thread-seconds per second, the heaviest of either side first. */
export function compareWaits(a: Side, b: Side): SnapshotComparison['waits'] {
  const [left, right] = [a, b].map((side) =>
    deltasOf(side, 'pfs-waits-global', (row) => String(row.event_name)),
  );
  if (left === undefined || right === undefined) return { rows: [], reason: null };
  if ('reason' in left) return { rows: [], reason: `A: ${left.reason}` };
  if ('reason' in right) return { rows: [], reason: `B: ${right.reason}` };
  const [before, after] = [waitsByObject(left), waitsByObject(right)];
  const rows = [...new Set([...before.keys(), ...after.keys()])].map((object) => {
    const [x, y] = [before.get(object) ?? 0, after.get(object) ?? 0];
    return { object, a: x, b: y, ratio: ratioOf(x, y) };
  });
  return {
    rows: rows.sort((x, y) => Math.max(y.a, y.b) - Math.max(x.a, x.b)).slice(0, shownWaits),
    reason: null,
  };
}

/** Idle and enclosing waits count the same time again, or no work at all. */
function waitsByObject({ deltas, seconds }: Deltas<'pfs-waits-global'>): Map<string, number> {
  const waits = new Map<string, number>();
  for (const delta of deltas) {
    const described = describeWait(delta.key);
    if (delta.key === 'idle') continue;
    if (described !== undefined && ['idle', 'enclosing', 'background'].includes(described.kind)) continue;
    const threads = ((delta.increase('sum_timer_wait') ?? 0) * picoseconds) / seconds;
    if (threads < 1e-4) continue;
    const object = described?.title ?? delta.key.replace(/^wait\//, '');
    waits.set(object, (waits.get(object) ?? 0) + threads);
  }
  return waits;
}

/** Sessions by class, on average over the samples; [] where neither side sampled them. */
export function compareSessions(a: Observed, b: Observed): SnapshotComparison['sessions'] {
  const level = (observed: Observed, series: string) =>
    meanOver(observed.levelInIntervals(series) ?? [], observed.intervals);
  return sessionClasses.flatMap((name) => {
    const series = sessionSeries.ofClass(name);
    const [x, y] = [level(a, series), level(b, series)];
    if ((x ?? 0) === 0 && (y ?? 0) === 0) return [];
    return [{ class: sessionClassNames[name], a: x, b: y, ratio: ratioOf(x, y) }];
  });
}

/** Statements by digest, and prepared ones where digests do not hold them: how often, how long each, and what they cost together; the costliest first. */
export function compareDigests(a: Side, b: Side): SnapshotComparison['digests'] {
  // The digest itself differs between versions; the text and the schema do not.
  const [left, right] = [a, b].map((side) =>
    deltasOf(
      side,
      'statement-digests',
      (row) => `${row.schema_name ?? ''}\n${row.digest_text ?? row.digest ?? ''}`,
    ),
  );
  if (left === undefined || right === undefined) return { rows: [], reason: null };
  if ('reason' in left) return { rows: [], reason: `A: ${left.reason}` };
  if ('reason' in right) return { rows: [], reason: `B: ${right.reason}` };
  const [before, after] = [
    new Map([...digestsOf(left, a), ...preparedOf(a)]),
    new Map([...digestsOf(right, b), ...preparedOf(b)]),
  ];
  const rows = [...new Set([...before.keys(), ...after.keys()])].map((key) => {
    const [x, y] = [before.get(key), after.get(key)];
    const pair = (pick: (one: DigestLoad) => number | null) => {
      const [p, q] = [x === undefined ? 0 : pick(x), y === undefined ? 0 : pick(y)];
      return { a: p, b: q, ratio: ratioOf(p, q) };
    };
    return {
      digest: x?.digest ?? y?.digest ?? '',
      text: x?.text ?? y?.text ?? '',
      rate: pair(({ rate }) => rate),
      seconds: pair(({ rate, load }) => (rate > 0 ? load / rate : null)),
      load: pair(({ load }) => load),
    };
  });
  const cost = ({ load }: (typeof rows)[number]) => Math.max(load.a ?? 0, load.b ?? 0);
  return { rows: rows.sort((x, y) => cost(y) - cost(x)).slice(0, shownDigests), reason: null };
}

interface DigestLoad {
  digest: string;
  text: string;
  rate: number;
  load: number;
}

function digestsOf(
  { deltas, seconds }: Deltas<'statement-digests'>,
  { observed }: Side,
): Map<string, DigestLoad> {
  const isOwn = ownStatements(observed.snapshot);
  const found = new Map<string, DigestLoad>();
  for (const delta of deltas) {
    const { digest, digest_text: text } = delta.row;
    if (/performance_schema|information_schema|^SHOW |latchkey/i.test(String(text ?? ''))) continue;
    if (isOwn(String(text ?? ''))) continue;
    const rate = (delta.increase('count_star') ?? 0) / seconds;
    if (rate === 0) continue;
    const load = ((delta.increase('sum_timer_wait') ?? 0) * picoseconds) / seconds;
    found.set(delta.key, {
      digest: String(digest ?? ''),
      text: String(text ?? 'all other statements'),
      rate,
      load,
    });
  }
  return found;
}

/** Executions of prepared statements, where they are a load of their own beside the digests. */
function preparedOf({ observed }: Side): Map<string, DigestLoad> {
  const { span, statements } = topSql(observed.snapshot, { path: null, limit: mostPrepared });
  if (span.of !== 'window' || span.seconds === null) return new Map();
  const { seconds } = span;
  return new Map(
    statements
      .filter(({ source }) => source === 'prepared')
      .map(({ schema, text, calls, totalSeconds }) => [
        `prepared\n${schema ?? ''}\n${text}`,
        { digest: '', text, rate: calls / seconds, load: totalSeconds / seconds },
      ]),
  );
}

interface Deltas<S extends SectionId> {
  deltas: RowDelta<S>[];
  seconds: number;
}

function deltasOf<S extends SectionId>(
  { observed, facts }: Side,
  section: S,
  key: (row: Row<S>) => string,
): Deltas<S> | { reason: string } {
  const read = new FactReader(observed, facts, { id: 'comparison', needs: [`section.${section}`] });
  try {
    return { deltas: sectionDeltas(read, section, key), seconds: read.sectionSeconds(section) };
  } catch (thrown) {
    if (thrown instanceof MissingInput) return { reason: thrown.reason.text };
    throw thrown;
  }
}
