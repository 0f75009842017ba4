import { statusVariable } from '../../knowledge/catalog/status/status-catalog';
import { variableFacts } from '../../knowledge/catalog/variable-catalog';
import type { Unit } from '../../shared/analysis';
import type { HostFactName } from '../../shared/snapshot';
import type { FactDefinition } from '../facts/inputs/definition';
import type { LookUpVariable } from '../facts/inputs/observed';
import type { InputType } from './environment';
import type { Reference } from './reference';
import { referenceServers, type ServerKind } from './server-range';

/** What the loader knows of one input: its CEL type, its unit, or why expressions may not use it. */
export type InputDescription = { type: InputType; unit: Unit } | { problem: string };

const serverInputs: Record<string, InputType> = {
  flavour: 'string',
  version: 'double',
  hosting: 'string',
  self_managed: 'bool',
  settings_place: 'string',
  start_replica: 'string',
  stop_replica: 'string',
  performance_schema: 'bool',
  uptime: 'double',
};
const count = { type: 'double', unit: 'count' } as const;
const bytes = { type: 'double', unit: 'bytes' } as const;
const text = { type: 'string', unit: 'none' } as const;
const ratio = { type: 'double', unit: 'ratio' } as const;
const rate = { type: 'double', unit: 'count/s' } as const;
const milliseconds = { type: 'double', unit: 'ms' } as const;
const hostInputs: Record<HostFactName, { type: InputType; unit: Unit }> = {
  cpus: count,
  cpuModel: text,
  memoryBytes: bytes,
  cgroupMemoryBytes: bytes,
  storage: text,
  iops: rate,
  governor: text,
  cpuDriver: text,
  sockets: count,
  cores: count,
  threads: count,
  smt: text,
  numaNodes: count,
  virtualisation: text,
  clockSource: text,
  kernel: text,
  memoryAvailableBytes: bytes,
  cgroupCpus: count,
  swap: bytes,
  swapUsed: bytes,
  swapInPages: { type: 'double', unit: 'count/s' },
  swapOutPages: { type: 'double', unit: 'count/s' },
  cpuBusy: ratio,
  cpuIowait: ratio,
  cpuSteal: ratio,
  serverCpus: count,
  busiestDisk: text,
  diskBusy: ratio,
  diskLatency: milliseconds,
  diskReadLatency: milliseconds,
  diskWriteLatency: milliseconds,
  diskQueue: count,
  diskReads: rate,
  diskWrites: rate,
  fsyncLatency: milliseconds,
  storageBurst: ratio,
  cpuCredits: count,
  listenOverflows: count,
  dataBytes: bytes,
  swappiness: count,
  thp: text,
  device: text,
  rotational: text,
  scheduler: text,
  maxSectorsKb: count,
  raid: text,
  members: text,
  filesystem: text,
  mountOptions: text,
  redoStorage: text,
  redoDevice: text,
  redoRotational: text,
  redoScheduler: text,
  redoMaxSectorsKb: count,
  redoRaid: text,
  redoMembers: text,
  redoFilesystem: text,
  redoMountOptions: text,
  binlogStorage: text,
  binlogDevice: text,
  binlogRotational: text,
  binlogScheduler: text,
  binlogMaxSectorsKb: count,
  binlogRaid: text,
  binlogMembers: text,
  binlogFilesystem: text,
  binlogMountOptions: text,
  dataFree: bytes,
  dataTotal: bytes,
  redoFree: bytes,
  redoTotal: bytes,
  undoFree: bytes,
  undoTotal: bytes,
  binlogFree: bytes,
  binlogTotal: bytes,
  tmpFree: bytes,
  tmpTotal: bytes,
  oomKills: count,
  serverOomKills: count,
  cgroupOomKills: count,
  serverRss: bytes,
  serverSwapped: bytes,
  serverThreads: count,
  serverOpenFiles: count,
  serverOpenFilesLimit: count,
  numaPolicy: text,
  allocator: text,
};

/**
 * Looks an input up in the catalogs. A rate needs a counter and `status` needs a level: thresholds never work on
 * totals since the server's start.
 */
export function describeInput(
  { namespace, name }: Reference,
  facts: ReadonlyMap<string, FactDefinition>,
  servers: readonly ServerKind[] = referenceServers,
  lookUp: LookUpVariable = variableFacts,
): InputDescription {
  switch (namespace) {
    case 'fact': {
      const fact = facts.get(name);
      if (fact === undefined) return { problem: `there is no fact ${name}` };
      const type = fact.type === 'number' ? 'double' : fact.type === 'boolean' ? 'bool' : 'string';
      return { type, unit: fact.unit };
    }
    case 'variable':
      return describeVariable(name, servers, lookUp);
    case 'status':
    case 'rate':
      return describeStatus(namespace, name);
    case 'server': {
      const type = serverInputs[name];
      return type === undefined ? { problem: `server has no ${name}` } : { type, unit: 'none' };
    }
    case 'host':
      return isHostInput(name) ? hostInputs[name] : { problem: `host has no ${name}` };
    case 'seconds':
      if (name === 'fired' || name === 'seen') return { type: 'double', unit: 'count' };
      return { problem: `seconds has fired and seen, not ${name}` };
  }
}

function describeVariable(
  name: string,
  servers: readonly ServerKind[],
  lookUp: LookUpVariable,
): InputDescription {
  const known = servers.flatMap((server) => lookUp(name, server) ?? []);
  const first = known[0];
  if (first === undefined) return { problem: `no server that the rule applies to has a variable ${name}` };
  const types = new Set(known.map(({ type }) => celType(type)));
  return { type: types.size === 1 ? celType(first.type) : 'dyn', unit: first.unit };
}

function describeStatus(namespace: 'status' | 'rate', name: string): InputDescription {
  const found = statusVariable(name);
  if (found === undefined) return { problem: `there is no status variable ${name}` };
  if (found.name !== name) return { problem: `status variable ${name} is spelt ${found.name}` };
  if (namespace === 'status') {
    if (found.kind === 'counter') {
      return { problem: `${name} counts since the server started: use rate.${name}, or a fact` };
    }
    return { type: found.unit === 'none' ? 'dyn' : 'double', unit: found.unit };
  }
  if (found.kind === 'gauge') return { problem: `${name} is a level, not a counter: use status.${name}` };
  return { type: 'double', unit: found.unit === 'bytes' ? 'bytes/s' : 'count/s' };
}

function celType(type: string): InputType {
  if (type === 'size' || type === 'integer' || type === 'number') return 'double';
  return type === 'boolean' ? 'bool' : 'string';
}

/** Servers of the reference list on which a variable exists; used to check a rule's range. */
export function serversWithout(
  name: string,
  servers: readonly ServerKind[],
  lookUp: LookUpVariable,
): ServerKind[] {
  return servers.filter((server) => lookUp(name, server) === undefined);
}

export function isHostInput(name: string): name is HostFactName {
  return Object.hasOwn(hostInputs, name);
}
