import { LatchkeyError } from '../../shared/base/error';
import type { StoreSeries } from './answer';
import { over } from './selector';
import { mostAnswerBytes, type StoreClient } from './store-client';

/** What is read of a store: times are ms since 1970. */
export interface Span {
  fromMs: number;
  toMs: number;
  /** Interval at which the store scrapes. */
  scrapeMs: number;
  /** Distance of what is read: the scrape interval, or a multiple of it. */
  stepMs: number;
}

/** Text of one point in an answer, bytes, and how much of the limit an answer is planned to take. */
const pointBytes = 30;
const planned = 0.4;
/** Series of a server where nobody could count them. */
const usualSeries = 700;

/**
 * The points of all series that a selector fits, piece by piece in order of time, each piece small enough for one answer.
 * At the scrape interval they are as they were scraped, with their own times; at a longer step each is the last one of its step.
 */
export async function* pointsInPieces(
  client: StoreClient,
  what: string,
  span: Span,
): AsyncGenerator<StoreSeries[]> {
  const count = fitsAnyway(span) ? usualSeries : await seriesCount(client, what, span);
  const most = Math.max(5, Math.floor((mostAnswerBytes * planned) / (pointBytes * count)));
  let length = most * span.stepMs;
  for (let from = span.fromMs; from <= span.toMs; ) {
    const to = Math.min(span.toMs, from + length);
    try {
      yield await piece(client, what, from, to, span);
      // Both ends of a piece belong to it.
      from = span.stepMs === span.scrapeMs ? to + 1 : to + span.stepMs;
    } catch (error) {
      const isTooLarge = error instanceof LatchkeyError && error.code === 'too-large';
      if (!isTooLarge || length <= span.stepMs) throw error;
      length = Math.max(span.stepMs, Math.floor(length / 2 / span.stepMs) * span.stepMs);
    }
  }
}

/** More series than nearly any server has. */
const manySeries = 3000;

/** Whether so few points are read that nobody need count their series; an answer that is too large all the same is asked for in parts. */
function fitsAnyway({ fromMs, toMs, stepMs }: Span): boolean {
  return ((toMs - fromMs) / stepMs) * pointBytes * manySeries <= mostAnswerBytes;
}

function piece(
  client: StoreClient,
  what: string,
  from: number,
  to: number,
  { scrapeMs, stepMs }: Span,
): Promise<StoreSeries[]> {
  if (stepMs === scrapeMs) return client.query(over(what, to - from + 1), to);
  // The grid goes on where the piece before has ended; what lies beyond the piece belongs to the next one.
  return client.queryRange(`last_over_time(${over(what, stepMs)})`, from, to, stepMs);
}

async function seriesCount(client: StoreClient, what: string, { toMs, scrapeMs }: Span): Promise<number> {
  const [found] = await client.query(
    `count(last_over_time(${over(what, Math.max(300_000, 3 * scrapeMs))}))`,
    toMs,
  );
  const count = Number(found?.points[0]?.[1] ?? Number.NaN);
  return Number.isFinite(count) && count > 0 ? count : usualSeries;
}

/** The last value of every series in the time before a moment. */
export function lastValues(
  client: StoreClient,
  what: string,
  atMs: number,
  lookBackMs: number,
): Promise<StoreSeries[]> {
  return client.query(`last_over_time(${over(what, lookBackMs)})`, atMs);
}
