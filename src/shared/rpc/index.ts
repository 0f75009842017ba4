import { z } from 'zod';
import { analysisSchema } from '../analysis';
import { applyOutcomeSchema } from '../apply';
import { errorDocumentSchema } from '../base/error';
import { pathSchema } from '../base/path-argument';
import { changePlanSchema, journalEntrySchema, restoreOutcomeSchema } from '../change';
import { chunksInputSchema, chunksSchema, poolQuestionsSchema } from '../chunks';
import { comparisonSchema, recheckSchema, snapshotComparisonSchema } from '../compare';
import {
  connectionSecretsSchema,
  connectionTargetSchema,
  declaredHostSchema,
  profileNameLimit,
} from '../connection';
import { decisionsSchema, lockSchema, muteSchema } from '../decisions';
import { grantsInputSchema, grantsSchema } from '../grants';
import { foundOverTimeSchema } from '../history';
import { importReportSchema, importRequestSchema } from '../import';
import { measuredSchema, planChoicesSchema, planFormatSchema, planSchema } from '../plan';
import {
  probePlanSchema,
  probeRequestSchema,
  probeResultSchema,
  probeResultSummarySchema,
  probeStepSchema,
  probeSummarySchema,
} from '../probe';
import { progressSchema } from '../progress';
import { reasonSchema } from '../reason';
import { drawnSeriesSchema, recordingEventSchema, recordingSummarySchema, stallSchema } from '../recording';
import { redactionClassSchema, redactionPreviewSchema } from '../redaction';
import { ruleExplanationSchema } from '../rule-explanation';
import { ruleCheckSchema, ruleSummarySchema } from '../rule-list';
import { serverIdentitySchema } from '../server';
import {
  hostSchema,
  sectionSchema,
  sessionSamplingSchema,
  snapshotSummarySchema,
  statementSchema,
} from '../snapshot';
import { statusPartSchema } from '../status-outline';
import { transportSchema } from '../transport';

/** `by`: which process answers. `job`: reports progress and can be cancelled. */
function call<
  const B extends 'engine' | 'main',
  const J extends boolean,
  I extends z.ZodType,
  O extends z.ZodType,
>(spec: { by: B; job: J; input: I; output: O }) {
  return spec;
}

const nothing = z.object({});
const snapshotRef = z.object({ id: z.string() });
const planRequest = snapshotRef.extend({
  choices: planChoicesSchema,
  /** Option file to edit; absent: a new file is generated. */
  myCnfPath: pathSchema('read', { typed: true }).optional(),
});

const renderRequest = planRequest.extend({
  format: planFormatSchema,
  /** The way back from the plan. */
  undo: z.boolean().optional(),
});

const reportParts = {
  /** Only this finding, and what it would change; absent: the whole diagnosis. */
  ruleId: z.string().optional(),
  /** What is taken out of the snapshot before it is judged and told; absent: nothing. */
  classes: z.array(redactionClassSchema).optional(),
};

const entryRef = z.object({ entryId: z.string() });

export const connectRequestSchema = z.object({
  target: connectionTargetSchema,
  secrets: connectionSecretsSchema,
});
export type ConnectRequest = z.infer<typeof connectRequestSchema>;

export const connectionReportSchema = z.object({
  server: serverIdentitySchema,
  tls: z.string().nullable(),
  transport: transportSchema,
  /** Privileges that collectors want and the account lacks, with the statement that adds each. */
  missing: z.array(z.object({ privilege: z.string(), enables: z.string(), grant: z.string() })),
  remarks: z.array(z.string()),
});
export type ConnectionReport = z.infer<typeof connectionReportSchema>;

export const takeSnapshotRequestSchema = connectRequestSchema.extend({
  windowSeconds: z.number().min(0).max(86_400),
  intervalMs: z.number().int().min(100).max(60_000),
  keepLiterals: z.boolean(),
  declaredHost: declaredHostSchema,
  title: z.string().optional(),
  /** Above this number of tables what needs a look at every one of them is not read; default 5,000. */
  tableLimit: z.number().int().nonnegative().max(10_000_000).optional(),
  /** False: no statement is explained; else it is as the user has decided for good (`explaining.set`). */
  explain: z.boolean().optional(),
  /** Deep mode, with the mark of the plan that the person was shown (`snapshot.planDeep`). */
  deep: z.object({ agreed: z.string() }).optional(),
});
export type TakeSnapshotRequest = z.infer<typeof takeSnapshotRequestSchema>;

