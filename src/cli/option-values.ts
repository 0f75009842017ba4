import { InvalidArgumentError } from 'commander';
import { formatBytes, formatCount, parseSize } from '../shared/base/units';
import type { SshTarget, SslMode } from '../shared/connection';
import { declaredHostBounds, sslModes } from '../shared/connection';
import type { VersionTriple } from '../shared/server';
import { parseSshAddress } from '../shared/ssh-address';
import { texts } from './texts';

const durationUnits: Record<string, number> = { ms: 1, s: 1000, m: 60_000, min: 60_000, h: 3_600_000 };

/** `30s`, `500ms`, `2m`, `1h`; a bare number is seconds. Returns milliseconds. */
export function parseDuration(text: string): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|min|m|h)?$/.exec(text.trim());
  const unit = durationUnits[match?.[2] ?? 's'];
  if (match === null || unit === undefined) throw new InvalidArgumentError(texts.giveATimeSuchAs);
  return Math.round(Number(match[1]) * unit);
}

/** Length of the window in milliseconds: 0 (one moment) to one day. */
export function parseWindow(text: string): number {
  return within(parseDuration(text), 0, 86_400_000, texts.giveAtMost24h);
}

/** Sampling interval in milliseconds: 100 ms to one minute. */
export function parseInterval(text: string): number {
  return within(parseDuration(text), 100, 60_000, texts.give100msTo1m);
}

/** How long stacks are sampled, in milliseconds: whole seconds, because `sleep` of some systems knows no others. */
export function parseProfileTime(text: string): number {
  const ms = within(parseDuration(text), 1000, 60_000, 'Give 1s to 60s.');
  return within(ms % 1000 === 0 ? ms : 0, 1000, 60_000, texts.giveWholeSeconds);
}

/** Length of a recording or a watch in milliseconds: a second to 30 days. */
export function parseLongTime(text: string): number {
  return within(parseDuration(text), 1000, 30 * 86_400_000, 'Give 1s to 720h.');
}

/** Servers at a time: 1 to 64. */
export function parseConcurrency(text: string): number {
  return within(parsePositiveInteger(text), 1, 64, 'Give 1 to 64.');
}

/** Longest time of one server in milliseconds: a second to a day. */
export function parseTimeLimit(text: string): number {
  return within(parseDuration(text), 1000, 86_400_000, 'Give 1s to 24h.');
}

/** Length of a history in hours: `14d`, `36h`; an hour to 90 days. */
export function parseHistory(text: string): number {
  const match = /^(\d{1,4})([hdw])$/.exec(text.trim());
  const hours = Number(match?.[1] ?? 0) * (match?.[2] === 'w' ? 168 : match?.[2] === 'd' ? 24 : 1);
  return within(hours, 1, 2160, texts.give1hTo90dSuch);
}

/** Settling of a probe in milliseconds: 0.1 s to 10 minutes. */
export function parseSettling(text: string): number {
  return within(parseDuration(text), 100, 600_000, texts.give100msTo10m);
}

/** A pause in milliseconds, up to an hour. */
export function parsePause(text: string): number {
  return within(parseDuration(text), 0, 3_600_000, texts.giveAtMost1h);
}

/** A size such as `64G`. Returns bytes. */
function parseBytes(text: string): number {
  const bytes = parseSize(text);
  if (bytes === null || bytes <= 0) throw new InvalidArgumentError(texts.giveASizeSuchAs);
  return bytes;
}

export function parsePositiveInteger(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError(texts.giveAWholeNumberAbove);
  return Number(text);
}

/** How many statements are listed: 1 to 500. */
export function parseTopLimit(text: string): number {
  return within(parsePositiveInteger(text), 1, 500, 'Give 1 to 500.');
}

/** Memory of a host in bytes, within what a host may have. */
export function parseHostMemory(text: string): number {
  const [low, high] = declaredHostBounds.memoryBytes;
  const range = texts.giveToSuchAs64g(formatBytes(low), formatBytes(high));
  return within(parseBytes(text), low, high, range);
}

/** Size of the data in bytes. */
export function parseDataSize(text: string): number {
  const [low, high] = declaredHostBounds.dataBytes;
  return within(parseBytes(text), low, high, texts.giveToSuchAs200g(formatBytes(low), formatBytes(high)));
}

/** Logical processors of a host. */
export function parseHostCpus(text: string): number {
  const [low, high] = declaredHostBounds.cpus;
  return within(parsePositiveInteger(text), low, high, texts.giveToProcessors(low, formatCount(high)));
}

/** Operations per second of a host's storage. */
export function parseHostIops(text: string): number {
  const [low, high] = declaredHostBounds.iops;
  const range = texts.giveToOperationsPerSecond(low, formatCount(high));
  return within(parsePositiveInteger(text), low, high, range);
}

export function parsePort(text: string): number {
  return within(parsePositiveInteger(text), 1, 65_535, texts.giveAPortFrom1);
}

/** As the mysql client writes it (`VERIFY_CA`), in any case, with `_` or `-`. */
export function parseSslMode(text: string): SslMode {
  const wanted = text.toLowerCase().replaceAll('_', '-');
  const mode = sslModes.find((candidate) => candidate === wanted);
  if (mode === undefined) throw new InvalidArgumentError(texts.giveOneOf(sslModes.join(', ')));
  return mode;
}

/** `[user@]host[:port]`, with an IPv6 address in brackets. */
export function parseSshTarget(text: string): SshTarget {
  const address = parseSshAddress(text);
  // Not repeated: it may be user:password@host.
  if (address === null) throw new InvalidArgumentError(texts.giveUserHostOrUser);
  return address;
}

/** An option that takes `A,B` and may be repeated. */
export function collectList(text: string, previous: string[] | undefined): string[] {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return [...(previous ?? []), ...parts];
}

/** `VAR=VALUE`, repeated; names are folded to lower case with underscores, as the server spells them. */
export function collectSettings(
  text: string,
  previous: Record<string, string> | undefined,
): Record<string, string> {
  const match = /^([A-Za-z][\w-]*)\s*=(.*)$/s.exec(text.trim());
  if (match?.[1] === undefined || match[2] === undefined) {
    throw new InvalidArgumentError(texts.giveVariableValueSuchAs);
  }
  return { ...previous, [match[1].toLowerCase().replaceAll('-', '_')]: match[2].trim() };
}

function within(value: number, low: number, high: number, message: string): number {
  if (value < low || value > high) throw new InvalidArgumentError(message);
  return value;
}

/** A version of a server: `8.0.36`. */
export function parseServerVersion(text: string): VersionTriple {
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text);
  if (match === null) {
    throw new InvalidArgumentError(texts.giveAllThreeNumbersSuch);
  }
  return [Number(match[1]), Number(match[2]), Number(match[3])];
}
