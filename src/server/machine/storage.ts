import type { Host } from '../../shared/snapshot';
import { factOr, type HostFact, noFact, readFact, readLine, readNumber } from './host-fact';
import type { Machine } from './machine';
import { type Mount, mountOf, shownOptions } from './mount';

type StorageKind = 'nvme' | 'ssd' | 'hdd' | 'network';

/** What lies under a folder. */
export interface StorageFacts {
  storage: HostFact<StorageKind>;
  device: HostFact<string>;
  rotational: HostFact<'yes' | 'no'>;
  scheduler: HostFact<string>;
  maxSectorsKb: HostFact<number>;
  raid: HostFact<string>;
  members: HostFact<string>;
  filesystem: HostFact<string>;
  mountOptions: HostFact<string>;
}

const networkFileSystems =
  /^(nfs\d?|cifs|smb3?|smbfs|ceph|glusterfs|fuse\.(glusterfs|ceph|s3fs|sshfs)|9p|lustre|gpfs|beegfs)$/;
const virtualVendors = /^(QEMU|VMware|Google|Msft|VBOX|Virtual)/i;
const blockFolder = '/sys/class/block';
/** Layers of mapped and RAID devices that are followed down. */
const deepest = 5;

/** What a folder of the server lies on, from the mount table and /sys. */
export async function storageOf(folder: string, pid: number | null, machine: Machine): Promise<StorageFacts> {
  const path = (await machine.realPath(folder)) ?? folder;
  const table =
    (pid === null ? null : await machine.readText(`/proc/${pid}/mountinfo`)) ??
    (await machine.readText('/proc/self/mountinfo'));
  const mount = table === null ? null : mountOf(path, table);
  if (mount === null) return withoutDevice(noFact(`The mount of ${path} was not found.`), null, machine);
  if (networkFileSystems.test(mount.type)) {
    return {
      ...withoutDevice(noFact('It is a network file system.'), mount, machine),
      storage: readFact(machine, 'network'),
    };
  }
  const disk = await diskOf(mount, machine);
  if (disk === null) {
    const text = `${path} lies on a ${mount.type} file system without a block device of its own.`;
    return withoutDevice(noFact(text), mount, machine);
  }
  return deviceFacts(disk, mount, machine);
}

/** The same where there is no such folder. */
export function noStorage(text: string, machine: Machine): StorageFacts {
  return withoutDevice(noFact(text), null, machine);
}

/** What the redo log lies on, as the snapshot names it. */
export function redoNames(facts: StorageFacts): Partial<Host> {
  return {
    redoStorage: facts.storage,
    redoDevice: facts.device,
    redoRotational: facts.rotational,
    redoScheduler: facts.scheduler,
    redoMaxSectorsKb: facts.maxSectorsKb,
    redoRaid: facts.raid,
    redoMembers: facts.members,
    redoFilesystem: facts.filesystem,
    redoMountOptions: facts.mountOptions,
  };
}

/** What the binary log lies on, as the snapshot names it. */
export function binlogNames(facts: StorageFacts): Partial<Host> {
  return {
    binlogStorage: facts.storage,
    binlogDevice: facts.device,
    binlogRotational: facts.rotational,
    binlogScheduler: facts.scheduler,
    binlogMaxSectorsKb: facts.maxSectorsKb,
    binlogRaid: facts.raid,
    binlogMembers: facts.members,
    binlogFilesystem: facts.filesystem,
    binlogMountOptions: facts.mountOptions,
  };
}

function withoutDevice(why: HostFact<never>, mount: Mount | null, machine: Machine): StorageFacts {
  return {
    storage: why,
    device: why,
    rotational: why,
    scheduler: why,
    maxSectorsKb: why,
    raid: why,
    members: why,
    filesystem: mount === null ? why : readFact(machine, mount.type),
    mountOptions: mount === null ? why : readFact(machine, shownOptions(mount.options)),
  };
}

