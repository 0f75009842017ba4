import { z } from 'zod';
import { pathSchema } from '../base/path-argument';
import { changePlanSchema } from '../change';
import { changedVariablesSchema } from '../changed-variables';
import { declaredHostSchema } from '../connection';
import { mostHours } from '../history';
import { statementLatencySchema } from '../latency';
import { metricsSecretsSchema, metricsSourceSchema } from '../metrics-store';
import { reasonSchema } from '../reason';
import { drawnSeriesSchema, recordingEventSchema, stallSchema } from '../recording';
import { redactionClassSchema, redactionPreviewSchema } from '../redaction';
import { rowUnitSchema, shownUnitSchema } from '../section-units';
import {
  hostSchema,
  sectionSchema,
  sessionSamplingSchema,
  snapshotSummarySchema,
  statementSchema,
} from '../snapshot';
import { foundInSectionSchema } from '../snapshot-search';
import { statusPartSchema } from '../status-outline';
import { call, nothing, snapshotRef } from './call';
import { connectRequestSchema } from './connection';
import { drawing, recordingRange, seriesNameSchema } from './drawing';

/** The weeks before a snapshot, from a metrics store. */
const carriedHistorySchema = z.object({
  source: metricsSourceSchema,
  secrets: metricsSecretsSchema,
  /** Name of the server in the store. */
  server: z.string().min(1).max(1000),
  hours: z.number().int().min(1).max(mostHours),
});
export type CarriedHistory = z.infer<typeof carriedHistorySchema>;

export const takeSnapshotRequestSchema = connectRequestSchema.extend({
  windowSeconds: z.number().min(0).max(86_400),
  intervalMs: z.number().int().min(100).max(60_000),
  keepLiterals: z.boolean(),
  declaredHost: declaredHostSchema,
  title: z.string().optional(),
  /** Above this number of tables what needs a look at every one of them is not read; default 5,000. */
  tableLimit: z.number().int().nonnegative().max(10_000_000).optional(),
  /** False: no statement is explained; else it is as the user has decided permanently (`explaining.set`). */
  explain: z.boolean().optional(),
  /** Deep mode, with the mark of the plan that the person was shown (`snapshot.planDeep`). */
  deep: z.object({ agreed: z.string() }).optional(),
  history: carriedHistorySchema.optional(),
});
export type TakeSnapshotRequest = z.infer<typeof takeSnapshotRequestSchema>;

/** A section with what its contract says: null and no columns where no contract names it. */
const shownSectionSchema = sectionSchema.extend({
  title: z.string().nullable(),
  /** By name in lower case. */
  columns: z.record(z.string(), z.object({ numeric: z.boolean(), unit: shownUnitSchema })),
  /** Of a section whose rows name variables, by name: their unit, and how fast a counter grew within the window. */
  named: z.record(z.string(), z.object({ unit: rowUnitSchema, perSecond: z.number().optional() })),
});

/** What can be drawn of a snapshot or its history, without the values. */
const drawableSchema = z.object({
  startedAt: z.string(),
  intervalMs: z.number(),
  /** Time of the last sample. */
  lengthMs: z.number(),
  series: z.array(seriesNameSchema),
  events: z.array(recordingEventSchema),
});

export const snapshotDetailSchema = snapshotSummarySchema.extend({
  host: hostSchema,
  literals: z.enum(['removed', 'kept']),
  /** Why the snapshot is partial. */
  incomplete: reasonSchema.optional(),
  sections: z.record(z.string(), sectionSchema.omit({ data: true })),
});
export type SnapshotDetail = z.infer<typeof snapshotDetailSchema>;

export const sampleFileSchema = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  path: pathSchema('read'),
});
export type SampleFile = z.infer<typeof sampleFileSchema>;

