import type { ProbeId } from '../../../shared/probe';
import { adaptiveHashIndex } from './adaptive-hash-index';
import { ahiSpinGrid } from './ahi-spin-grid';
import { bufferPoolResize } from './buffer-pool-resize';
import { commitDurability } from './commit-durability';
import { custom } from './custom';
import type { ProbeDefinition } from './definition';
import { ioCapacity } from './io-capacity';
import { pfsOverhead } from './pfs-overhead';
import { sortBuffer } from './sort-buffer';
import { spinWaitDelay } from './spin-wait-delay';
import { threadConcurrency } from './thread-concurrency';

/** Every probe; the type demands that none is forgotten. */
export const probeDefinitions: Readonly<Record<ProbeId, ProbeDefinition>> = {
  'spin-wait-delay': spinWaitDelay,
  'adaptive-hash-index': adaptiveHashIndex,
  'ahi-spin-grid': ahiSpinGrid,
  'sort-buffer': sortBuffer,
  'pfs-overhead': pfsOverhead,
  'buffer-pool-resize': bufferPoolResize,
  'thread-concurrency': threadConcurrency,
  'io-capacity': ioCapacity,
  'commit-durability': commitDurability,
  custom,
};
