import { z } from 'zod';
import { listOf, membersOf, plainListOf } from './first-issue';
import { reasonSchema } from './reason';

export const hourMs = 3_600_000;
/** 90 days. */
export const mostHours = 2160;
/** What a history may hold besides: a snapshot is read again with all of it. */
export const historyLimits = { series: 1000, growth: 400, changes: 2000, gaps: 2000, missing: 2000 } as const;

const isoSchema = z.iso.datetime();
const isHourly = (value: unknown) => value === null || (typeof value === 'number' && Number.isFinite(value));
/** One value an hour; null: not known of that hour. */
const hourlySchema = plainListOf(isHourly, z.number().nullable());

/**
 * A series by hours, from the steps of the store in each. Of a counter: rates per second; of a gauge: levels. An hour of
 * which less than half was seen is null.
 */
export const hourlySeriesSchema = z.object({
  kind: z.enum(['counter', 'gauge']),
  /** Of the level, or of what is counted; a rate of it is per second. */
  unit: z.string(),
  mean: hourlySchema,
  /** The largest step. */
  max: hourlySchema,
  /** 95 % of the steps are no larger. */
  p95: hourlySchema,
});
export type HourlySeries = z.infer<typeof hourlySeriesSchema>;

/**
 * What fills up: the last level of each hour, and the level at which it is full (null: not known). Of a disk: bytes that
 * are not free for the server; of an auto-increment: the next value.
 */
const levelsSchema = z.object({ limit: z.number().nullable(), values: hourlySchema });
export const growthSchema = z.discriminatedUnion('of', [
  levelsSchema.extend({ of: z.literal('disk'), path: z.string() }),
  levelsSchema.extend({ of: z.literal('table'), schema: z.string(), table: z.string() }),
  levelsSchema.extend({
    of: z.literal('auto-increment'),
    schema: z.string(),
    table: z.string(),
    column: z.string(),
  }),
]);
export type Growth = z.infer<typeof growthSchema>;

/** A setting that changed: seen with `from` one step before `at`. Values as the store has them: ON may be 1. */
export const settingChangeSchema = z.object({
  at: isoSchema,
  variable: z.string(),
  from: z.string(),
  to: z.string(),
});
export type SettingChange = z.infer<typeof settingChangeSchema>;

export const historySourceSchema = z.object({
  kind: z.literal('prometheus'),
  /** Address of the store, without user, password and query. */
  url: z.string(),
  /** Label by which the store knows the server, such as `db1:9104`. */
  server: z.string(),
  /** Naming of its series, such as `mysqld_exporter` or `pmm`. */
  dialect: z.string(),
});

const hourSchema = isoSchema.refine((text) => Date.parse(text) % hourMs === 0, 'is not a whole hour');

/**
 * What a store of metrics knows of the weeks before a snapshot, by hours. Series have the names of sampled ones
 * (`Com_select`, `innodb_metrics.lock_timeouts`, `host.cpu.busy`). What is not in it is unknown, for the reason in
 * `missing` where there is one.
 */
export const historySchema = z
  .object({
    source: historySourceSchema,
    /** When it was read, ISO 8601, UTC; so are all moments. */
    readAt: isoSchema,
    /** Start of the first hour, end of the last one. */
    from: hourSchema,
    to: hourSchema,
    /** Interval at which the store scrapes the server, ms: no step is shorter, so nothing shorter can be seen. */
    stepMs: z.number().int().positive(),
    series: membersOf(hourlySeriesSchema),
    restarts: listOf(isoSchema),
    /** Spans in which the store has nothing of the server. */
    gaps: listOf(z.object({ from: isoSchema, to: isoSchema })),
    settings: listOf(settingChangeSchema),
    versions: listOf(z.object({ at: isoSchema, from: z.string(), to: z.string() })),
    growth: listOf(growthSchema),
    /** By the name of a series, or `growth.table`, `settings`, `host` and the like for many. */
    missing: membersOf(reasonSchema),
  })
  .superRefine((history, context) => {
    const problem = problemOf(history);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  });
export type ServerHistory = z.infer<typeof historySchema>;

/** How many hours a history spans, seen or not. */
export function hoursOf({ from, to }: Pick<ServerHistory, 'from' | 'to'>): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / hourMs);
}

function problemOf(history: Omit<ServerHistory, 'source' | 'readAt' | 'stepMs'>): string | null {
  const hours = hoursOf(history);
  if (hours < 1 || hours > mostHours) return `A history spans 1 to ${mostHours} hours, this one ${hours}.`;
  const { series, growth, restarts, settings, versions, gaps, missing } = history;
  const sizes = [
    ['series', Object.keys(series).length, historyLimits.series],
    ['growth', growth.length, historyLimits.growth],
    ['changes', restarts.length + settings.length + versions.length, historyLimits.changes],
    ['gaps', gaps.length, historyLimits.gaps],
    ['missing', Object.keys(missing).length, historyLimits.missing],
  ] as const;
  for (const [what, size, most] of sizes) {
    if (size > most) return `A history holds at most ${most} ${what}, this one ${size}.`;
  }
  const lengths = [
    ...Object.values(series).flatMap(({ mean, max, p95 }) => [mean.length, max.length, p95.length]),
    ...growth.map(({ values }) => values.length),
  ];
  const other = lengths.find((length) => length !== hours);
  return other === undefined ? null : `A list of ${other} hours is in a history of ${hours}.`;
}

/** What steps of this length cannot show: said wherever a number of a history stands. */
export function stepNote({ stepMs }: Pick<ServerHistory, 'stepMs'>): string {
  return `${Math.round(stepMs / 100) / 10} s averages: no micro-stalls can be seen.`;
}