export const snapshotContract = {
  /** What deep mode would enable; nothing is changed. */
  'snapshot.planDeep': call({
    by: 'engine',
    job: true,
    input: connectRequestSchema,
    output: z.object({
      plan: changePlanSchema,
      left: z.array(reasonSchema),
      /** Sent back with `snapshot.take` as the consent to these statements. */
      planDigest: z.string(),
    }),
  }),
  'snapshot.take': call({
    by: 'engine',
    job: true,
    input: takeSnapshotRequestSchema,
    output: snapshotSummarySchema,
  }),
  'snapshot.open': call({
    by: 'engine',
    job: false,
    input: z.object({ path: pathSchema('read') }),
    output: snapshotSummarySchema,
  }),
  /** What an export without these classes would replace and leave out; nothing is written. */
  'snapshot.previewExport': call({
    by: 'engine',
    job: false,
    input: snapshotRef.extend({ classes: z.array(redactionClassSchema) }),
    output: redactionPreviewSchema,
  }),
  'snapshot.export': call({
    by: 'engine',
    job: false,
    input: snapshotRef.extend({ classes: z.array(redactionClassSchema), path: pathSchema('write') }),
    output: redactionPreviewSchema,
  }),
  'snapshot.samples': call({ by: 'engine', job: false, input: nothing, output: z.array(sampleFileSchema) }),
  'snapshot.list': call({ by: 'engine', job: false, input: nothing, output: z.array(snapshotSummarySchema) }),
  'snapshot.detail': call({ by: 'engine', job: false, input: snapshotRef, output: snapshotDetailSchema }),
  'snapshot.section': call({
    by: 'engine',
    job: false,
    input: snapshotRef.extend({ section: z.string() }),
    output: shownSectionSchema,
  }),
  /** Null: neither does the server state where values are from, nor are its version and variables known. */
  'snapshot.changedVariables': call({
    by: 'engine',
    job: false,
    input: snapshotRef,
    output: changedVariablesSchema.nullable(),
  }),
  /** Rows and lines of every section, and statements sent, that hold all words of a text. */
  'snapshot.search': call({
    by: 'engine',
    job: false,
    input: snapshotRef.extend({ text: z.string().max(1_000) }),
    output: z.array(foundInSectionSchema),
  }),
  /** SHOW ENGINE INNODB STATUS as it was understood, section by section; none: the snapshot has no such text. */
  'snapshot.innodbStatus': call({
    by: 'engine',
    job: false,
    input: snapshotRef.extend({ end: z.enum(['start', 'end']) }),
    output: z.array(statusPartSchema),
  }),
  /** What was sampled, without the values; null: nothing was. */
  'snapshot.names': call({
    by: 'engine',
    job: false,
    input: snapshotRef,
    output: drawableSchema.extend({ sessions: sessionSamplingSchema.optional() }).nullable(),
  }),
  /** Sampled series as they are drawn, at most two values a pixel; names that it does not have are left out. */
  'snapshot.drawn': call({
    by: 'engine',
    job: false,
    input: recordingRange.extend(drawing),
    output: z.array(drawnSeriesSchema),
  }),
  /** The same of the history that it carries, the window at its end; null: it carries none. */
  'snapshot.historyNames': call({
    by: 'engine',
    job: false,
    input: snapshotRef,
    /** `stepText`: what its steps cannot show. */
    output: drawableSchema.extend({ stepText: z.string() }).nullable(),
  }),
  'snapshot.historyDrawn': call({
    by: 'engine',
    job: false,
    input: recordingRange.extend(drawing),
    output: z.array(drawnSeriesSchema),
  }),
  /** How long statements took; null: the server has no histogram of them, or it was not read at both ends. */
  'snapshot.latency': call({
    by: 'engine',
    job: false,
    input: snapshotRef,
    output: statementLatencySchema.nullable(),
  }),
  'snapshot.statements': call({
    by: 'engine',
    job: false,
    input: snapshotRef,
    output: z.array(statementSchema),
  }),
  'snapshot.saveAs': call({
    by: 'engine',
    job: false,
    input: snapshotRef.extend({ path: pathSchema('write') }),
    output: z.object({ path: z.string() }),
  }),
  'snapshot.delete': call({ by: 'engine', job: false, input: snapshotRef, output: nothing }),
  /** Stalls of the sampled window, in order of time; null: nothing was sampled in which one could show. */
  'snapshot.stalls': call({
    by: 'engine',
    job: false,
    input: snapshotRef,
    output: z.array(stallSchema).nullable(),
  }),
} as const;
