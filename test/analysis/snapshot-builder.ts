import type { Flavour, VersionTriple } from '../../src/shared/server';
import type { Section, Series, Snapshot } from '../../src/shared/snapshot';

export interface Build {
  server?: { flavour: Flavour; version: VersionTriple };
  variables?: Record<string, string | number>;
  /** Status at the end of the window. */
  status?: Record<string, string | number>;
  statusAtStart?: Record<string, string | number>;
  /** Values at 0 s, 1 s, ...; counters relative to `base`. */
  counters?: Record<string, (number | null)[]>;
  gauges?: Record<string, (number | null)[]>;
  bases?: Record<string, string>;
  restarts?: number[];
  sections?: Record<string, Section>;
  host?: Partial<Snapshot['host']>;
  performanceSchema?: boolean;
}

const startedAt = '2026-01-01T00:00:00.000Z';
const unknownFact = {
  origin: 'unknown' as const,
  reason: { code: 'no-host' as const, text: 'Not declared.' },
};

/** A snapshot with only what a test needs in it; everything else is missing, with a reason. */
export function buildSnapshot(build: Build): Snapshot {
  const { server = { flavour: 'mysql', version: [8, 0, 40] } } = build;
  const all = [...Object.values(build.counters ?? {}), ...Object.values(build.gauges ?? {})];
  const length = Math.max(0, ...all.map((values) => values.length));
  const series = (values: Record<string, (number | null)[]> | undefined, kind: 'counter' | 'gauge') =>
    Object.entries(values ?? {}).map(([name, list]): [string, Series] => [
      name,
      { kind, unit: 'count', base: build.bases?.[name] ?? '0', values: list },
    ]);
  const end = new Date(Date.parse(startedAt) + Math.max(1, length - 1) * 1000).toISOString();
  return {
    schema: 'latchkey/snapshot/1',
    id: '00000000-0000-4000-8000-000000000001',
    createdAt: startedAt,
    createdBy: 'test',
    origin: { kind: 'live', target: 'test' },
    complete: true,
    literals: 'removed',
    windowSeconds: length > 1 ? length - 1 : null,
    server: {
      ...server,
      versionText: server.version.join('.'),
      comment: '',
      hosting: 'self',
      uptimeSeconds: 100_000,
      serverKey: 'test',
      privileges: ['ALL PRIVILEGES'],
      performanceSchema: build.performanceSchema ?? true,
    },
    host: {
      cpus: unknownFact,
      cpuModel: unknownFact,
      memoryBytes: unknownFact,
      cgroupMemoryBytes: unknownFact,
      storage: unknownFact,
      iops: unknownFact,
      governor: unknownFact,
      ...build.host,
    },
    sections: {
      variables: nameValueSection(build.variables ?? {}, undefined, end),
      status: nameValueSection(build.status ?? {}, build.statusAtStart, end),
      ...build.sections,
    },
    samples:
      length === 0
        ? null
        : {
            startedAt,
            intervalMs: 1000,
            times: Array.from({ length }, (_, index) => index * 1000),
            series: Object.fromEntries([
              ...series(build.counters, 'counter'),
              ...series(build.gauges, 'gauge'),
            ]),
            restarts: build.restarts ?? [],
          },
    statements: [],
  };
}

function nameValueSection(
  atEnd: Record<string, string | number>,
  atStart: Record<string, string | number> | undefined,
  end: string,
): Section {
  const capture = (values: Record<string, string | number>, at: string) => ({
    at,
    tookMs: 1,
    table: {
      columns: ['name', 'value'],
      rows: Object.entries(values).map(([name, value]) => [name, String(value)]),
    },
  });
  return {
    status: 'ok',
    tookMs: 1,
    data: {
      ...(atStart === undefined ? {} : { start: capture(atStart, startedAt) }),
      end: capture(atEnd, end),
    },
  };
}

/** A section with a table at one or both ends of a window of `seconds`. */
export function tableSection(
  columns: string[],
  ends: { start?: (string | number | null)[][]; end: (string | number | null)[][] },
  options: { seconds?: number; startTruncated?: string } = {},
): Section {
  const end = new Date(Date.parse(startedAt) + (options.seconds ?? 10) * 1000).toISOString();
  return {
    status: 'ok',
    tookMs: 1,
    data: {
      ...(ends.start === undefined
        ? {}
        : {
            start: {
              at: startedAt,
              tookMs: 1,
              table: { columns, rows: ends.start },
              ...(options.startTruncated === undefined ? {} : { truncated: options.startTruncated }),
            },
          }),
      end: { at: end, tookMs: 1, table: { columns, rows: ends.end } },
    },
  };
}
