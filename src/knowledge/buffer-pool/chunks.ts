import { LatchkeyError } from '../../shared/base/error';
import type { Chunks, ChunksInput, ChunksMessage } from '../../shared/chunks';
import { compareVersions } from '../../shared/server';
import { bufferPoolAfterSet, leastShownAfterResize } from './after-set';
import { alternativesAfterSet, alternativesAtStart, stepOf } from './alternatives';
import { dependsOnCpus, startBufferPool } from './at-start';
import { basisOf, generation, isMySql } from './generation';
import {
  type BufferPool,
  type BufferPoolOptions,
  defaultSize,
  GIB,
  MIB,
  maxInstances,
  resizeStep,
} from './pool';
import { resizeHazard } from './resize-hazard';
import { texts } from './texts';

/**
 * What a server makes of a buffer pool size, at start or by SET GLOBAL.
 * @throws LatchkeyError `usage` when the question cannot be answered: a flag that does not belong to it, or a fact that
 *   the answer depends on and that was not given
 */
export function computeChunks(input: ChunksInput): Chunks {
  checkQuestion(input);
  const document = input.at === 'start' ? atStart(input) : atSet(input);
  return { ...document, basis: basisOf(input) };
}

type Unrated = Omit<Chunks, 'basis'>;

function atStart(input: ChunksInput): Unrated {
  const options = startOptions(input, input.sizeBytes);
  const { pool, messages } = startBufferPool(options);
  const kept =
    pool !== null &&
    same(input.sizeBytes, pool.sizeBytes) &&
    same(input.chunkBytes, pool.chunkBytes) &&
    same(input.instances, pool.instances) &&
    same(input.sizeMaxBytes, pool.sizeMaxBytes);
  return {
    schema: 'latchkey/chunks/1',
    input,
    at: 'start',
    accepted: pool !== null,
    effective: effective(pool),
    changed: !kept,
    step: pool === null ? null : stepOf(pool),
    async: false,
    messages,
    alternatives: alternativesAtStart(options, input.sizeBytes ?? pool?.sizeBytes ?? defaultSize),
  };
}

function atSet(input: ChunksInput): Unrated {
  const { sizeBytes: requested } = input;
  if (requested === undefined) throw usage('SET GLOBAL needs a value: give --size.');
  const options = startOptions(input, input.currentSizeBytes);
  const { pool: derived, messages: refusal } = startBufferPool(options);
  if (derived === null) {
    throw usage(`No server runs so: ${refusal.map(({ text }) => text).join(' ')}`);
  }
  const running = asShown(input, derived);
  const result = bufferPoolAfterSet(options, running, requested);
  const notes: ChunksMessage[] = [];
  if (input.currentSizeBytes !== undefined && input.currentSizeBytes !== running.sizeBytes) {
    notes.push(
      note(
        `No pool of ${input.currentSizeBytes} bytes can run with these chunks and instances: taken as ${running.sizeBytes}.`,
      ),
    );
  }
  const hazard = result.outcome === 'resized' ? resizeHazard(options, running, result.sizeBytes) : null;
  if (hazard !== null) notes.push({ level: 'warning', code: null, text: hazard });
  const least = leastShownAfterResize(running, result.sizeBytes, input.pageBytes);
  if (result.outcome === 'resized' && least < result.sizeBytes) {
    notes.push(
      note(
        `With chunks this small SHOW VARIABLES may say less after the resize, down to ${least}: a chunk can lose a page to alignment.`,
      ),
    );
  }
  return {
    schema: 'latchkey/chunks/1',
    input,
    at: 'set',
    accepted: result.outcome !== 'refused',
    effective: effective({ ...running, sizeBytes: result.sizeBytes }),
    changed: result.outcome === 'resized',
    step: stepOf({ ...running, sizeBytes: result.sizeBytes }),
    async: result.outcome === 'resized' && generation(input) !== 'extents',
    messages: [...result.messages, ...notes],
    alternatives: alternativesAfterSet(running, requested),
  };
}

/** The pool as the running server shows it, where that fits together; else what a start makes of these numbers. */
function asShown({ currentSizeBytes, chunkBytes, instances }: ChunksInput, derived: BufferPool): BufferPool {
  if (currentSizeBytes === undefined || chunkBytes === undefined || derived.chunkBytes === null)
    return derived;
  const shown = {
    ...derived,
    sizeBytes: currentSizeBytes,
    chunkBytes,
    instances: derived.instances === null ? null : (instances ?? derived.instances),
  };
  const step = resizeStep(shown) ?? 0;
  const isPossible = chunkBytes >= MIB && (shown.instances ?? 1) <= maxInstances && step > 0;
  const fits =
    isPossible && currentSizeBytes % step === 0 && (currentSizeBytes >= GIB || step === chunkBytes);
  return fits ? shown : derived;
}

function startOptions(input: ChunksInput, sizeBytes: number | undefined): BufferPoolOptions {
  const { flavour, version, instances, chunkBytes, sizeMaxBytes, pageBytes, cpus, dedicated, memoryBytes } =
    input;
  return {
    flavour,
    version,
    sizeBytes,
    instances,
    chunkBytes,
    sizeMaxBytes,
    pageBytes,
    cpus,
    dedicated,
    memoryBytes,
  };
}

function effective(pool: BufferPool | null): Chunks['effective'] {
  if (pool === null) {
    return {
      sizeBytes: 0,
      chunkBytes: null,
      instances: null,
      chunksPerInstance: null,
      totalChunks: null,
      sizeMaxBytes: null,
    };
  }
  const total = pool.chunkBytes === null ? null : pool.sizeBytes / pool.chunkBytes;
  return {
    ...pool,
    chunksPerInstance: total === null ? null : total / (pool.instances ?? 1),
    totalChunks: total,
  };
}

function checkQuestion(input: ChunksInput): void {
  const { flavour, version } = input;
  const oldest = flavour === 'mariadb' ? ([10, 0, 0] as const) : ([5, 5, 0] as const);
  if (compareVersions(version, [...oldest]) < 0) {
    throw usage(`Versions before ${oldest[0]}.${oldest[1]} are not covered.`);
  }
  if (flavour === 'mariadb' ? version[0] > 20 : version[0] > 20 || (version[0] < 8 && version[0] !== 5)) {
    throw usage(`There is no ${flavour} ${version.join('.')}.`);
  }
  if (input.at === 'start' && input.currentSizeBytes !== undefined) {
    throw usage('--current-size is of a running server: it goes with --at set.');
  }
  if (input.memoryBytes !== undefined && input.dedicated !== true) {
    throw usage('--memory matters for innodb_dedicated_server only: give --dedicated too.');
  }
  const first = input.at === 'start' ? input.sizeBytes : input.currentSizeBytes;
  const bySize = input.dedicated === true && first === undefined;
  if (bySize && input.memoryBytes === undefined && isMySql(input, '8.0.3..')) {
    throw usage('With --dedicated the memory of the machine decides: give --memory.');
  }
  if (input.cpus === undefined && dependsOnCpus(startOptions(input, first))) {
    throw usage('From MySQL 8.4 the instances follow from the CPUs: give --cpus or --instances.');
  }
}

function same(asked: number | undefined, got: number | null): boolean {
  return asked === undefined || asked === got;
}

function note(text: string): ChunksMessage {
  return { level: 'note', code: null, text };
}

function usage(message: string): LatchkeyError {
  return new LatchkeyError('usage', message, { hint: texts.latchkeyChunksHelpShowsWhat });
}
