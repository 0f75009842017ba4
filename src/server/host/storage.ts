import type { Machine } from './machine';

export type StorageKind = 'nvme' | 'ssd' | 'hdd' | 'network';
export type StorageAnswer = { kind: StorageKind } | { unknown: string };

const networkFileSystems =
  /^(nfs\d?|cifs|smb3?|smbfs|ceph|glusterfs|fuse\.(glusterfs|ceph|s3fs|sshfs)|9p|lustre|gpfs|beegfs)$/;
const virtualVendors = /^(QEMU|VMware|Google|Msft|VBOX|Virtual)/i;

/** What the data directory lies on, from the mount table and /sys. Virtual disks do not tell what is behind them. */
export async function storageOf(
  datadir: string,
  pid: number | null,
  machine: Machine,
): Promise<StorageAnswer> {
  const path = (await machine.realPath(datadir)) ?? datadir;
  const table =
    (pid === null ? null : await machine.readText(`/proc/${pid}/mountinfo`)) ??
    (await machine.readText('/proc/self/mountinfo'));
  const mount = table === null ? null : mountOf(path, table);
  if (mount === null) return { unknown: `The mount of ${path} was not found.` };
  if (networkFileSystems.test(mount.type)) return { kind: 'network' };
  const block = await machine.realPath(`/sys/dev/block/${mount.device}`);
  if (block === null) {
    return { unknown: `${path} lies on a ${mount.type} file system without a block device of its own.` };
  }
  return deviceKind(block, machine, 0);
}

interface Mount {
  point: string;
  /** major:minor */
  device: string;
  type: string;
}

/** The mount that holds a path: the one with the longest matching mount point, the later one when two are equal. */
export function mountOf(path: string, mountInfo: string): Mount | null {
  let best: Mount | null = null;
  for (const line of mountInfo.split('\n')) {
    // "36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw" (proc(5)); spaces are written as \040.
    const match = /^\d+ \d+ (\d+:\d+) \S+ (\S+) .*? - (\S+) /.exec(line);
    if (match === null) continue;
    const point = (match[2] ?? '').replace(/\\(\d{3})/g, (_, octal: string) =>
      String.fromCharCode(Number.parseInt(octal, 8)),
    );
    const inside = point === '/' || path === point || path.startsWith(`${point}/`);
    if (inside && point.length >= (best?.point.length ?? 0)) {
      best = { point, device: match[1] ?? '', type: match[3] ?? '' };
    }
  }
  return best;
}

/** The kind of a device in /sys: a partition stands inside its disk, a mapped or RAID device above its members. */
async function deviceKind(folder: string, machine: Machine, depth: number): Promise<StorageAnswer> {
  const disk =
    (await machine.readText(`${folder}/partition`)) === null ? folder : folder.replace(/\/[^/]+$/, '');
  const name = disk.split('/').at(-1) ?? '';
  const members = await machine.list(`${disk}/slaves`);
  if (members.length > 0 && depth < 5) {
    const member = await machine.realPath(`${disk}/slaves/${members[0]}`);
    if (member !== null) return deviceKind(member, machine, depth + 1);
  }
  const model = ((await machine.readText(`${disk}/device/model`)) ?? '').trim();
  const vendor = ((await machine.readText(`${disk}/device/vendor`)) ?? '').trim();
  if (name.startsWith('nvme'))
    return /Elastic Block Store/i.test(model) ? { kind: 'network' } : { kind: 'nvme' };
  if (/^(vd|xvd|sr|loop|nbd|rbd|zram)/.test(name) || virtualVendors.test(vendor)) {
    return /^(nbd|rbd)/.test(name)
      ? { kind: 'network' }
      : {
          unknown: `The data directory lies on the virtual disk ${name}, which does not tell what is behind it.`,
        };
  }
  const rotational = (await machine.readText(`${disk}/queue/rotational`))?.trim();
  if (rotational === '1') return { kind: 'hdd' };
  if (rotational === '0') return { kind: 'ssd' };
  return { unknown: `The disk ${name} does not tell whether it rotates.` };
}
