import { hourMs, type ServerHistory } from '../../src/shared/history';

const from = Date.parse('2026-11-07T03:00:00.000Z');

/** A small valid history for tests that do not care what it says: as many hours as given, of one busy counter. */
export function exampleHistory(hours = 48, changes: Partial<ServerHistory> = {}): ServerHistory {
  const rates = Array.from({ length: hours }, (_, hour) => 100 + (hour % 24));
  const constant = (value: number) => Array.from({ length: hours }, () => value);
  return {
    source: {
      kind: 'prometheus',
      url: 'https://metrics.example.net:9090/prometheus',
      server: 'db1.example.net:9104',
      dialect: 'mysqld_exporter',
    },
    readAt: '2026-11-21T03:04:05.000Z',
    from: new Date(from).toISOString(),
    to: new Date(from + hours * hourMs).toISOString(),
    stepMs: 15_000,
    series: {
      Questions: { kind: 'counter', unit: 'count', mean: rates, max: rates, p95: rates },
      Threads_connected: {
        kind: 'gauge',
        unit: 'count',
        mean: constant(40),
        max: constant(60),
        p95: constant(55),
      },
    },
    restarts: [],
    gaps: [],
    settings: [],
    versions: [],
    growth: [],
    missing: {},
    ...changes,
  };
}
