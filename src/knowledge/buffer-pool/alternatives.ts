import type { Chunks } from '../../shared/chunks';
import { maxPoolBytes } from '../../shared/chunks';
import { dependsOnCpus, startBufferPool } from './at-start';
import {
  type BufferPool,
  type BufferPoolOptions,
  ceilTo,
  floorTo,
  GIB,
  maxInstances,
  resizeStep,
} from './pool';

type Alternative = Chunks['alternatives'][number];

/** One chunk per instance is 2 to 5 % of the pool, so the pool holds 20 to 50 steps. */
const fewestSteps = 20;
const mostSteps = 50;
/** MySQL manual, "Configuring InnoDB Buffer Pool Chunk Size": keep the number of chunks below 1000. */
const mostChunks = 999;

/** The step of a pool, and whether it is one that alternatives would have; null where there are no chunks. */
export function stepOf(pool: BufferPool): Chunks['step'] {
  const bytes = resizeStep(pool);
  if (bytes === null || pool.chunkBytes === null) return null;
  const steps = pool.sizeBytes / bytes;
  const chunks = pool.sizeBytes / pool.chunkBytes;
  const fit = steps < fewestSteps ? 'coarse' : steps > mostSteps || chunks > mostChunks ? 'fine' : 'good';
  return { bytes, percent: percentOf(bytes, pool.sizeBytes), fit };
}

function percentOf(step: number, size: number): number {
  return Math.round((step / size) * 10_000) / 100;
}

/** The nearest sizes below and above `requested` that a running pool can take with a fit step; [] where there are no chunks. */
export function alternativesAfterSet(running: BufferPool, requested: number): Alternative[] {
  return nearest(requested, candidates(running, requested));
}

/** The nearest sizes below and above `requested` with which a start comes to a fit step; [] where there are no chunks. */
export function alternativesAtStart(options: BufferPoolOptions, requested: number): Alternative[] {
  const found: Alternative[] = [];
  // The instances follow the size (1 below 1 GiB, by size and CPUs from 8.4), and the step follows the instances.
  const chunkBytes = startBufferPool({ ...options, sizeBytes: maxPoolBytes / 2, instances: 1 }).pool
    ?.chunkBytes;
  if (chunkBytes === undefined || chunkBytes === null) return [];
  for (let instances = 1; instances <= maxInstances; instances += 1) {
    const pool = { sizeBytes: requested, chunkBytes, instances, sizeMaxBytes: null };
    for (const candidate of candidates(pool, requested)) {
      const asked = { ...options, sizeBytes: candidate.sizeBytes };
      if (options.cpus === undefined && dependsOnCpus(asked)) continue;
      const { pool: made } = startBufferPool(asked);
      const same = made?.sizeBytes === candidate.sizeBytes && resizeStep(made) === chunkBytes * instances;
      if (same) found.push(candidate);
    }
  }
  return nearest(requested, found);
}

function candidates(pool: BufferPool, requested: number): Alternative[] {
  const step = resizeStep(pool);
  if (step === null) return [];
  const instances = pool.instances ?? 1;
  const most = step * Math.min(mostSteps, Math.floor(mostChunks / instances));
  // Several instances need 1 GiB.
  const least = Math.max(step * fewestSteps, instances > 1 ? ceilTo(GIB, step) : 0);
  const within = (size: number) => Math.min(Math.max(size, least), most);
  // The last size with one instance, where larger pools have several.
  return [within(floorTo(requested, step)), within(ceilTo(requested, step)), floorTo(GIB - 1, step)]
    .filter((size) => size >= least && size <= most && size <= maxPoolBytes)
    .map((sizeBytes) => ({ sizeBytes, stepPercent: percentOf(step, sizeBytes) }));
}

function nearest(requested: number, found: Alternative[]): Alternative[] {
  const below = found.filter(({ sizeBytes }) => sizeBytes <= requested);
  const above = found.filter(({ sizeBytes }) => sizeBytes >= requested);
  const picked = [
    below.reduce<Alternative | undefined>(
      (best, one) => (one.sizeBytes > (best?.sizeBytes ?? 0) ? one : best),
      undefined,
    ),
    above.reduce<Alternative | undefined>(
      (best, one) => (one.sizeBytes < (best?.sizeBytes ?? Number.POSITIVE_INFINITY) ? one : best),
      undefined,
    ),
  ].filter((one) => one !== undefined);
  return picked.filter((one, index) => one.sizeBytes !== picked[index - 1]?.sizeBytes);
}
