import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Cell, Snapshot } from '../src/shared/snapshot.ts';
import { root } from './source.ts';

/** Patch releases of the series of each sample: what the catalog knows is looked up for each of them. */
const patches = 30;

/**
 * Snapshots of as many servers: the samples that come with Latchkey in turn, each with a name, a patch release, an uptime, a
 * load and a buffer pool of its own. Counters of a server grow alike, at both ends and in the series.
 */
export function writeDistinctSnapshots(folder: string, files: number): void {
  const samples = readdirSync(join(root, 'samples'))
    .filter((name) => name.endsWith('.lks'))
    .map((name): Snapshot => JSON.parse(gunzipSync(readFileSync(join(root, 'samples', name))).toString()));
  for (let number = 0; number < files; number += 1) {
    const sample = samples[number % samples.length];
    if (sample === undefined) throw new Error('there are no samples');
    const text = JSON.stringify(server(sample, number));
    writeFileSync(join(folder, `${String(number).padStart(5, '0')}.lks`), gzipSync(text));
  }
}

function server(sample: Snapshot, number: number): Snapshot {
  const round = Math.floor(number / 7);
  const times = 1 + (round % 97) / 40;
  const [major, minor, patch] = sample.server.version;
  const version: Snapshot['server']['version'] = [major, minor, (patch + round) % patches];
  const uptime = (sample.server.uptimeSeconds ?? 0) * (1 + (round % 13));
  const { variables, status } = sample.sections;
  return {
    ...sample,
    id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    server: {
      ...sample.server,
      version,
      versionText: sample.server.versionText.replace(/^\d+\.\d+\.\d+/, version.join('.')),
      uptimeSeconds: uptime,
      serverKey: `server-${number}`,
    },
    sections: {
      ...sample.sections,
      ...(variables === undefined ? {} : { variables: rewritten(variables, settingOf(round)) }),
      ...(status === undefined ? {} : { status: rewritten(status, counterOf(times)) }),
    },
    samples: sample.samples === null ? null : withLoad(sample.samples, times),
  };
}

type Rewrite = (name: string, value: Cell) => Cell;

const counterOf =
  (times: number): Rewrite =>
  (name, value) =>
    /^(com_|handler_|innodb_|questions|queries|bytes_|created_|select_|sort_|table_)/i.test(name) &&
    /^\d{1,14}$/.test(String(value))
      ? String(Math.round(Number(value) * times))
      : value;

const settingOf =
  (round: number): Rewrite =>
  (name, value) => {
    if (name === 'innodb_buffer_pool_size') return String(2 ** 27 * (1 + (round % 64)));
    if (name === 'max_connections') return String(100 + (round % 50) * 20);
    return name === 'innodb_io_capacity' ? String(100 * (1 + (round % 20))) : value;
  };

/** The first two columns of both are name and value. */
function rewritten(section: Snapshot['sections'][string], rewrite: Rewrite): Snapshot['sections'][string] {
  const end = (capture: NonNullable<NonNullable<typeof section.data>['end']>) =>
    capture.table === undefined
      ? capture
      : {
          ...capture,
          table: {
            ...capture.table,
            rows: capture.table.rows.map(([name = null, value = null, ...others]) => [
              name,
              rewrite(String(name).toLowerCase(), value),
              ...others,
            ]),
          },
        };
  const { start: first, end: last } = section.data ?? {};
  return {
    ...section,
    data: {
      ...(first === undefined ? {} : { start: end(first) }),
      ...(last === undefined ? {} : { end: end(last) }),
    },
  };
}

function withLoad(
  samples: NonNullable<Snapshot['samples']>,
  times: number,
): NonNullable<Snapshot['samples']> {
  const series = Object.entries(samples.series).map(([name, one]) => {
    const isLoad = one.kind === 'counter' && name !== 'Uptime' && !name.startsWith('host.');
    const values = isLoad
      ? one.values.map((value) => (value === null ? null : Math.round(value * times)))
      : one.values;
    return [name, { ...one, values }] as const;
  });
  return { ...samples, series: Object.fromEntries(series) };
}
