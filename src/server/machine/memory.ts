import type { Host } from '../../shared/snapshot';
import { factOr, noFact, readFact, readLine, readNumber } from './host-fact';
import type { Machine } from './machine';

type MemoryFacts = Pick<Host, 'memoryAvailableBytes' | 'swap' | 'swapUsed' | 'swappiness' | 'thp'>;

/** Memory, swap and huge pages. @param swappiness that of the server's control group; null: the system's holds */
export async function memoryFacts(swappiness: number | null, machine: Machine): Promise<MemoryFacts> {
  const info = (await machine.readText('/proc/meminfo')) ?? '';
  const total = kibibytes(info, 'SwapTotal');
  const free = kibibytes(info, 'SwapFree');
  const system = await readNumber(machine, '/proc/sys/vm/swappiness');
  const thp = /\[(always|madvise|never)\]/.exec(
    (await readLine(machine, '/sys/kernel/mm/transparent_hugepage/enabled')) ?? '',
  )?.[1];
  return {
    memoryAvailableBytes: factOr(
      machine,
      kibibytes(info, 'MemAvailable'),
      '/proc/meminfo does not say (kernels before 3.14).',
    ),
    swap: factOr(machine, total, '/proc/meminfo does not say.'),
    swapUsed: factOr(
      machine,
      total === null || free === null ? null : total - free,
      '/proc/meminfo does not say.',
    ),
    swappiness: factOr(machine, swappiness ?? system, 'The kernel does not show vm.swappiness.'),
    thp:
      thp === 'always' || thp === 'madvise' || thp === 'never'
        ? readFact(machine, thp)
        : noFact('The kernel has no transparent huge pages, or does not show them.'),
  };
}

/** `SwapTotal:  2097148 kB` -> bytes; null when the line is not there. */
export function kibibytes(text: string, name: string): number | null {
  const value = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1];
  return value === undefined ? null : Number(value) * 1024;
}