/** The disk that a file system lies on: of a partition the whole. null: it has no block device. */
export async function diskOf(mount: Mount, machine: Machine): Promise<string | null> {
  const target = await machine.realPath(`/sys/dev/block/${mount.device}`);
  // btrfs and others number their file systems apart from devices; the source still names one.
  const name = target?.split('/').at(-1) ?? /^\/dev\/(?:.*\/)?([^/]+)$/.exec(mount.source)?.[1];
  if (name === undefined) return null;
  return wholeDisk(name, target, machine);
}

async function wholeDisk(name: string, target: string | null, machine: Machine): Promise<string | null> {
  if ((await readLine(machine, `${blockFolder}/${name}/partition`)) === null) {
    return target !== null || (await machine.realPath(`${blockFolder}/${name}`)) !== null ? name : null;
  }
  const path = target ?? (await machine.realPath(`${blockFolder}/${name}`));
  return path?.split('/').at(-2) ?? null;
}

/** Every device from this one down to the disks, itself first. */
async function layersOf(disk: string, machine: Machine): Promise<{ all: string[]; disks: string[] }> {
  const all = [disk];
  const disks: string[] = [];
  const walk = async (name: string, depth: number): Promise<void> => {
    const below = depth < deepest ? await machine.list(`${blockFolder}/${name}/slaves`) : [];
    if (below.length === 0) disks.push(name);
    for (const each of below.sort()) {
      const whole =
        (await wholeDisk(each, await machine.realPath(`${blockFolder}/${each}`), machine)) ?? each;
      if (!all.includes(whole)) {
        all.push(whole);
        await walk(whole, depth + 1);
      }
    }
  };
  await walk(disk, 0);
  return { all, disks };
}

async function deviceFacts(disk: string, mount: Mount, machine: Machine): Promise<StorageFacts> {
  const queue = `${blockFolder}/${disk}/queue`;
  const { all, disks } = await layersOf(disk, machine);
  const levels: string[] = [];
  for (const each of all) {
    const level = await readLine(machine, `${blockFolder}/${each}/md/level`);
    if (level !== null) levels.push(level);
  }
  const rotational = await readLine(machine, `${queue}/rotational`);
  // "mq-deadline kyber [none]"; a device without a choice names its only one, mapped devices have none of their own.
  const schedulers = await readLine(machine, `${queue}/scheduler`);
  const notReported = `The device ${disk} does not say.`;
  return {
    storage: await kindOf(disks[0] ?? disk, machine),
    device: readFact(machine, disk),
    rotational: factOr(machine, rotational === '1' ? 'yes' : rotational === '0' ? 'no' : null, notReported),
    scheduler: factOr(machine, /\[([^\][]+)\]/.exec(schedulers ?? '')?.[1] ?? schedulers, notReported),
    maxSectorsKb: factOr(machine, await readNumber(machine, `${queue}/max_sectors_kb`), notReported),
    raid: readFact(machine, levels.length === 0 ? 'none' : levels.join(' over ')),
    members:
      all.length === 1
        ? noFact(`The device ${disk} is a disk of its own.`)
        : readFact(machine, disks.join(', ')),
    filesystem: readFact(machine, mount.type),
    mountOptions: readFact(machine, shownOptions(mount.options)),
  };
}

/** The kind of a disk. Virtual disks do not report what is behind them, and what they say of rotation means nothing. */
async function kindOf(name: string, machine: Machine): Promise<HostFact<StorageKind>> {
  const model = (await readLine(machine, `${blockFolder}/${name}/device/model`)) ?? '';
  const vendor = (await readLine(machine, `${blockFolder}/${name}/device/vendor`)) ?? '';
  if (name.startsWith('nvme')) {
    return readFact(machine, /Elastic Block Store/i.test(model) ? 'network' : 'nvme');
  }
  if (/^(nbd|rbd)/.test(name)) return readFact(machine, 'network');
  if (/^(vd|xvd|sr|loop|zram)/.test(name) || virtualVendors.test(vendor)) {
    return noFact(`The files lie on the virtual disk ${name}, which does not report what is behind it.`);
  }
  const rotational = await readLine(machine, `${blockFolder}/${name}/queue/rotational`);
  if (rotational === '1') return readFact(machine, 'hdd');
  if (rotational === '0') return readFact(machine, 'ssd');
  return noFact(`The disk ${name} does not report whether it rotates.`);
}
