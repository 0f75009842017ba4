import { open, readdir, realpath, statfs } from 'node:fs/promises';
import { cpus, hostname, networkInterfaces, totalmem } from 'node:os';

/** A machine, as far as host facts need it; passed in, so that it may be this one, one behind SSH, or made up. */
export interface Machine {
  /** How facts read from it are marked. */
  origin: 'local' | 'ssh';
  hostname: string;
  platform: NodeJS.Platform;
  /** Logical processors online. */
  cpus: number;
  cpuModel: string | null;
  memoryBytes: number;
  /** Own addresses, IPv4 and IPv6. */
  addresses: readonly string[];
  /** Null when the file is not there or may not be read. At most `maxBytes` of it, default 4 MiB. */
  readText(path: string, maxBytes?: number): Promise<string | null>;
  /** Null when the path does not exist. */
  realPath(path: string): Promise<string | null>;
  /** Names in a folder; empty when it cannot be read. */
  list(path: string): Promise<string[]>;
  /** How many names a folder holds; null when it cannot be read. */
  count(path: string): Promise<number | null>;
  /** Size of the file system that a folder lies on, and what an ordinary user may still write; null: not known. */
  space(path: string): Promise<Space | null>;
}

/** Of a file system, bytes. */
export interface Space {
  total: number;
  free: number;
}

const defaultMaxBytes = 4 * 1024 ** 2;

/** The machine that this process runs on. */
export function thisMachine(): Machine {
  const processors = cpus();
  const orNull = <T>(promise: Promise<T>) => promise.catch(() => null);
  return {
    origin: 'local',
    hostname: hostname(),
    platform: process.platform,
    cpus: processors.length,
    cpuModel: processors[0]?.model.trim() || null,
    memoryBytes: totalmem(),
    addresses: Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map((one) => one.address)),
    readText: (path, maxBytes) => orNull(readStart(path, maxBytes ?? defaultMaxBytes)),
    realPath: (path) => orNull(realpath(path)),
    list: (path) => readdir(path).catch(() => []),
    count: (path) => orNull(readdir(path).then((names) => names.length)),
    space: (path) => orNull(spaceOf(path)),
  };
}

/** Bytes of the file system. Rejects where there is none, and in Node.js before 18.15, which has no statfs (docs/decisions/0002). */
async function spaceOf(path: string): Promise<{ total: number; free: number }> {
  const { bsize, blocks, bavail } = await statfs(path);
  return { total: bsize * blocks, free: bsize * bavail };
}

/** The first bytes of a file; those of /proc tell no size and are made as they are read. */
async function readStart(path: string, maxBytes: number): Promise<string> {
  const file = await open(path, 'r');
  try {
    const parts: Buffer[] = [];
    for (let size = 0; size < maxBytes; ) {
      const part = Buffer.alloc(Math.min(65_536, maxBytes - size));
      const { bytesRead } = await file.read(part, 0, part.length, null);
      if (bytesRead === 0) break;
      parts.push(part.subarray(0, bytesRead));
      size += bytesRead;
    }
    return Buffer.concat(parts).toString('utf8');
  } finally {
    await file.close();
  }
}
