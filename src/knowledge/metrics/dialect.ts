import { z } from 'zod';
import { onceFor } from '../../shared/base/once-for';
import mysqldExporter from './mysqld-exporter.json';
import nodeExporter from './node-exporter.json';
import pmm from './pmm.json';

const metricName = z
  .string()
  .regex(/^[A-Za-z_:][\w:]{0,199}\*?$/, 'a name of a metric, or its beginning and *');
const labelNames = z.array(z.string().regex(/^[A-Za-z_]\w{0,199}$/)).max(20);

/**
 * One metric, or a family of them (`mysql_global_status_*`), and what it is to the server. In `name`, `{*}` is what the star
 * stands for and `{label}` the value of a label. Of several that fit, the first one counts.
 */
const mappedMetricSchema = z.strictObject({
  metric: metricName,
  to: z.enum(['status', 'variable', 'variable-text', 'innodb-metric', 'host', 'replication', 'nothing']),
  name: z.string().max(200).optional(),
  /** Only series whose labels have one of these values. */
  where: z.record(z.string(), z.array(z.string()).max(50)).optional(),
  /** The value is multiplied by it: seconds to ms. */
  times: z.number().positive().optional(),
  /** Several series are one: their values are added up. */
  sum: z.boolean().optional(),
  /** The label that holds the value, of a metric that is always 1. */
  text: z.string().max(200).optional(),
});
export type MappedMetric = z.infer<typeof mappedMetricSchema>;

const serverMarksSchema = z.strictObject({
  /** A gauge of the server that comes with the status: the seconds that it is up. */
  metric: metricName,
  /** 1 where the server answers the exporter. */
  up: metricName,
  /** Labels that name a server to people, best first. */
  nameLabels: labelNames.min(1),
  /** Labels that belong to the exporter, not to the server: series of one server may differ in them. */
  ownLabels: labelNames,
  /** Labels by which the dialect is recognised; absent: any. */
  marks: labelNames.optional(),
});

const dialectFields = {
  name: z.string().regex(/^[\w-]{1,40}$/),
  title: z.string().max(200),
  /** Where the names are from. */
  source: z.string().max(500),
  metrics: z.array(mappedMetricSchema).max(2000),
};

const hostDialectSchema = z.strictObject(dialectFields);

const serverDialectSchema = z.strictObject({
  ...dialectFields,
  /** The dialect whose metrics come after these. */
  extends: z.literal('mysqld_exporter').optional(),
  server: serverMarksSchema,
  /** The metric whose labels state the version. */
  version: z.strictObject({ metric: metricName, version: z.string(), comment: z.string() }).optional(),
});

/** What a user's own file may hold: a dialect, or further metrics for those that are known. */
export const mappingFileSchema = z.strictObject({
  metrics: dialectFields.metrics,
  server: serverMarksSchema.partial().optional(),
});
export type MappingFile = z.infer<typeof mappingFileSchema>;

/** How a store names what a server reports. */
export interface Dialect extends Omit<z.infer<typeof serverDialectSchema>, 'extends' | 'version'> {
  version: { metric: string; version: string; comment: string };
}

/** The known dialects; the special ones first: the last one fits every store. */
export function knownDialects(): Dialect[] {
  const { extends: _, version, ...base } = serverDialectSchema.parse(mysqldExporter);
  if (version === undefined) throw new Error('mysqld-exporter.json names no metric of the version.');
  const own = serverDialectSchema.parse(pmm);
  return [
    { ...base, ...own, version: own.version ?? version, metrics: [...own.metrics, ...base.metrics] },
    { ...base, version },
  ];
}

/** What node_exporter says of the server's host. */
export function hostMetrics(): MappedMetric[] {
  return hostMetricsIn(nodeExporter);
}

const hostMetricsIn = onceFor((dialect: object) => hostDialectSchema.parse(dialect).metrics);

/** The dialect of a series by its labels; undefined: none is known. */
export function dialectFor(
  labels: Readonly<Record<string, string>>,
  known: readonly Dialect[],
): Dialect | undefined {
  return known.find(({ server }) => (server.marks ?? []).every((mark) => labels[mark] !== undefined));
}

/** The dialects with a user's own names before theirs. */
export function withMapping(known: readonly Dialect[], mapping: MappingFile): Dialect[] {
  return known.map((dialect) => ({
    ...dialect,
    metrics: [...mapping.metrics, ...dialect.metrics],
    server: serverMarksSchema.parse({ ...dialect.server, ...mapping.server }),
  }));
}
