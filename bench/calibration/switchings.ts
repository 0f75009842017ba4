// How long real switches took (switching.json, `recordSwitching`), for simulated runs.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ServerId, serverIds } from '../../scripts/servers/index.ts';
import { root } from '../source.ts';
import type { RecordedSwitching, SwitchingKind } from './record-switching.ts';

const file = join(root, 'bench', 'calibration', 'switching.json');

/** What is recorded: on each server a variable that acts at once, and one for which the load reconnects. */
export const switchingRequests: Readonly<Record<string, { server: ServerId; kind: SwitchingKind }>> =
  Object.fromEntries(
    serverIds.flatMap((server: ServerId) =>
      (['at once', 'sessions'] as const).map((kind) => [`${server} ${kind}`, { server, kind }]),
    ),
  );

/** One line for each recording. */
export function keepSwitching(name: string, switching: RecordedSwitching): void {
  const lines = Object.entries({ ...recordings(), [name]: switching }).map(
    ([key, recording]) => `${JSON.stringify(key)}: ${JSON.stringify(recording)}`,
  );
  writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`);
}

/** How long each switch took, seconds, by the server of a recorded noise, which its name begins with. */
export function switchTimesFor(noise: string, kind: SwitchingKind = 'at once'): readonly number[] {
  const [server = ''] = noise.split(' ');
  const found = recordings()[`${server} ${kind}`];
  if (found === undefined) throw new Error(`No switching of ${server} was recorded.`);
  return found.seconds;
}

/** A row for each recording: how many switches, and how long. */
export function switchingRows(): string[][] {
  return Object.entries(recordings()).map(([name, { version, seconds, othersPercent }]) => {
    const sorted = [...seconds].sort((a, b) => a - b);
    const at = (share: number) => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(2);
    const mean = seconds.reduce((sum, each) => sum + each, 0) / seconds.length;
    const others = othersPercent === null ? 'not counted' : `${othersPercent} %`;
    return [
      `Switching: ${name} (${version})`,
      String(seconds.length),
      `${mean.toFixed(2)} s on the mean, ${at(0.5)} s at the median, ${at(0.95)} s at the 95th percentile; other programs ${others}`,
    ];
  });
}

function recordings(): Record<string, RecordedSwitching> {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}
