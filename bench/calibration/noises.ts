// Recorded noise of servers under load (noise.json, `recordNoise`), and how quiet the machine was meanwhile.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ServerId, serverIds } from '../../scripts/servers/index.ts';
import { root } from '../source.ts';
import type { NoiseRequest, RecordedNoise } from './record-noise.ts';

const file = join(root, 'bench', 'calibration', 'noise.json');

/** What is recorded: each server beside the other work of the machine, in front of it, and reads. */
export const noiseRequests: Readonly<Record<string, NoiseRequest>> = Object.fromEntries(
  serverIds.flatMap((server: ServerId) => [
    [`${server} updates beside others`, { server, workload: 'updates', niceness: 0, seconds: 150 }],
    [`${server} updates in front`, { server, workload: 'updates', niceness: -20, seconds: 60 }],
    [`${server} reads`, { server, workload: 'reads', niceness: 0, seconds: 60 }],
  ]),
);

/** A quiet machine; one that other programs use, or of which that is not known; one on which the work stands still. */
export type NoiseClass = 'quiet' | 'busy' | 'stalling';
export const noiseClasses: readonly NoiseClass[] = ['quiet', 'busy', 'stalling'];

/**
 * The criterion was fixed before a recording was made in which the other programs were counted, and before any was
 * simulated. It looks at the machine alone: how steady the server was decides nothing, so that no recording becomes
 * quiet because probes do well on it.
 */
export const classLimits = {
  /** Percent of the processors' time that other programs had, on the mean of the recording. */
  quietOthersPercent: 10,
  /** On a machine that is not quiet: percent of the seconds in which less than half of the mean was done. */
  stalledPercent: 5,
} as const;

/** All that was recorded so far. */
export function noiseNames(): string[] {
  return Object.keys(recordings());
}

export function classOf({ othersPercent, stalledPercent }: DescribedNoise): NoiseClass {
  if (othersPercent !== null && othersPercent <= classLimits.quietOthersPercent) return 'quiet';
  return stalledPercent > classLimits.stalledPercent ? 'stalling' : 'busy';
}

interface DescribedNoise {
  seconds: number;
  /** Coefficient of variation of the work of one second, percent. */
  variationPercent: number;
  /** Share of seconds with less than half of the mean. */
  stalledPercent: number;
  /** null: not counted. */
  othersPercent: number | null;
}

export function describeNoise({ rates, intervalMs, others }: RecordedNoise): DescribedNoise {
  const each = Math.max(1, Math.round(1000 / intervalMs));
  const seconds = Array.from({ length: Math.floor(rates.length / each) }, (_, index) =>
    meanOf(rates.slice(index * each, (index + 1) * each)),
  );
  const mean = meanOf(seconds);
  const deviation = Math.sqrt(meanOf(seconds.map((value) => (value - mean) ** 2)));
  const stalled = seconds.filter((value) => value < mean / 2).length;
  return {
    seconds: seconds.length,
    variationPercent: (100 * deviation) / mean,
    stalledPercent: (100 * stalled) / seconds.length,
    othersPercent: others === undefined ? null : meanOf(others),
  };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / values.length;
}

/** One line for each recording. */
export function keepNoise(name: string, noise: RecordedNoise): void {
  const lines = Object.entries({ ...recordings(), [name]: noise }).map(
    ([key, recording]) => `${JSON.stringify(key)}: ${JSON.stringify(recording)}`,
  );
  writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`);
}

export function noiseNamed(name: string): RecordedNoise {
  const found = recordings()[name];
  if (found === undefined) throw new Error(`No noise of ${name} was recorded.`);
  return found;
}

function recordings(): Record<string, RecordedNoise> {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}
