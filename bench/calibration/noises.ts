// Recorded noise: of servers under load (noise.json, `recordNoise`), and from the windows of the sample snapshots.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type ServerId, serverIds } from '../../scripts/servers/index.ts';
import { root } from '../source.ts';
import type { NoiseWish, RecordedNoise } from './record-noise.ts';

const file = join(root, 'bench', 'calibration', 'noise.json');
const samples = [
  'mariadb-10.11-query-cache',
  'mariadb-11.8-healthy',
  'mysql-5.6-benchmark-2013',
  'mysql-9.7-starved-redo',
];
/** Sample snapshots were taken when nothing else ran on the machine. */
const ofSamples = 'snapshot ';

/** What is recorded: each server beside the other work of the machine, in front of it, and reads. */
export const noiseWishes: Readonly<Record<string, NoiseWish>> = Object.fromEntries(
  serverIds.flatMap((server: ServerId) => [
    [`${server} updates beside others`, { server, workload: 'updates', niceness: 0, seconds: 150 }],
    [`${server} updates in front`, { server, workload: 'updates', niceness: -15, seconds: 100 }],
    [`${server} reads`, { server, workload: 'reads', niceness: 0, seconds: 60 }],
  ]),
);

export type NoiseClass = 'quiet' | 'unsteady' | 'disturbed';
export const noiseClasses: readonly NoiseClass[] = ['quiet', 'unsteady', 'disturbed'];

/**
 * Classes by the coefficient of variation of the work of one second, percent. It is a property of the recording alone,
 * and was fixed before a probe was simulated on the recordings of servers in front: on a busy shared machine, runs of 4 s wander by 15 to
 * 20 %, and what is called quiet must not do so within single seconds.
 */
export const classLimits: Readonly<Record<NoiseClass, number>> = {
  quiet: 15,
  unsteady: 35,
  disturbed: Number.POSITIVE_INFINITY,
};

/** All that there are: what was recorded so far, and the samples. */
export function noiseNames(): string[] {
  return [...Object.keys(recordings()), ...samples.map((name) => `${ofSamples}${name}`)];
}

export function classOf({ variationPercent }: { variationPercent: number }): NoiseClass {
  return noiseClasses.find((name) => variationPercent <= classLimits[name]) ?? 'disturbed';
}

/** Coefficient of variation of the work of one second, percent, and the share of seconds with less than half of the mean. */
export function describeNoise({ rates, intervalMs }: RecordedNoise): {
  seconds: number;
  variationPercent: number;
  stalledPercent: number;
} {
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
  const found = name.startsWith(ofSamples) ? ofSample(name.slice(ofSamples.length)) : recordings()[name];
  if (found === undefined) throw new Error(`No noise of ${name} was recorded.`);
  return found;
}

function recordings(): Record<string, RecordedNoise> {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/** Statements in each second of a snapshot's window. */
function ofSample(name: string): RecordedNoise {
  const text = gunzipSync(readFileSync(join(root, 'samples', `${name}.lks`))).toString('utf8');
  const { samples: sampled, server } = JSON.parse(text);
  const values: number[] = sampled.series.Questions.values;
  const rates = values.slice(1).map((value, index) => value - (values[index] ?? value));
  return {
    version: server.versionText,
    intervalMs: sampled.intervalMs,
    rates,
    cpu: rates.map(() => null),
  };
}
