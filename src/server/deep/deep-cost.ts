import type { Clock } from '../../shared/base/clock';
import type { DeepReport, MeasuredPeriod } from '../../shared/deep';
import { nameValueMap } from '../connect/driver/rows';
import type { Session } from '../connect/session';
import { countOfStatements } from '../connect/statement-log';

/** Fewer statements than this in a period say nothing about the cost of one. */
const enoughStatements = 500;

interface CostSample {
  atMs: number;
  questions: number;
  own: number;
  cpuSeconds: number | null;
}

/** Reads what a period is the difference of. @param cpuSeconds CPU time of the server, where it can be read */
async function read(
  session: Session,
  clock: Clock,
  cpuSeconds: () => Promise<number | null>,
  signal: AbortSignal,
): Promise<CostSample> {
  const status = nameValueMap(
    await session.query("SHOW GLOBAL STATUS WHERE Variable_name = 'Questions'", { signal }),
  );
  return {
    atMs: clock.monotonicMs(),
    questions: Number(status.get('questions')),
    own: countOfStatements(session.statements),
    cpuSeconds: await cpuSeconds(),
  };
}

/** Watches the server for some seconds. @throws LatchkeyError cancelled, or as `query` does */
export async function measurePeriod(
  session: Session,
  seconds: number,
  clock: Clock,
  cpuSeconds: () => Promise<number | null>,
  signal: AbortSignal,
): Promise<MeasuredPeriod> {
  const from = await read(session, clock, cpuSeconds, signal);
  await clock.sleep(seconds * 1000, signal);
  const to = await read(session, clock, cpuSeconds, signal);
  const elapsed = (to.atMs - from.atMs) / 1000;
  const statements = to.questions - from.questions - (to.own - from.own);
  if (!(statements >= 0) || elapsed <= 0) {
    return { seconds: elapsed, statementsPerSecond: null, cpuMicrosecondsPerStatement: null };
  }
  const cpu = from.cpuSeconds === null || to.cpuSeconds === null ? null : to.cpuSeconds - from.cpuSeconds;
  return {
    seconds: Math.round(elapsed * 1000) / 1000,
    statementsPerSecond: statements / elapsed,
    cpuMicrosecondsPerStatement:
      cpu === null || statements < enoughStatements ? null : (cpu * 1_000_000) / statements,
  };
}

/** The three periods in a sentence; a difference no larger than that between before and after is called noise. */
export function costText(
  before: MeasuredPeriod,
  during: MeasuredPeriod,
  after: MeasuredPeriod | null,
): DeepReport['cost']['text'] {
  const cpu = [before, during, after].map((period) => period?.cpuMicrosecondsPerStatement ?? null);
  const rate = [before, during, after].map((period) => period?.statementsPerSecond ?? null);
  const cost = compare(cpu, 'CPU time per statement', 'us') ?? compare(rate, 'statements per second', '/s');
  const fewStatements = [before, during].some(
    ({ statementsPerSecond, seconds }) => (statementsPerSecond ?? 0) * seconds < enoughStatements,
  );
  if (cost === null || fewStatements) {
    return `Not measured: fewer than ${enoughStatements} statements ran in a period.`;
  }
  return cost;
}

function compare(values: readonly (number | null)[], what: string, unit: string): string | null {
  const [before = null, during = null, after = null] = values;
  if (before === null || during === null || after === null || before <= 0 || after <= 0) return null;
  const outside = (before + after) / 2;
  const effect = ((during - outside) / outside) * 100;
  const noise = (Math.abs(before - after) / outside) * 100;
  const figures = `${figure(before)} ${unit} before, ${figure(during)} ${unit} during, ${figure(after)} ${unit} after`;
  return Math.abs(effect) <= noise
    ? `${what}: ${figures}; the difference is within the noise of ${noise.toFixed(1)} %.`
    : `${what}: ${figures}; ${effect > 0 ? '+' : ''}${effect.toFixed(1)} %, with noise of ${noise.toFixed(1)} %.`;
}

function figure(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(1);
}
