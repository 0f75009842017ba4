import type { FuzzedParser } from './parsers';

/** Below it a ratio says nothing of the reader, ms. The square of 8 KiB alone takes twenty times as long. */
export const measurableMs = 3;
/** Linear time takes four times as long for four times as much, the square of it sixteen times. */
const most = 8;

type Reader = Pick<FuzzedParser, 'run'>;

/** ms of the processor, where it had to be shared; by the clock, where others of the process worked beside it. */
export async function timed(reader: Reader, text: string): Promise<number> {
  const started = performance.now();
  const before = process.cpuUsage();
  await reader.run(text);
  const { user, system } = process.cpuUsage(before);
  return Math.min(performance.now() - started, (user + system) / 1000);
}

/** The least of so many readings, ms: a busy machine and the collector of garbage only ever make it longer. */
export async function least(reader: Reader, text: string, readings: number): Promise<number> {
  let found = await timed(reader, text);
  for (let again = 1; again < readings; again += 1) found = Math.min(found, await timed(reader, text));
  return found;
}

/** Null: a text takes no much more than four times as long as a quarter of it. */
export async function growth(
  reader: Reader,
  quarter: string,
  whole: string,
  readings = 2,
): Promise<string | null> {
  const little = await least(reader, quarter, readings);
  const much = await least(reader, whole, readings);
  if (much < most * Math.max(little, measurableMs)) return null;
  // What a busy machine made of two readings has to stand in six.
  if (readings < 6) return growth(reader, quarter, whole, 6);
  return `${little.toFixed(1)} ms for ${quarter.length} characters, ${much.toFixed(1)} ms for ${whole.length}`;
}
