import { formatBytes, formatCount, formatValue } from '../shared/base/units';
import type { Host, HostFactName } from '../shared/snapshot';
import type { Fact } from '../view/fact';
import { texts } from './texts.ts';

type Format = 'text' | 'count' | 'bytes' | 'share' | 'ms';

/** How each host fact is reported, in the order of the report. */
const lines: readonly (readonly [name: HostFactName, title: string, format: Format])[] = [
  ['cpus', texts.processorsTheServerMayUse, 'count'],
  ['cpuModel', texts.processor, 'text'],
  ['sockets', texts.sockets, 'count'],
  ['cores', texts.cores, 'count'],
  ['threads', texts.logicalProcessors, 'count'],
  ['smt', texts.simultaneousMultithreading, 'text'],
  ['governor', texts.frequencyGovernor, 'text'],
  ['cpuDriver', texts.frequencyDriver, 'text'],
  ['numaNodes', texts.numaNodes, 'count'],
  ['virtualisation', texts.virtualMachine, 'text'],
  ['clockSource', texts.clockSource, 'text'],
  ['kernel', texts.kernel, 'text'],
  ['memoryBytes', texts.memory, 'bytes'],
  ['memoryAvailableBytes', texts.memoryAvailable, 'bytes'],
  ['cgroupMemoryBytes', texts.memoryLimitOfTheControl, 'bytes'],
  ['cgroupCpus', texts.processorLimitOfTheControl, 'count'],
  ['dataBytes', texts.dataAndIndexes, 'bytes'],
  ['swap', texts.swapSpace, 'bytes'],
  ['swapUsed', texts.swapSpaceInUse, 'bytes'],
  ['swapInPages', texts.pagesSwappedIn, 'count'],
  ['swapOutPages', texts.pagesSwappedOut, 'count'],
  ['cpuBusy', texts.cpuBusy, 'share'],
  ['cpuIowait', texts.cpuIowait, 'share'],
  ['cpuSteal', texts.cpuSteal, 'share'],
  ['serverCpus', texts.processorsTheServerUsed, 'count'],
  ['busiestDisk', texts.busiestDisk, 'text'],
  ['diskBusy', texts.busiestDiskBusy, 'share'],
  ['diskLatency', texts.busiestDiskLatency, 'ms'],
  ['diskReadLatency', texts.busiestDiskReadLatency, 'ms'],
  ['diskWriteLatency', texts.busiestDiskWriteLatency, 'ms'],
  ['diskQueue', texts.busiestDiskQueue, 'count'],
  ['diskReads', texts.storageReads, 'count'],
  ['diskWrites', texts.storageWrites, 'count'],
  ['fsyncLatency', texts.fsyncLatency, 'ms'],
  ['storageBurst', texts.burstCreditsLeft, 'share'],
  ['cpuCredits', texts.cpuCreditsLeft, 'count'],
  ['listenOverflows', texts.listenOverflows, 'count'],
  ['swappiness', texts.swappiness, 'count'],
  ['thp', texts.transparentHugePages, 'text'],
  ['storage', texts.storage, 'text'],
  ['iops', texts.storageOperationsPerSecond, 'count'],
  ['device', texts.deviceOfTheDataDirectory, 'text'],
  ['rotational', texts.rotatingAsTheDeviceSays, 'text'],
  ['scheduler', 'I/O scheduler', 'text'],
  ['maxSectorsKb', texts.largestRequestOfTheDevice, 'count'],
  ['raid', 'RAID', 'text'],
  ['members', texts.disksBelowTheDevice, 'text'],
  ['filesystem', texts.fileSystem, 'text'],
  ['mountOptions', texts.mountOptions, 'text'],
  ['dataFree', texts.fileSystemOfTheData, 'bytes'],
  ['dataTotal', texts.fileSystemOfTheDataSize, 'bytes'],
  ['redoFree', texts.fileSystemOfTheRedo, 'bytes'],
  ['redoTotal', texts.fileSystemOfTheRedoLog, 'bytes'],
  ['undoFree', texts.fileSystemOfUndoFree, 'bytes'],
  ['undoTotal', texts.fileSystemOfUndoSize, 'bytes'],
  ['binlogFree', texts.fileSystemOfTheBinary, 'bytes'],
  ['binlogTotal', texts.fileSystemOfTheBinaryLog, 'bytes'],
  ['tmpFree', texts.fileSystemOfTemporaryFiles, 'bytes'],
  ['tmpTotal', texts.fileSystemOfTemporaryFilesSize, 'bytes'],
  ['oomKills', texts.processesKilledForLackOf, 'count'],
  ['cgroupOomKills', texts.processesKilledInTheControl, 'count'],
  ['serverOomKills', texts.killsOfTheServer, 'count'],
  ['redoStorage', texts.redoLogStorage, 'text'],
  ['redoDevice', texts.redoLogDevice, 'text'],
  ['redoRotational', texts.redoLogRotating, 'text'],
  ['redoScheduler', texts.redoLogIOScheduler, 'text'],
  ['redoMaxSectorsKb', texts.redoLogLargestRequestKib, 'count'],
  ['redoRaid', texts.redoLogRaid, 'text'],
  ['redoMembers', texts.redoLogDisksBelowThe, 'text'],
  ['redoFilesystem', texts.redoLogFileSystem, 'text'],
  ['redoMountOptions', texts.redoLogMountOptions, 'text'],
  ['binlogStorage', texts.binaryLogStorage, 'text'],
  ['binlogDevice', texts.binaryLogDevice, 'text'],
  ['binlogRotational', texts.binaryLogRotating, 'text'],
  ['binlogScheduler', texts.binaryLogIOScheduler, 'text'],
  ['binlogMaxSectorsKb', texts.binaryLogLargestRequestKib, 'count'],
  ['binlogRaid', texts.binaryLogRaid, 'text'],
  ['binlogMembers', texts.binaryLogDisksBelowThe, 'text'],
  ['binlogFilesystem', texts.binaryLogFileSystem, 'text'],
  ['binlogMountOptions', texts.binaryLogMountOptions, 'text'],
  ['serverRss', texts.serverProcessMemoryInRam, 'bytes'],
  ['serverSwapped', texts.serverProcessMemoryInSwap, 'bytes'],
  ['serverThreads', texts.serverProcessThreads, 'count'],
  ['serverOpenFiles', texts.serverProcessOpenFiles, 'count'],
  ['serverOpenFilesLimit', texts.serverProcessLimitOfOpen, 'count'],
  ['numaPolicy', texts.serverProcessNumaPolicy, 'text'],
  ['allocator', texts.serverProcessMemoryAllocator, 'text'],
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
    const reason = fact.reason?.text ?? texts.noReasonIsKnown;
    missing.set(reason, [...(missing.get(reason) ?? []), title]);
  }
  return [
    ...facts,
    ...[...missing].map(([reason, titles]) => ({ name: titles.join('; '), value: texts.notKnown2(reason) })),
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
  if (format === 'share') return formatValue(100 * value, 'percent');
  if (format === 'ms') return formatValue(value, 'ms');
  return format === 'bytes' ? formatBytes(value) : formatCount(value);
}