export const recordRequestSchema = connectRequestSchema.extend({
  /** How long; null: until it is stopped. */
  seconds: z
    .number()
    .positive()
    .max(30 * 86_400)
    .nullable(),
  intervalMs: z.number().int().min(100).max(60_000),
  /** Status variables to sample besides those of short intervals; absent: all, where the interval is 1 s or more. */
  counters: z.array(z.string()).optional(),
  title: z.string().optional(),
});
export type RecordRequest = z.infer<typeof recordRequestSchema>;

export const watchRequestSchema = takeSnapshotRequestSchema.omit({ deep: true, title: true }).extend({
  /** `Threads_running > 25 for 5s` */
  when: z.string(),
  /** Folder into which snapshots are written; null: they are kept in the history, as those taken by hand. */
  folder: pathSchema('write').nullable(),
  /** At most so many snapshots; then it ends. */
  limit: z.number().int().positive().max(1000),
  /** Seconds after a snapshot in which nothing triggers. */
  coolDownSeconds: z.number().min(0).max(86_400),
  /** Seconds of samples before the trigger that are kept in the snapshot. */
  beforeSeconds: z.number().min(0).max(3600),
  /** It ends after so many seconds; null: at the limit. */
  seconds: z
    .number()
    .positive()
    .max(30 * 86_400)
    .nullable(),
});
export type WatchRequest = z.infer<typeof watchRequestSchema>;

/** The part of a plan that can be set now, and the server on which it is set. */
const applyRequest = connectRequestSchema.extend({
  ...planRequest.omit({ myCnfPath: true }).shape,
  allowDurability: z.boolean(),
  /** Why another server than that of the snapshot may be changed; null: it may not. */
  force: z.string().min(1).nullable(),
});

const recordingRange = z.object({
  id: z.string(),
  /** Milliseconds since the start of the recording; absent: its start and its end. */
  fromMs: z.number().optional(),
  toMs: z.number().optional(),
});

/** Which series are drawn, and how finely. */
const drawing = {
  names: z.array(z.string()).max(100),
  pixels: z.number().int().min(1).max(20_000),
  /** Each series also as means over stretches of these lengths, after the series themselves. */
  averagesMs: z.array(z.number().int().min(1000).max(86_400_000)).max(3).optional(),
};

const seriesNameSchema = drawnSeriesSchema.pick({ name: true, kind: true, unit: true });

export const snapshotDetailSchema = snapshotSummarySchema.extend({
  host: hostSchema,
  literals: z.enum(['removed', 'kept']),
  /** Why the snapshot is partial. */
  incomplete: reasonSchema.optional(),
  sections: z.record(z.string(), sectionSchema.omit({ data: true })),
});
export type SnapshotDetail = z.infer<typeof snapshotDetailSchema>;

export const profileSchema = z.object({
  id: z.string(),
  name: z.string(),
  target: connectionTargetSchema,
  declaredHost: declaredHostSchema,
  lastUsedAt: z.string(),
});
export type Profile = z.infer<typeof profileSchema>;

const profileAddressLimit = 10_000;

/** A profile as it is given to be saved. What was saved before is read as it is, however long. */
export const newProfileSchema = profileSchema.omit({ id: true, lastUsedAt: true }).extend({
  name: z.string().max(profileNameLimit, `a name has at most ${profileNameLimit} characters`),
  target: connectionTargetSchema.refine(
    (target) => JSON.stringify(target).length <= profileAddressLimit,
    `an address has at most ${profileAddressLimit} characters`,
  ),
});

export const sampleFileSchema = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  path: pathSchema('read'),
});
export type SampleFile = z.infer<typeof sampleFileSchema>;

const fileFilter = z.object({ name: z.string(), extensions: z.array(z.string()) });

