import type { Snapshot } from '../../src/shared/snapshot';

/** A small valid snapshot for tests that do not care what it says. */
export function exampleSnapshot(changes: Partial<Snapshot> = {}): Snapshot {
  const at = '2026-11-21T03:04:05.000Z';
  return {
    schema: 'latchkey/snapshot/1',
    id: '0b3e2a52-6a67-4f0e-9d53-3f3a2f0c9a11',
    createdAt: at,
    createdBy: 'latchkey 0.1.0',
    origin: { kind: 'live', target: 'root@localhost:3306' },
    complete: true,
    literals: 'removed',
    windowSeconds: 3,
    server: {
      flavour: 'mysql',
      version: [9, 7, 4],
      versionText: '9.7.4',
      comment: 'MySQL Community Server - GPL',
      hosting: 'self',
      uptimeSeconds: 3600,
      serverKey: '2d4c8a7e-0000-11f0-8000-000000000001',
      privileges: ['SELECT', 'PROCESS'],
      performanceSchema: true,
    },
    host: {
      cpus: { origin: 'local', value: 4 },
      cpuModel: { origin: 'unknown', reason: { code: 'no-host', text: 'The host cannot be read.' } },
      memoryBytes: { origin: 'declared', value: 64 * 1024 ** 3 },
      cgroupMemoryBytes: { origin: 'unknown', reason: { code: 'absent', text: 'No limit is set.' } },
      storage: { origin: 'unknown', reason: { code: 'no-host', text: 'Not declared.' } },
      iops: { origin: 'unknown', reason: { code: 'no-host', text: 'Not declared.' } },
      governor: { origin: 'unknown', reason: { code: 'no-host', text: 'Not declared.' } },
    },
    sections: {
      variables: {
        status: 'ok',
        tookMs: 12.5,
        rows: 2,
        data: {
          end: {
            at,
            tookMs: 12.5,
            table: {
              columns: ['name', 'value', 'source', 'path', 'min', 'max'],
              rows: [
                ['innodb_buffer_pool_size', '134217728', 'COMPILED', '', '5242880', '9223372036854775807'],
                ['max_connections', '151', 'COMPILED', '', '1', '100000'],
              ],
            },
          },
        },
      },
      'innodb-status': {
        status: 'skipped',
        tookMs: 0,
        reason: {
          code: 'privilege',
          text: 'SHOW ENGINE INNODB STATUS needs the PROCESS privilege.',
          remedy: 'GRANT PROCESS ON *.* TO CURRENT_USER()',
        },
      },
    },
    samples: {
      startedAt: at,
      intervalMs: 1000,
      times: [0, 1000, 2001, 3000],
      series: {
        Questions: { kind: 'counter', unit: 'count', base: '18446744073709551000', values: [0, 12, 40, 55] },
        Threads_running: { kind: 'gauge', unit: 'count', base: '0', values: [2, null, 9, 3] },
      },
      restarts: [],
    },
    statements: [{ at, sql: 'SHOW GLOBAL STATUS', tookMs: 3.2, rows: 498 }],
    ...changes,
  };
}
