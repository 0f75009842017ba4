import type { Host } from '../../shared/snapshot';
import { factOr, type HostFact, noFact, readFact } from './host-fact';
import type { Machine } from './machine';
import { kibibytes } from './memory';

type ProcessFacts = Pick<
  Host,
  | 'serverRss'
  | 'serverSwapped'
  | 'serverThreads'
  | 'serverOpenFiles'
  | 'serverOpenFilesLimit'
  | 'numaPolicy'
  | 'allocator'
>;

/** Libraries in the process's memory map, the replaced allocators before the C libraries that are always there. */
const allocators = [
  ['jemalloc', /\/libjemalloc[^/]*\.so/m],
  ['tcmalloc', /\/libtcmalloc[^/]*\.so/m],
  ['mimalloc', /\/libmimalloc[^/]*\.so/m],
  ['musl', /\/(?:ld-musl|libc\.musl)[^/]*\.so/m],
  ['glibc', /\/libc(?:-[\d.]+)?\.so/m],
] as const;

/** The server's process: memory, threads, files, NUMA policy and allocator (proc(5)). */
export async function processFacts(pid: number, machine: Machine): Promise<ProcessFacts> {
  const folder = `/proc/${pid}`;
  const status = (await machine.readText(`${folder}/status`)) ?? '';
  const threads = /^Threads:\s+(\d+)/m.exec(status)?.[1];
  const limit = /^Max open files\s+(\d+|unlimited)/m.exec(
    (await machine.readText(`${folder}/limits`)) ?? '',
  )?.[1];
  const files = await machine.count(`${folder}/fd`);
  // The kernel makes each line by walking the mapping's pages: the first shows the policy of the process.
  const policy = /^[0-9a-f]+ (\S+)/.exec((await machine.readText(`${folder}/numa_maps`, 4096)) ?? '')?.[1];
  const notReported = `${folder}/status does not say.`;
  return {
    serverRss: factOr(machine, kibibytes(status, 'VmRSS'), notReported),
    serverSwapped: factOr(machine, kibibytes(status, 'VmSwap'), notReported),
    serverThreads: factOr(machine, threads === undefined ? null : Number(threads), notReported),
    serverOpenFiles: files === null ? notReadable(`${folder}/fd`) : readFact(machine, files),
    serverOpenFilesLimit:
      limit === undefined
        ? notReadable(`${folder}/limits`)
        : limit === 'unlimited'
          ? noFact('There is no limit.')
          : readFact(machine, Number(limit)),
    numaPolicy: policy === undefined ? notReadable(`${folder}/numa_maps`) : readFact(machine, policy),
    allocator: await allocator(folder, machine),
  };
}

async function allocator(
  folder: string,
  machine: Machine,
): Promise<HostFact<(typeof allocators)[number][0]>> {
  const maps = await machine.readText(`${folder}/maps`);
  if (maps === null || maps.trim() === '') return notReadable(`${folder}/maps`);
  const found = allocators.find(([, pattern]) => pattern.test(maps))?.[0];
  return found === undefined
    ? noFact('The process has no library of a known allocator: it may be linked into the program.')
    : readFact(machine, found);
}

function notReadable(path: string): HostFact<never> {
  return noFact(
    `${path} is not there, or may be read only by the account of the server and by root.`,
    'privilege',
    "Run Latchkey (or log in over SSH) as the server's account or root.",
  );
}
