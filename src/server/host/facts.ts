import type { ConnectionTarget, DeclaredHost } from '../../shared/connection';
import type { Reason } from '../../shared/reason';
import type { Host } from '../../shared/snapshot';
import { readControlGroup } from './control-group';
import { locate, type ServerPlace } from './locality';
import type { Machine } from './machine';
import { storageOf } from './storage';

const declareFlags: Readonly<Record<string, string>> = {
  cpus: '--cpus 16',
  memoryBytes: '--ram 64G',
  storage: '--storage nvme',
  iops: '--iops 20000',
};

/**
 * Facts about the server's host: what the user declares wins, what can be read on this machine comes next, and
 * everything else is unknown with the reason and the option that would declare it.
 */
export async function readHost(
  target: ConnectionTarget,
  place: ServerPlace | null,
  declared: DeclaredHost,
  machine: Machine,
): Promise<Host> {
  const host =
    place === null
      ? unknownHost('Not reached before the snapshot ended.')
      : await measured(target, place, machine);
  return withDeclared(host, declared);
}

/** All facts unknown for one reason. */
export function unknownHost(text: string): Host {
  return {
    cpus: unknown('cpus', text),
    cpuModel: unknown('cpuModel', text),
    memoryBytes: unknown('memoryBytes', text),
    cgroupMemoryBytes: unknown('cgroupMemoryBytes', text),
    storage: unknown('storage', text),
    iops: unknown('iops', text),
    governor: unknown('governor', text),
  };
}

/** Puts what the user says over what was read. */
export function withDeclared(host: Host, declared: DeclaredHost): Host {
  const result: Host = { ...host };
  if (declared.cpus !== undefined) result.cpus = { origin: 'declared', value: declared.cpus };
  if (declared.memoryBytes !== undefined)
    result.memoryBytes = { origin: 'declared', value: declared.memoryBytes };
  if (declared.storage !== undefined) result.storage = { origin: 'declared', value: declared.storage };
  if (declared.iops !== undefined) result.iops = { origin: 'declared', value: declared.iops };
  return result;
}

async function measured(target: ConnectionTarget, place: ServerPlace, machine: Machine): Promise<Host> {
  const found = await locate(target, place, machine);
  if (!found.local) return unknownHost(found.text);
  const group = found.pid === null ? null : await readControlGroup(found.pid, machine);
  const allowed = found.pid === null ? null : await allowedCpus(found.pid, machine);
  const limits = [machine.cpus, allowed, group?.cpus == null ? null : Math.ceil(group.cpus)];
  const storage = await storageOf(place.datadir, found.pid, machine);
  const governor = (await machine.readText('/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor'))?.trim();
  return {
    cpus: { origin: 'local', value: Math.max(1, Math.min(...limits.filter((limit) => limit !== null))) },
    cpuModel:
      machine.cpuModel === null
        ? unknown('cpuModel', 'The system does not tell.', 'absent')
        : { origin: 'local', value: machine.cpuModel },
    memoryBytes: { origin: 'local', value: machine.memoryBytes },
    cgroupMemoryBytes:
      group?.memoryBytes == null
        ? unknown(
            'cgroupMemoryBytes',
            "The server's control group sets no memory limit that can be read.",
            'absent',
          )
        : { origin: 'local', value: group.memoryBytes },
    storage:
      'kind' in storage ? { origin: 'local', value: storage.kind } : unknown('storage', storage.unknown),
    iops: unknown('iops', 'What the storage can do is not measured.'),
    governor: governor
      ? { origin: 'local', value: governor }
      : unknown('governor', 'The system shows no frequency governor (common in virtual machines).', 'absent'),
  };
}

/** Processors that the scheduler may run the process on: `Cpus_allowed_list: 0-3,8`. */
async function allowedCpus(pid: number, machine: Machine): Promise<number | null> {
  const list = /^Cpus_allowed_list:\s*(\S+)/m.exec(
    (await machine.readText(`/proc/${pid}/status`)) ?? '',
  )?.[1];
  if (list === undefined) return null;
  const count = list.split(',').reduce((sum, range) => {
    const [low, high] = range.split('-').map(Number);
    return sum + (high ?? low ?? 0) - (low ?? 0) + 1;
  }, 0);
  return Number.isInteger(count) && count > 0 ? count : null;
}

function unknown(
  fact: keyof Host,
  text: string,
  code: Reason['code'] = 'no-host',
): { origin: 'unknown'; reason: Reason } {
  const flag = declareFlags[fact];
  return {
    origin: 'unknown',
    reason: { code, text, ...(flag === undefined ? {} : { remedy: `Declare it: ${flag}` }) },
  };
}