/** Every call between the window and the processes behind it. Preload, main and host are built from this table. */
export const rpcContract = {
  'app.info': call({
    by: 'engine',
    job: false,
    input: nothing,
    output: z.object({
      version: z.string(),
      rules: z.number().int(),
      platform: z.string(),
      recovered: z.array(z.string()),
    }),
  }),
  'connection.test': call({
    by: 'engine',
    job: true,
    input: connectRequestSchema,
    output: connectionReportSchema,
  }),
  /** What `mysql://user@host:port/?ssl-mode=...` names; a password in it is refused and not repeated. */
  'connection.parseUrl': call({
    by: 'engine',
    job: false,
    input: z.object({ url: z.string() }),
    output: connectionTargetSchema,
  }),
  /** Whether the system keeps passwords for Latchkey, else why not, and for which profiles it does. */
  'secrets.list': call({
    by: 'main',
    job: false,
    input: nothing,
    output: z.object({ unavailable: z.string().nullable(), profiles: z.array(z.string()) }),
  }),
  /** Keeps the passwords of a profile in the keychain; they can only be used for this very target. */
  'secrets.save': call({
    by: 'main',
    job: false,
    input: connectRequestSchema.extend({ profileId: z.string().max(64) }),
    output: nothing,
  }),
  'secrets.forget': call({
    by: 'main',
    job: false,
    input: z.object({ profileId: z.string().max(64) }),
    output: z.object({ removed: z.boolean() }),
  }),
  'profiles.list': call({ by: 'engine', job: false, input: nothing, output: z.array(profileSchema) }),
  'profiles.save': call({
    by: 'engine',
    job: false,
    input: newProfileSchema,
    output: profileSchema,
  }),
  'profiles.delete': call({ by: 'engine', job: false, input: snapshotRef, output: nothing }),
  /** What deep mode would switch on; nothing is changed. */
  'snapshot.planDeep': call({
    by: 'engine',
    job: true,
    input: connectRequestSchema,
    output: z.object({
      plan: changePlanSchema,
      left: z.array(reasonSchema),
      /** Sent back with `snapshot.take` as the consent to these statements. */
      mark: z.string(),
    }),
  }),
  'snapshot.take': call({
    by: 'engine',
    job: true,
    input: takeSnapshotRequestSchema,
    output: snapshotSummarySchema,
  }),
  /** Makes a snapshot of files that another tool left, keeps and opens it. */
  'import.open': call({
    by: 'engine',
    job: true,
    input: importRequestSchema,
    output: importReportSchema,
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
    output: sectionSchema,
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
    output: z
      .object({
        startedAt: z.string(),
        intervalMs: z.number(),
        /** Time of the last sample. */
        lengthMs: z.number(),
        series: z.array(seriesNameSchema),
        events: z.array(recordingEventSchema),
        sessions: sessionSamplingSchema.optional(),
      })
      .nullable(),
  }),
  /** Sampled series as they are drawn, at most two values a pixel; names that it does not have are left out. */
  'snapshot.drawn': call({
    by: 'engine',
    job: false,
    input: recordingRange.extend(drawing),
    output: z.array(drawnSeriesSchema),
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
  /** What was found on a server over time: its newest snapshots, oldest of them first, judged by today's rules. */
  'history.findings': call({
    by: 'engine',
    job: true,
    input: z.object({ serverKey: z.string(), limit: z.number().int().min(1).max(60) }),
    output: foundOverTimeSchema,
  }),
  /**
   * Deletes snapshots taken more than so many days ago, save the newest of each server; those that it deleted, or with
   * `preview` would delete.
   */
  'history.retain': call({
    by: 'engine',
    job: false,
    input: z.object({ days: z.number().min(0).max(36_500), preview: z.boolean() }),
    output: z.array(snapshotSummarySchema),
  }),
  /** Stalls of the sampled window, in order of time; null: nothing was sampled in which one could show. */
  'snapshot.stalls': call({
    by: 'engine',
    job: false,
    input: snapshotRef,
    output: z.array(stallSchema).nullable(),
  }),
  /** Records until its time is over or the job is cancelled; either keeps everything. */
  'recording.run': call({
    by: 'engine',
    job: true,
    input: recordRequestSchema,
    output: recordingSummarySchema,
  }),
  /** Records in the background; answers when the first sample can be taken. */
  'recording.start': call({
    by: 'engine',
    job: true,
    input: recordRequestSchema,
    output: recordingSummarySchema,
  }),
  'recording.stop': call({
    by: 'engine',
    job: false,
    input: z.object({ id: z.string() }),
    output: recordingSummarySchema,
  }),
  /** Newest first; `running`: this engine records it. */
  'recording.list': call({
    by: 'engine',
    job: false,
    input: nothing,
    output: z.array(recordingSummarySchema.extend({ running: z.boolean() })),
  }),
  'recording.names': call({
    by: 'engine',
    job: false,
    input: z.object({ id: z.string() }),
    output: z.array(seriesNameSchema),
  }),
  /** At most two values a pixel. */
  'recording.series': call({
    by: 'engine',
    job: false,
    input: recordingRange.extend(drawing),
    output: z.array(drawnSeriesSchema),
  }),
  'recording.stalls': call({
    by: 'engine',
    job: false,
    input: recordingRange,
    output: z.array(stallSchema).nullable(),
  }),
  'recording.export': call({
    by: 'engine',
    job: false,
    input: recordingRange.extend({ path: pathSchema('write') }),
    output: snapshotSummarySchema,
  }),
  'recording.delete': call({
    by: 'engine',
    job: false,
    input: z.object({ id: z.string() }),
    output: nothing,
  }),
  /** Waits for a condition and takes a snapshot each time it holds; the snapshots taken. */
  'watch.run': call({
    by: 'engine',
    job: true,
    input: watchRequestSchema,
    output: z.array(snapshotSummarySchema),
  }),
  'analysis.get': call({ by: 'engine', job: false, input: snapshotRef, output: analysisSchema }),
  'plan.get': call({ by: 'engine', job: false, input: planRequest, output: planSchema }),
  /** Every format, and why the server of the snapshot cannot have it; null: it can. */
  'plan.formats': call({
    by: 'engine',
    job: false,
    input: snapshotRef,
    output: z.array(z.object({ format: planFormatSchema, refusal: z.string().nullable() })),
  }),
  'plan.render': call({
    by: 'engine',
    job: false,
    input: renderRequest,
    /** `remarks`: what is odd about the user's files, and how to proceed where the format cannot say it itself. */
    output: z.object({ text: z.string(), fileName: z.string(), remarks: z.array(z.string()) }),
  }),
  'plan.save': call({
    by: 'engine',
    job: false,
    input: renderRequest.extend({ path: pathSchema('write') }),
    output: z.object({ path: z.string() }),
  }),
  /** What `plan.apply` would do; nothing is changed. null: the plan has nothing to be set now. */
  'plan.previewApply': call({
    by: 'engine',
    job: true,
    input: applyRequest,
    output: z
      .object({
        plan: changePlanSchema,
        remarks: z.array(z.string()),
        /** Sent back with `plan.apply` as the consent to these statements. */
        mark: z.string(),
      })
      .nullable(),
  }),
  'plan.apply': call({
    by: 'engine',
    job: true,
    input: applyRequest.extend({ agreed: z.string() }),
    output: applyOutcomeSchema,
  }),
  /** Applied changes that can be undone, oldest first. */
  'plan.undoable': call({ by: 'engine', job: false, input: nothing, output: z.array(journalEntrySchema) }),
  /**
   * `force`: also put back what somebody else has set since. `withoutLock`: also where another connection holds the
   * server's lock for changes, and no change is known to be at work there.
   */
  'plan.undo': call({
    by: 'engine',
    job: true,
    input: connectRequestSchema
      .partial({ target: true })
      .extend({ ...entryRef.shape, force: z.boolean(), withoutLock: z.boolean().optional() }),
    output: restoreOutcomeSchema,
  }),
  /** Two snapshots (by id) or two files: snapshots, CSV files or folders of benchmark results. A is the base. */
  'compare.snapshots': call({
    by: 'engine',
    job: false,
    input: z.object({ a: z.string(), b: z.string() }),
    output: snapshotComparisonSchema,
  }),
  'compare.files': call({
    by: 'engine',
    job: false,
    input: z.object({ a: pathSchema('read'), b: pathSchema('read') }),
    output: comparisonSchema,
  }),
  /** Takes a snapshot of the same length and says which findings of the given one cleared, stayed or appeared. */
  'recheck.run': call({
    by: 'engine',
    job: true,
    input: takeSnapshotRequestSchema
      .omit({ windowSeconds: true, intervalMs: true, deep: true })
      .extend({ id: z.string() }),
    output: z.object({ recheck: recheckSchema, snapshot: snapshotSummarySchema }),
  }),
  /** Every rule, and the folder for rules of one's own. */
  'rules.list': call({
    by: 'engine',
    job: false,
    input: nothing,
    output: z.object({ rules: z.array(ruleSummarySchema), ownFolder: z.string() }),
  }),
  /** Whether every rule is valid and its examples turn out as their files say. */
  'rules.check': call({ by: 'engine', job: false, input: nothing, output: ruleCheckSchema }),
  /** A rule told for people; with a snapshot also why it fired there, or why not. */
  'rules.explain': call({
    by: 'engine',
    job: false,
    input: z.object({ ruleId: z.string(), snapshotId: z.string().optional() }),
    output: ruleExplanationSchema,
  }),
  /** Locks hold for every plan, in the app and on the command line. */
  'plan.locks.list': call({
    by: 'engine',
    job: false,
    input: nothing,
    output: decisionsSchema.pick({ locks: true, damaged: true }),
  }),
  'plan.locks.add': call({
    by: 'engine',
    job: false,
    input: z.object({ variable: z.string(), reason: z.string().optional() }),
    output: lockSchema,
  }),
  'plan.locks.remove': call({
    by: 'engine',
    job: false,
    input: z.object({ variable: z.string() }),
    output: z.object({ removed: z.boolean() }),
  }),
  /** A muted finding is told in `muted` of every analysis, with its reason, and in nothing else. */
  'findings.mute.list': call({
    by: 'engine',
    job: false,
    input: nothing,
    output: decisionsSchema.pick({ mutes: true, damaged: true }),
  }),
  'findings.mute.add': call({
    by: 'engine',
    job: false,
    input: z.object({ ruleId: z.string(), reason: z.string().trim().min(1) }),
    output: muteSchema,
  }),
  'findings.mute.remove': call({
    by: 'engine',
    job: false,
    input: z.object({ ruleId: z.string() }),
    output: z.object({ removed: z.boolean() }),
  }),
  /** Whether snapshots explain statements, here and on the command line. */
  'explaining.get': call({ by: 'engine', job: false, input: nothing, output: z.object({ on: z.boolean() }) }),
  'explaining.set': call({
    by: 'engine',
    job: false,
    input: z.object({ on: z.boolean() }),
    output: z.object({ on: z.boolean() }),
  }),
  /** Writes a chart to the file that was chosen for it. */
  'chart.save': call({
    by: 'engine',
    job: false,
    input: z.object({
      path: pathSchema('write'),
      content: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('csv'), text: z.string() }),
        z.object({ kind: z.literal('png'), base64: z.base64() }),
      ]),
    }),
    output: z.object({ path: z.string() }),
  }),
  'grants.script': call({ by: 'engine', job: false, input: grantsInputSchema, output: grantsSchema }),
  'chunks.compute': call({ by: 'engine', job: false, input: chunksInputSchema, output: chunksSchema }),
  /** What to ask `chunks.compute` about a snapshot's server; null: the snapshot does not tell its pool. */
  'chunks.ofSnapshot': call({
    by: 'engine',
    job: false,
    input: snapshotRef,
    output: poolQuestionsSchema.nullable(),
  }),
  'report.save': call({
    by: 'engine',
    job: false,
    input: snapshotRef.extend({
      format: z.enum(['html', 'markdown', 'json']),
      path: pathSchema('write'),
      choices: planChoicesSchema,
      ...reportParts,
    }),
    output: z.object({ path: z.string() }),
  }),
  /** The HTML report, printed. */
  'report.savePdf': call({
    by: 'main',
    job: false,
    input: snapshotRef.extend({
      path: pathSchema('write'),
      choices: planChoicesSchema,
      ...reportParts,
    }),
    output: z.object({ path: z.string() }),
  }),
  /** Every probe; with a connection, whether it makes sense there and with which arms. */
  'probe.list': call({
    by: 'engine',
    job: true,
    input: z.object({ connection: connectRequestSchema.nullable() }),
    output: z.array(probeSummarySchema),
  }),
  /** What a probe would do; nothing is changed. The seed and the mark go back with `probe.run`. */
  'probe.plan': call({
    by: 'engine',
    job: true,
    input: connectRequestSchema.extend({ request: probeRequestSchema }),
    output: z.object({ plan: probePlanSchema, mark: z.string() }),
  }),
  /** `agreed`: the mark of the plan that the person was shown. */
  'probe.run': call({
    by: 'engine',
    job: true,
    input: connectRequestSchema.extend({ request: probeRequestSchema, agreed: z.string() }),
    output: probeResultSchema,
  }),
  /** Results measured or opened here, newest first, then those that come with Latchkey. */
  'probe.results': call({
    by: 'engine',
    job: false,
    input: nothing,
    output: z.array(probeResultSummarySchema),
  }),
  /** One result, of the history or of the samples. */
  'probe.result': call({
    by: 'engine',
    job: false,
    input: z.object({ id: z.string() }),
    output: probeResultSchema,
  }),
  /** What probes set, step by step, on the server at this address between two moments, in order. */
  'probe.steps': call({
    by: 'engine',
    job: false,
    input: z.object({ target: z.string(), from: z.string(), to: z.string() }),
    output: z.array(probeStepSchema),
  }),
  /** Reads the file of a result, works its verdicts out anew from its samples, and keeps it in the history. */
  'probe.openResult': call({
    by: 'engine',
    job: false,
    input: z.object({ path: pathSchema('read') }),
    output: probeResultSchema,
  }),
  /**
   * What the values of an arm would add to the choices of a plan (`set` and `measured`); `refusal`: why it is not to be
   * had; `remark`: to be read before.
   */
  'probe.useArm': call({
    by: 'engine',
    job: false,
    input: z.object({ id: z.string(), arm: z.string() }),
    output: z.union([
      planChoicesSchema.pick({ set: true }).extend({
        refusal: z.null(),
        measured: z.record(z.string(), measuredSchema),
        remark: z.string().nullable(),
      }),
      z.object({ refusal: z.string() }),
    ]),
  }),
  /** Writes a result as a document for people, or as itself (`json`). */
  'probe.saveResult': call({
    by: 'engine',
    job: false,
    input: z.object({
      id: z.string(),
      format: z.enum(['html', 'markdown', 'json']),
      path: pathSchema('write'),
    }),
    output: z.object({ path: z.string() }),
  }),
  /** Forgets a result of the history; false: there is none, or it is a sample. */
  'probe.deleteResult': call({
    by: 'engine',
    job: false,
    input: z.object({ id: z.string() }),
    output: z.object({ deleted: z.boolean() }),
  }),
  'restore.pending': call({ by: 'engine', job: false, input: nothing, output: z.array(journalEntrySchema) }),
  /** `withoutLock` as with `plan.undo`. */
  'restore.run': call({
    by: 'engine',
    job: true,
    input: connectRequestSchema
      .partial({ target: true })
      .extend({ ...entryRef.shape, withoutLock: z.boolean().optional() }),
    output: restoreOutcomeSchema,
  }),
  /** A further window, with a page and a snapshot of its own. */
  'window.open': call({ by: 'main', job: false, input: nothing, output: nothing }),
  'dialog.open': call({
    by: 'main',
    job: false,
    /** `folder`: a folder is chosen, not a file. */
    input: z.object({ title: z.string(), filters: z.array(fileFilter), folder: z.boolean().optional() }),
    output: z.object({ path: z.string().nullable() }),
  }),
  'dialog.save': call({
    by: 'main',
    job: false,
    input: z.object({ title: z.string(), defaultName: z.string(), filters: z.array(fileFilter) }),
    output: z.object({ path: z.string().nullable() }),
  }),
  'clipboard.write': call({ by: 'main', job: false, input: z.object({ text: z.string() }), output: nothing }),
  'shell.showFile': call({
    by: 'main',
    job: false,
    input: z.object({ path: pathSchema('show') }),
    output: nothing,
  }),
} as const;

