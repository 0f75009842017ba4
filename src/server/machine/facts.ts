import type { DeclaredHost } from '../../shared/connection';
import type { Reason } from '../../shared/reason';
import { type Host, type HostFactName, hostSchema } from '../../shared/snapshot';
import type { HostAccess } from './access';
import { readControlGroup } from './control-group';
import { factOr, listLength, noFact, readFact } from './host-fact';
import type { Machine } from './machine';
import { memoryFacts } from './memory';
import { processorFacts } from './processor';
import { processFacts } from './server-process';
import { spaceFacts } from './space';
import { binlogNames, noStorage, redoNames, storageOf } from './storage';

const declareFlags: Readonly<Partial<Record<HostFactName, string>>> = {
  cpus: '--cpus 16',
  memoryBytes: '--ram 64G',
  storage: '--storage nvme',
  iops: '--iops 20000',
};

/**
 * Facts about the server's host: what can be read on its machine, and for everything else the reason and the option that
 * would declare it.
 */
export async function readHost(access: HostAccess): Promise<Host> {
  if (!access.readable) return unknownHost(access.text);
  const { machine, place, pid } = access;
  const group = pid === null ? null : await readControlGroup(pid, machine);
  const host: Host = {
    ...unknownHost(
      machine.platform === 'linux' ? 'The process of the server was not found.' : 'It is read on Linux only.',
    ),
    cpus: readFact(machine, await usableCpus(pid, group?.cpus ?? null, machine)),
    cpuModel: factOr(machine, machine.cpuModel, 'The system does not say.'),
    memoryBytes: readFact(machine, machine.memoryBytes),
    iops: noFact('What the storage can do is not measured.', 'no-host'),
  };
  if (machine.platform !== 'linux') return withRemedies(host);
  const data = await storageOf(place.datadir, pid, machine);
  const redo = place.redoDir === null ? data : await storageOf(place.redoDir, pid, machine);
  const binlog =
    place.binlogDir === null
      ? noStorage('The server writes no binary log, or does not report where.', machine)
      : await storageOf(place.binlogDir, pid, machine);
  return withRemedies({
    ...host,
    cgroupMemoryBytes: factOr(machine, group?.memoryBytes ?? null, noLimit('memory')),
    cgroupCpus: factOr(machine, group?.cpus ?? null, noLimit('processor')),
    ...(await processorFacts(machine)),
    ...(await memoryFacts(group?.swappiness ?? null, machine)),
    ...data,
    ...redoNames(redo),
    ...binlogNames(binlog),
    ...(await spaceFacts(place, machine)),
    oomKills: factOr(machine, await oomKills(machine), 'The kernel does not count them (before 4.13).'),
    cgroupOomKills: factOr(machine, group?.oomKills ?? null, 'No control group of the server counts them.'),
    ...(pid === null ? {} : await processFacts(pid, machine)),
  });
}

/** All facts unknown for one reason. */
export function unknownHost(text: string): Host {
  const facts = Object.fromEntries(hostSchema.keyof().options.map((name) => [name, noFact(text, 'no-host')]));
  return withRemedies(hostSchema.parse(facts));
}

/** Puts what the user says over what was read. */
export function withDeclared(host: Host, declared: DeclaredHost): Host {
  const result: Host = { ...host };
  if (declared.cpus !== undefined) result.cpus = { origin: 'declared', value: declared.cpus };
  if (declared.memoryBytes !== undefined)
    result.memoryBytes = { origin: 'declared', value: declared.memoryBytes };
  if (declared.storage !== undefined) result.storage = { origin: 'declared', value: declared.storage };
  if (declared.dataBytes !== undefined) result.dataBytes = { origin: 'declared', value: declared.dataBytes };
  if (declared.iops !== undefined) result.iops = { origin: 'declared', value: declared.iops };
  return result;
}

/** Adds to what is not known the option that would declare it. */
function withRemedies(host: Host): Host {
  const result: Host = { ...host };
  for (const name of ['cpus', 'memoryBytes', 'iops'] as const) result[name] = remedied(host[name], name);
  result.storage = remedied(host.storage, 'storage');
  return result;
}

function remedied<T extends { reason?: Reason | undefined }>(fact: T, name: HostFactName): T {
  const flag = declareFlags[name];
  if (fact.reason === undefined || flag === undefined) return fact;
  return { ...fact, reason: { ...fact.reason, code: 'no-host', remedy: `Declare it: ${flag}` } };
}

/** Processes that the kernel has killed for lack of memory since the machine started; null: it does not count them. */
async function oomKills(machine: Machine): Promise<number | null> {
  const counted = /^oom_kill (\d+)$/m.exec((await machine.readText('/proc/vmstat')) ?? '')?.[1];
  return counted === undefined ? null : Number(counted);
}

function noLimit(of: string): string {
  return `The server's control group sets no ${of} limit that can be read.`;
}

/** Processors online, less where the process may run on some only or its control group has a quota. */
async function usableCpus(pid: number | null, quota: number | null, machine: Machine): Promise<number> {
  const status = pid === null ? null : await machine.readText(`/proc/${pid}/status`);
  const allowed = listLength(/^Cpus_allowed_list:\s*(\S+)/m.exec(status ?? '')?.[1] ?? '');
  const limits = [machine.cpus, allowed, quota === null ? null : Math.ceil(quota)];
  return Math.max(1, Math.min(...limits.filter((limit) => limit !== null)));
}
