import { z } from 'zod';
import growth from './growth.json';

const text = z.string();
const growthSchema = z.strictObject({
  source: text,
  /** Bytes of the parts of each table. */
  table: z.strictObject({ size: text, part: text, parts: z.array(text) }),
  /** Next value of each auto-increment column, and the largest that its type holds. */
  autoIncrement: z.strictObject({ value: text, limit: text }),
  /** Bytes of file systems; kinds that hold no data of a server are left out. */
  disk: z.strictObject({ size: text, free: text, path: text, kind: text, notKinds: z.array(text) }),
});
export type Growth = z.infer<typeof growthSchema>;

/** How exporters name what fills up; PMM has the names of mysqld_exporter and node_exporter. */
export function growthMetrics(): Growth {
  return growthSchema.parse(growth);
}
