import { readNumber } from './host-fact';
import type { Machine } from './machine';

/** Limits of the control group that a process runs in; null: none, or not readable. */
export interface ControlGroup {
  memoryBytes: number | null;
  /** Processors' worth of time per period, e.g. 1.5. */
  cpus: number | null;
  /** The group's own swappiness, which only version 1 has. */
  swappiness: number | null;
  /** Processes of it that were killed at its memory limit (version 2). */
  oomKills: number | null;
}

/** The counters of CPU periods of the control groups of a process, from its own up to the root: version 2, else version 1. */
export async function cpuStatFiles(pid: number, machine: Machine): Promise<string[]> {
  const { v2, cpuV1 } = membershipOf(await machine.readText(`/proc/${pid}/cgroup`));
  return [
    ...['/sys/fs/cgroup', '/sys/fs/cgroup/unified'].flatMap((root) => upwards(root, v2)),
    ...upwards('/sys/fs/cgroup/cpu', cpuV1),
  ].map((folder) => `${folder}/cpu.stat`);
}

function membershipOf(text: string | null) {
  const membership = text ?? '';
  return {
    v2: /^0::(\/.*)$/m.exec(membership)?.[1],
    memoryV1: /^\d+:(?:[\w,]*,)?memory(?:,[\w,]*)?:(\/.*)$/m.exec(membership)?.[1],
    cpuV1: /^\d+:(?:[\w,]*,)?cpu(?:,[\w,]*)?:(\/.*)$/m.exec(membership)?.[1],
  };
}

/** Reads version 2 (`memory.max`, `cpu.max`), else version 1; the tightest limit on the way to the root counts. */
export async function readControlGroup(pid: number, machine: Machine): Promise<ControlGroup> {
  const { v2, memoryV1, cpuV1 } = membershipOf(await machine.readText(`/proc/${pid}/cgroup`));
  const memory: (number | null)[] = [];
  const cpus: (number | null)[] = [];
  let oomKills: number | null = null;
  // A machine that mounts both versions has the second in a folder of its own.
  for (const root of ['/sys/fs/cgroup', '/sys/fs/cgroup/unified']) {
    for (const folder of upwards(root, v2)) {
      memory.push(bytes(await machine.readText(`${folder}/memory.max`)));
      oomKills ??= kills(await machine.readText(`${folder}/memory.events`));
      cpus.push(share(await machine.readText(`${folder}/cpu.max`)));
    }
  }
  for (const folder of upwards('/sys/fs/cgroup/memory', memoryV1)) {
    memory.push(bytes(await machine.readText(`${folder}/memory.limit_in_bytes`)));
  }
  for (const folder of upwards('/sys/fs/cgroup/cpu', cpuV1)) {
    const quota = await machine.readText(`${folder}/cpu.cfs_quota_us`);
    const period = await machine.readText(`${folder}/cpu.cfs_period_us`);
    cpus.push(share(quota === null || period === null ? null : `${quota.trim()} ${period.trim()}`));
  }
  const swappiness = await firstNumber(upwards('/sys/fs/cgroup/memory', memoryV1), machine);
  return { memoryBytes: tightest(memory), cpus: tightest(cpus), swappiness, oomKills };
}

async function firstNumber(folders: readonly string[], machine: Machine): Promise<number | null> {
  for (const folder of folders) {
    const value = await readNumber(machine, `${folder}/memory.swappiness`);
    if (value !== null) return value;
  }
  return null;
}

/** `/a/b` -> root/a/b, root/a, root. */
function upwards(root: string, path: string | undefined): string[] {
  if (path === undefined) return [];
  const parts = path.split('/').filter((part) => part !== '' && part !== '..');
  return parts.map((_, index) => `${root}/${parts.slice(0, parts.length - index).join('/')}`).concat(root);
}

/** `oom_kill 3` of memory.events: of the group and those below it. */
function kills(text: string | null): number | null {
  const counted = /^oom_kill (\d+)$/m.exec(text ?? '')?.[1];
  return counted === undefined ? null : Number(counted);
}

/** `max`, and what version 1 writes for "no limit" (2^63 less a page), are none. */
function bytes(text: string | null): number | null {
  const value = Number(text?.trim() || Number.NaN);
  return Number.isFinite(value) && value > 0 && value < 2 ** 60 ? value : null;
}

/** `150000 100000` -> 1.5; `max 100000` and `-1 100000` are none. */
function share(text: string | null): number | null {
  const [quota, period] = (text ?? '').trim().split(/\s+/).map(Number);
  return quota !== undefined && period !== undefined && quota > 0 && period > 0 ? quota / period : null;
}

function tightest(limits: readonly (number | null)[]): number | null {
  const known = limits.filter((limit) => limit !== null);
  return known.length === 0 ? null : Math.min(...known);
}
