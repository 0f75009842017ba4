import { existsSync, mkdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const hierarchy = '/sys/fs/cgroup/blkio';

/**
 * Holds the direct writes of a process to a rate, by a control group of its own (kernel documentation, cgroup-v1,
 * "Block IO Controller"; root only). What goes through the page cache is not held.
 * @returns takes the limit away; the process must be gone. null: this machine has no such hierarchy.
 */
export function limitWrites(pid: number, folder: string, bytesPerSecond: number): (() => void) | null {
  const limit = join(hierarchy, 'blkio.throttle.write_bps_device');
  if (process.platform !== 'linux' || !existsSync(limit)) return null;
  const group = join(hierarchy, `latchkey-${pid}`);
  mkdirSync(group);
  writeFileSync(join(group, 'blkio.throttle.write_bps_device'), `${diskOf(folder)} ${bytesPerSecond}`);
  writeFileSync(join(group, 'cgroup.procs'), String(pid));
  return () => rmdirSync(group);
}

/** `major:minor` of the whole disk that the folder is on: limits are not taken for partitions. */
function diskOf(folder: string): string {
  const { dev } = statSync(folder);
  // glibc's encoding of a device number, of which these bits are used on every current machine.
  const device = `${(dev >> 8) & 0xfff}:${(dev & 0xff) | ((dev >> 12) & 0xfff00)}`;
  const disk = join('/sys/dev/block', device, '..', 'dev');
  return existsSync(join('/sys/dev/block', device, 'partition')) ? readFileSync(disk, 'utf8').trim() : device;
}