export type RpcContract = typeof rpcContract;
export type RpcName = keyof RpcContract;
/** The calls that the engine answers; the others are main's own. */
export type EngineCall = { [N in RpcName]: RpcContract[N]['by'] extends 'engine' ? N : never }[RpcName];
export type RpcInput<N extends RpcName> = z.input<RpcContract[N]['input']>;
export type RpcOutput<N extends RpcName> = z.output<RpcContract[N]['output']>;

/** What travels: the window makes `requestId`; progress and cancellation refer to it. */
export const rpcRequestSchema = z.object({
  requestId: z.string().max(64),
  name: z.enum(Object.keys(rpcContract) as [RpcName, ...RpcName[]]),
  input: z.unknown(),
});
export type RpcRequest = z.infer<typeof rpcRequestSchema>;

export const rpcReplySchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: errorDocumentSchema }),
]);
export type RpcReply = z.infer<typeof rpcReplySchema>;

/** Everything that main pushes to the window. */
export const rpcEventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), requestId: z.string(), progress: progressSchema }),
  z.object({ kind: z.literal('open-file'), path: z.string() }),
  z.object({ kind: z.literal('menu'), command: z.string() }),
  z.object({ kind: z.literal('engine-stopped'), message: z.string() }),
]);
export type RpcEvent = z.infer<typeof rpcEventSchema>;
