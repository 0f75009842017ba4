import { formatBytes, formatCount } from '../shared/base/units';
import type { Host, HostFactName } from '../shared/snapshot';
import type { Fact } from '../view/fact';

type Format = 'text' | 'count' | 'bytes';

/** How each host fact is reported, in the order of the report. */
const lines: readonly (readonly [name: HostFactName, title: string, format: Format])[] = [
  ['cpus', 'Processors the server may use', 'count'],
  ['cpuModel', 'Processor', 'text'],
  ['sockets', 'Sockets', 'count'],
  ['cores', 'Cores', 'count'],
  ['threads', 'Logical processors', 'count'],
  ['smt', 'Simultaneous multithreading', 'text'],
  ['governor', 'Frequency governor', 'text'],
  ['cpuDriver', 'Frequency driver', 'text'],
  ['numaNodes', 'NUMA nodes', 'count'],
  ['virtualisation', 'Virtual machine', 'text'],
  ['clockSource', 'Clock source', 'text'],
  ['kernel', 'Kernel', 'text'],
  ['memoryBytes', 'Memory', 'bytes'],
  ['memoryAvailableBytes', 'Memory available', 'bytes'],
  ['cgroupMemoryBytes', 'Memory limit of the control group', 'bytes'],
  ['cgroupCpus', 'Processor limit of the control group', 'count'],
  ['dataBytes', 'Data and indexes', 'bytes'],
  ['swap', 'Swap space', 'bytes'],
  ['swapUsed', 'Swap space in use', 'bytes'],
  ['swappiness', 'Swappiness', 'count'],
  ['thp', 'Transparent huge pages', 'text'],
  ['storage', 'Storage', 'text'],
  ['iops', 'Storage operations per second', 'count'],
  ['device', 'Device of the data directory', 'text'],
  ['rotational', 'Rotating, as the device says', 'text'],
  ['scheduler', 'I/O scheduler', 'text'],
  ['maxSectorsKb', 'Largest request of the device, KiB', 'count'],
  ['raid', 'RAID', 'text'],
  ['members', 'Disks below the device', 'text'],
  ['filesystem', 'File system', 'text'],
  ['mountOptions', 'Mount options', 'text'],
  ['dataFree', 'File system of the data: free', 'bytes'],
  ['dataTotal', 'File system of the data: size', 'bytes'],
  ['redoFree', 'File system of the redo log: free', 'bytes'],
  ['redoTotal', 'File system of the redo log: size', 'bytes'],
  ['undoFree', 'File system of undo: free', 'bytes'],
  ['undoTotal', 'File system of undo: size', 'bytes'],
  ['binlogFree', 'File system of the binary log: free', 'bytes'],
  ['binlogTotal', 'File system of the binary log: size', 'bytes'],
  ['tmpFree', 'File system of temporary files: free', 'bytes'],
  ['tmpTotal', 'File system of temporary files: size', 'bytes'],
  ['oomKills', 'Processes killed for lack of memory', 'count'],
  ['cgroupOomKills', 'Processes killed in the control group', 'count'],
  ['redoStorage', 'Redo log: storage', 'text'],
  ['redoDevice', 'Redo log: device', 'text'],
  ['redoRotational', 'Redo log: rotating', 'text'],
  ['redoScheduler', 'Redo log: I/O scheduler', 'text'],
  ['redoMaxSectorsKb', 'Redo log: largest request, KiB', 'count'],
  ['redoRaid', 'Redo log: RAID', 'text'],
  ['redoMembers', 'Redo log: disks below the device', 'text'],
  ['redoFilesystem', 'Redo log: file system', 'text'],
  ['redoMountOptions', 'Redo log: mount options', 'text'],
  ['binlogStorage', 'Binary log: storage', 'text'],
  ['binlogDevice', 'Binary log: device', 'text'],
  ['binlogRotational', 'Binary log: rotating', 'text'],
  ['binlogScheduler', 'Binary log: I/O scheduler', 'text'],
  ['binlogMaxSectorsKb', 'Binary log: largest request, KiB', 'count'],
  ['binlogRaid', 'Binary log: RAID', 'text'],
  ['binlogMembers', 'Binary log: disks below the device', 'text'],
  ['binlogFilesystem', 'Binary log: file system', 'text'],
  ['binlogMountOptions', 'Binary log: mount options', 'text'],
  ['serverRss', 'Server process: memory in RAM', 'bytes'],
  ['serverSwapped', 'Server process: memory in swap', 'bytes'],
  ['serverThreads', 'Server process: threads', 'count'],
  ['serverOpenFiles', 'Server process: open files', 'count'],
  ['serverOpenFilesLimit', 'Server process: limit of open files', 'count'],
  ['numaPolicy', 'Server process: NUMA policy', 'text'],
  ['allocator', 'Server process: memory allocator', 'text'],
];

/**
 * What is known of the host, each with where it comes from; what is not known is named once for each reason. The logs'
 * storage is reported only where it is not that of the data directory, and facts that the snapshot is too old for not at all.
 */
export function hostFacts(host: Host): Fact[] {
  const facts: Fact[] = [];
  const missing = new Map<string, string[]>();
  for (const [name, title, format] of lines) {
    const fact = host[name];
    if (fact === undefined || isSameStorage(host, name)) continue;
    if (fact.value !== undefined) {
      facts.push({ name: title, value: `${formatted(fact.value, format)} (${fact.origin})` });
      continue;
    }
    const reason = fact.reason?.text ?? 'no reason is known';
    missing.set(reason, [...(missing.get(reason) ?? []), title]);
  }
  return [
    ...facts,
    ...[...missing].map(([reason, titles]) => ({ name: titles.join('; '), value: `not known: ${reason}` })),
  ];
}

function isSameStorage(host: Host, name: HostFactName): boolean {
  const prefix = (['redo', 'binlog'] as const).find((each) => name.startsWith(each));
  if (prefix === undefined) return false;
  return (
    host[`${prefix}Device`]?.value === host.device?.value &&
    host[`${prefix}Filesystem`]?.value === host.filesystem?.value
  );
}

function formatted(value: string | number, format: Format): string {
  if (typeof value === 'string') return value;
  return format === 'bytes' ? formatBytes(value) : formatCount(value);
}
