import { readdir, readFile, realpath } from 'node:fs/promises';
import { cpus, hostname, networkInterfaces, totalmem } from 'node:os';

/** This machine, as far as host facts need it; passed in, so that tests can make one up. */
export interface Machine {
  hostname: string;
  platform: NodeJS.Platform;
  /** Logical processors. */
  cpus: number;
  cpuModel: string | null;
  memoryBytes: number;
  /** Own addresses, IPv4 and IPv6. */
  addresses: readonly string[];
  /** Null when the file is not there or may not be read. */
  readText(path: string): Promise<string | null>;
  /** Null when the path does not exist. */
  realPath(path: string): Promise<string | null>;
  /** Names in a folder; empty when it cannot be read. */
  list(path: string): Promise<string[]>;
}

/** The machine that this process runs on. */
export function thisMachine(): Machine {
  const processors = cpus();
  const orNull = <T>(promise: Promise<T>) => promise.catch(() => null);
  return {
    hostname: hostname(),
    platform: process.platform,
    cpus: processors.length,
    cpuModel: processors[0]?.model.trim() || null,
    memoryBytes: totalmem(),
    addresses: Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map((one) => one.address)),
    readText: (path) => orNull(readFile(path, 'utf8')),
    realPath: (path) => orNull(realpath(path)),
    list: (path) => readdir(path).catch(() => []),
  };
}
