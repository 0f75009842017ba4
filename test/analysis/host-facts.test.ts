import { describe, expect, test } from 'vitest';
import { factCatalog } from '../../src/analysis/facts/catalog';
import { FactSet } from '../../src/analysis/facts/inputs/fact-set';
import { Observed } from '../../src/analysis/facts/inputs/observed';
import type { HostSampling } from '../../src/shared/snapshot';
import { type Build, buildSnapshot } from './snapshot-builder';

/** The facts of a snapshot whose host was read as `sampling` says; default: every series given. */
function facts(build: Build, sampling?: HostSampling) {
  const snapshot = buildSnapshot(build);
  const names = Object.keys({ ...build.counters, ...build.gauges }).filter((name) =>
    name.startsWith('host.'),
  );
  const host = sampling ?? { origin: 'local' as const, names };
  const samples = snapshot.samples === null ? null : { ...snapshot.samples, host };
  const set = new FactSet(new Observed({ ...snapshot, samples }), factCatalog());
  return (id: string) => {
    const reading = set.reading(id);
    return reading.known ? reading.value : reading.reason.code;
  };
}

describe('the host in the window', () => {
  test('CPU and context switches for each statement', () => {
    const value = facts({
      counters: {
        Questions: [0, 500, 1000],
        'host.server.cpu_user': [0, 100, 400],
        'host.server.cpu_system': [0, 100, 100],
        'host.server.voluntary_switches': [0, 1000, 3000],
        'host.server.involuntary_switches': [0, 0, 500],
      },
    });
    expect(value('cpu_per_operation')).toBe(500);
    expect(value('context_switches_per_operation')).toBe(3.5);
    expect(value('server_cpus_used')).toBe(0.25);
    expect(value('server_cpu_system_share')).toBe(0.2);
    expect(value('involuntary_switch_rate')).toBe(250);
  });

  test('an idle server has no CPU time per statement, and readings with gaps still give a rate', () => {
    const idle = facts({ counters: { Questions: [0, 1, 1], 'host.server.cpu_user': [0, 10, 20] } });
    expect(idle('cpu_per_operation')).toBe('absent');
    const counters = {
      Questions: [0, 0, 1],
      'host.server.cpu_user': [0, 10, 20],
      'host.server.cpu_system': [0, 1, 2],
    };
    expect(facts({ counters })('cpu_per_operation')).toBe('no-window');
    const gaps = facts({
      counters: {
        'host.server.cpu_user': [null, 0, null, 500, null],
        'host.server.cpu_system': [0, 0, 0, 0, 0],
      },
    });
    expect(gaps('server_cpus_used')).toBe(0.25);
  });

  test('shares of CPU time, run queue, swap and pressure; a counter that stood still is 0', () => {
    const counters = {
      'host.cpu.busy': [0, 600, 1200],
      'host.cpu.idle': [0, 300, 600],
      'host.cpu.iowait': [0, 50, 100],
      'host.pressure.io.some': [0, 250_000, 500_000],
    };
    const names = [...Object.keys(counters), 'host.cpu.steal', 'host.swap_out'];
    const value = facts({ counters, gauges: { 'host.run_queue': [2, 3, 4] } }, { origin: 'ssh', names });
    expect(value('host_cpu_busy')).toBeCloseTo(12 / 19);
    expect(value('host_cpu_iowait')).toBeCloseTo(1 / 19);
    expect(value('host_cpu_steal')).toBe(0);
    expect(value('host_run_queue')).toBe(3);
    expect(value('swap_out_rate')).toBe(0);
    expect(value('swap_in_rate')).toBe('absent');
    expect(value('io_pressure')).toBe(0.25);
  });

  test('utilisation and latency of the disks below data directory and redo log', () => {
    const value = facts({
      host: { device: { origin: 'local', value: 'sda' }, redoDevice: { origin: 'local', value: 'nvme0n1' } },
      counters: {
        'host.disk.sda.reads': [0, 100, 200],
        'host.disk.sda.read_time': [0, 500, 1600],
        'host.disk.sda.writes': [0, 0, 0],
        'host.disk.sda.write_time': [0, 0, 0],
        'host.disk.sda.busy': [0, 900, 1800],
        'host.disk.sda.queue': [0, 4000, 8000],
        'host.disk.nvme0n1.busy': [0, 100, 200],
        'host.disk.nvme0n1.writes': [0, 50, 100],
        'host.disk.nvme0n1.write_time': [0, 25, 50],
      },
    });
    expect(value('data_disk_utilisation')).toBe(0.9);
    expect(value('data_disk_read_latency')).toBe(8);
    expect(value('data_disk_latency')).toBe(8);
    expect(value('data_disk_write_latency')).toBe('absent');
    expect(value('data_disk_queue')).toBe(4);
    expect(value('redo_disk_write_latency')).toBe(0.5);
    expect(value('busiest_disk')).toBe('sda');
  });

  test('a host that was not sampled shows why', () => {
    const reason = { code: 'no-host' as const, text: 'The server runs on another machine.' };
    const value = facts({ counters: { Questions: [0, 100] } }, { origin: 'unknown', reason, names: [] });
    for (const id of [
      'cpu_per_operation',
      'host_cpu_busy',
      'swap_in_rate',
      'busiest_disk',
      'host_run_queue',
    ]) {
      expect(value(id), id).toBe('no-host');
    }
    expect(facts({})('host_cpu_busy')).toBe('no-window');
  });
});
