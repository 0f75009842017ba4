import { z } from 'zod';
import { flavourSchema, versionTripleSchema } from './server';

/**
 * The largest size that the arithmetic takes, 1 PiB: no server has it, and below it every sum and product of the
 * calculation is exact in a double.
 */
export const maxPoolBytes = 2 ** 50;
/** The option takes 0 to 64; servers adjust more. Beyond this a number is a slip of the keyboard. */
export const maxPoolInstancesAsked = 1024;

const size = z.number().int().nonnegative().max(maxPoolBytes);

/**
 * What is asked about a buffer pool. Sizes in bytes; an absent field: the option is not set.
 * At start: the options as they are given to the server. At set: `sizeBytes` is the value of SET GLOBAL, the other
 * fields are those of the running server as SHOW VARIABLES shows them (absent: the default).
 */
export const chunksInputSchema = z.strictObject({
  at: z.enum(['start', 'set']),
  flavour: flavourSchema,
  version: versionTripleSchema,
  /** Absent: innodb_buffer_pool_size is not given. */
  sizeBytes: size.optional(),
  instances: z.number().int().nonnegative().max(maxPoolInstancesAsked).optional(),
  chunkBytes: size.optional(),
  /** innodb_buffer_pool_size of the running server; at set only. */
  currentSizeBytes: size.optional(),
  sizeMaxBytes: size.optional(),
  pageBytes: z.union([4, 8, 16, 32, 64].map((kib) => z.literal(kib * 1024))).optional(),
  /** CPUs that the server sees; MySQL 8.4 and later derive the instances from them. */
  cpus: z.number().int().positive().max(65_536).optional(),
  /** Memory that the server sees, for innodb_dedicated_server. */
  memoryBytes: size.optional(),
  /** innodb_dedicated_server=ON. */
  dedicated: z.boolean().optional(),
});
export type ChunksInput = z.infer<typeof chunksInputSchema>;

/** A line as the server prints it: an error or warning of the statement, or a line of the error log. */
export const chunksMessageSchema = z.object({
  level: z.enum(['error', 'warning', 'note']),
  /** 1292; 'MY-012359' in the error log of MySQL 8.0 and later; null: the line has no code, or is Latchkey's own note. */
  code: z.union([z.number().int(), z.string()]).nullable(),
  text: z.string(),
});
export type ChunksMessage = z.infer<typeof chunksMessageSchema>;

export const chunksSchema = z.object({
  schema: z.literal('latchkey/chunks/1'),
  input: chunksInputSchema,
  at: z.enum(['start', 'set']),
  /** Whether the server starts, or the statement ends without an error. A warning may still leave the value as it was. */
  accepted: z.boolean(),
  effective: z.object({
    /** innodb_buffer_pool_size as SHOW VARIABLES says it in the end; 0: the server does not start. */
    sizeBytes: z.number().int().nonnegative(),
    /** null: this server has no chunks. */
    chunkBytes: z.number().int().positive().nullable(),
    /** Pools that there really are; null: this server has one and no such variable. */
    instances: z.number().int().positive().nullable(),
    chunksPerInstance: z.number().int().positive().nullable(),
    totalChunks: z.number().int().positive().nullable(),
    /** Upper end for SET; null where there is no such bound. */
    sizeMaxBytes: z.number().int().positive().nullable(),
  }),
  /** At start: a given option takes effect as another value. At set: the pool gets another size than it has. */
  changed: z.boolean(),
  /**
   * chunk x instances: the pool grows and shrinks by multiples of it, which is so many percent of its size. null: no
   * chunks, or the server does not start.
   */
  step: z
    .object({
      bytes: z.number().int().positive(),
      percent: z.number(),
      /** `good`: 2 to 5 % of the pool, with fewer than 1000 chunks. */
      fit: z.enum(['good', 'coarse', 'fine']),
    })
    .nullable(),
  /** The statement returns before the pool has its new size. */
  async: z.boolean(),
  messages: z.array(chunksMessageSchema),
  /** Sizes near the one asked for whose step (chunk x instances) is 2 to 5 % of the pool, with fewer than 1000 chunks. */
  alternatives: z.array(z.object({ sizeBytes: z.number().int().positive(), stepPercent: z.number() })),
  /** Proven against a live server of this line, read in its source, or only in its manual. */
  basis: z.enum(['live', 'source', 'manual']),
});
export type Chunks = z.infer<typeof chunksSchema>;

/**
 * The two questions about a server as a snapshot shows it: its options at a start, and SET GLOBAL on the pool that runs
 * (both with the size that it has). What the server derived by itself is not in `start`.
 */
export const poolQuestionsSchema = z.object({ start: chunksInputSchema, set: chunksInputSchema });
export type PoolQuestions = z.infer<typeof poolQuestionsSchema>;

/** A size judged by the machine and the load of a snapshot. Bytes; null: not known. */
export const poolJudgementSchema = z.object({
  /** `exceeds`: more than the memory carries; `small`: fits, and is less than the data while pages are missed. */
  verdict: z.enum(['fits', 'small', 'exceeds', 'unknown']),
  text: z.string(),
  memoryBytes: z.number().nullable(),
  /** The largest pool that the memory carries beside what else the server takes. */
  roomBytes: z.number().nullable(),
  dataBytes: z.number().nullable(),
  /** Of the requests for pages within the window, 0 to 1. */
  hitRatio: z.number().nullable(),
  /** What the sizing policy makes of it all. */
  suggestedBytes: z.number().nullable(),
});
export type PoolJudgement = z.infer<typeof poolJudgementSchema>;
