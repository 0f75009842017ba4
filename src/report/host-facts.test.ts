import { describe, expect, test } from 'vitest';
import { type Host, hostSchema } from '../shared/snapshot';
import { hostFacts } from './host-facts';

const missing = { origin: 'unknown', reason: { code: 'no-host', text: 'Far away.' } } as const;
const old: Host = {
  cpus: { origin: 'declared', value: 8 },
  cpuModel: missing,
  memoryBytes: { origin: 'local', value: 2 ** 31 },
  cgroupMemoryBytes: missing,
  storage: missing,
  iops: missing,
  governor: missing,
};

describe('the host in a report', () => {
  test('each fact with its origin, and what is not known once for each reason', () => {
    const facts = hostFacts(old);
    expect(facts.slice(0, 2)).toEqual([
      { name: 'Processors the server may use', value: '8 (declared)' },
      { name: 'Memory', value: '2 GiB (local)' },
    ]);
    expect(facts).toHaveLength(3);
    expect(facts[2]).toEqual({
      name: expect.stringContaining('Frequency governor'),
      value: 'not known: Far away.',
    });
  });

  test('every fact of the schema has a line', () => {
    const all = Object.fromEntries(
      hostSchema
        .keyof()
        .options.map((name) => [name, { origin: 'unknown', reason: { code: 'error', text: name } }]),
    );
    const host = hostSchema.parse({
      ...all,
      device: { origin: 'ssh', value: 'sda' },
    });
    expect(hostFacts(host)).toHaveLength(hostSchema.keyof().options.length);
  });

  test("the logs' storage is reported where it is another one", () => {
    const disk = (name: string) => ({ origin: 'ssh', value: name }) as const;
    const filesystem = { origin: 'ssh', value: 'xfs' } as const;
    const names = (redo: string) =>
      hostFacts({
        ...old,
        device: disk('sda'),
        redoDevice: disk(redo),
        filesystem,
        redoFilesystem: filesystem,
      }).map(({ name }) => name);
    expect(names('sdb')).toContain('Redo log: device');
    expect(names('sda')).not.toContain('Redo log: device');
  });
});
