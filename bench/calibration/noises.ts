// Recorded noise: of a busy machine (noise.json, `recordNoise`), and from the sample snapshots of a quiet one and of a server that stalls.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { serverIds } from '../../scripts/servers/index.ts';
import { root } from '../source.ts';
import type { RecordedNoise } from './record-noise.ts';

const file = join(root, 'bench', 'calibration', 'noise.json');
const quietSamples = ['mariadb-10.11-query-cache', 'mysql-5.6-benchmark-2013'];
/** Its redo log was made too small on purpose: it stalls every few seconds. */
const stallingSample = 'mysql-9.7-starved-redo';

export const busyNoises: readonly string[] = serverIds.map((id) => `busy ${id}`);
export const quietNoises: readonly string[] = quietSamples.map((name) => `quiet ${name}`);

export const stallingNoises: readonly string[] = [`stalling ${stallingSample}`];

export function keepNoise(id: string, noise: RecordedNoise): void {
  writeFileSync(file, JSON.stringify({ ...recordings(), [id]: noise }));
}

export function noiseNamed(name: string): RecordedNoise {
  const id = name.slice(name.indexOf(' ') + 1);
  const found = name.startsWith('busy ') ? recordings()[id] : ofSample(id);
  if (found === undefined) throw new Error(`No noise of ${id} was recorded.`);
  return found;
}

function recordings(): Record<string, RecordedNoise> {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/** Statements in each second of a snapshot's window; they were taken when nothing else ran on the machine. */
function ofSample(name: string): RecordedNoise {
  const text = gunzipSync(readFileSync(join(root, 'samples', `${name}.lks`))).toString('utf8');
  const { samples, server } = JSON.parse(text);
  const values: number[] = samples.series.Questions.values;
  const rates = values.slice(1).map((value, index) => value - (values[index] ?? value));
  return {
    version: server.versionText,
    intervalMs: samples.intervalMs,
    rates,
    cpu: rates.map(() => null),
  };
}
