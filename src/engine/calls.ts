import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { compareSnapshots, poolQuestions, stallsOf } from '../analysis';
import { writeFileAtomic } from '../files/atomic-write';
import { contentDigest } from '../files/snapshot/snapshot-content';
import { readSnapshotContent } from '../files/snapshot/snapshot-file';
import { computeChunks } from '../knowledge/buffer-pool';
import { parseInnodbStatus } from '../knowledge/innodb-status';
import { outlineInnodbStatus } from '../knowledge/innodb-status/outline';
import { grantScript, planDeep, reportConnection } from '../server';
import type { Analysis } from '../shared/analysis';
import type { Clock } from '../shared/base/clock';
import { defined } from '../shared/base/defined';
import { LatchkeyError } from '../shared/base/error';
import { parseConnectionUrl } from '../shared/connection-url';
import { type PlanChoices, planFormats } from '../shared/plan';
import type { RedactionClass } from '../shared/redaction';
import type { RpcInput } from '../shared/rpc';
import {
  declaredIn,
  type Section,
  type Snapshot,
  type SnapshotSummary,
  summarise,
  windowOf,
} from '../shared/snapshot';
import { fileName, fileNamePart } from '../shared/writers/file-name';
import type { CallHandlers } from './call-handlers';
import { withSession } from './connection';
import { drawSamples, sampledNames } from './drawn-samples';
import type { Engine } from './engine';
import type { History } from './history';
import { createHistoryCalls } from './history-calls';
import { historyEntry } from './history-entry';
import { OpenSnapshots } from './open-snapshots';
import { type EnginePaths, ownRulesFolder } from './paths';
import { agreedTo, planMark } from './plan-digest';
import type { createProbes } from './probe';
import type { ProbeResults } from './probe-results';
import type { createRecordingCalls } from './recording-calls';
import { watch } from './watch';

export interface CallContext {
  engine: Engine;
  history: History;
  paths: EnginePaths;
  version: string;
  clock: Clock;
  recordings: ReturnType<typeof createRecordingCalls>['handlers'];
  probes: ReturnType<typeof createProbes>['handlers'] & ProbeResults['handlers'];
}

/** The engine's side of the RPC contract: one handler a call. */
export function createCallHandlers({
  engine,
  history,
  paths,
  version,
  clock,
  recordings,
  probes,
}: CallContext): CallHandlers {
  const open = new OpenSnapshots(engine);
  const ownFolder = join(paths.data, 'snapshots');

  const entryOf = async (id: string) => (await history.store()).snapshots.get(id);
  const get = (id: string) => open.get(id, entryOf);

  async function remember(path: string, snapshot: Snapshot, content: string): Promise<SnapshotSummary> {
    const { snapshots } = await history.store();
    const entry = await historyEntry(snapshots, { ...summarise(path, snapshot), content });
    open.add(entry.id, path, snapshot);
    snapshots.add(entry);
    return { ...entry, path };
  }

  async function keep(snapshot: Snapshot): Promise<SnapshotSummary> {
    await mkdir(ownFolder, { recursive: true, mode: 0o700 });
    const path = join(ownFolder, snapshotFileName(snapshot));
    await engine.writeSnapshot(path, snapshot);
    return remember(path, snapshot, contentDigest(snapshot));
  }

  async function remove(id: string): Promise<void> {
    const { snapshots } = await history.store();
    const path = snapshots.get(id)?.path;
    snapshots.delete(id);
    open.forget(id);
    // A file that the user opened from elsewhere is theirs; only Latchkey's own are removed with their last entry.
    if (path?.startsWith(ownFolder + sep) && !snapshots.list().some((other) => other.path === path))
      await rm(path, { force: true });
  }

  /** Judged as it is told: without what the reader takes out of it, so that no name comes in by the analysis. */
  async function forReport(id: string, classes: readonly RedactionClass[]) {
    const { snapshot, analysis } = await get(id);
    if (classes.length === 0) return { snapshot, analysis: await analysis() };
    const redacted = engine.redact(snapshot, classes).snapshot;
    return { snapshot: redacted, analysis: await engine.analyze(redacted, null) };
  }

  async function withLocks(choices: PlanChoices): Promise<PlanChoices> {
    const { locks } = await engine.decisions();
    return {
      ...choices,
      locked: [...new Set([...choices.locked, ...locks.map(({ variable }) => variable)])],
    };
  }

  async function render(request: RpcInput<'plan.render'>) {
    const { snapshot, analysis } = await get(request.id);
    return engine.renderPlan(
      snapshot,
      await analysis(),
      await withLocks(request.choices),
      request.format,
      request.myCnfPath ?? null,
      { undo: request.undo === true },
    );
  }

  async function toApply({ id, choices, ...request }: RpcInput<'plan.previewApply'>) {
    const { snapshot, analysis } = await get(id);
    return {
      ...request,
      snapshot,
      plan: engine.plan(snapshot, (await analysis()).findings, await withLocks(choices)),
    };
  }

  return {
    'app.info': async () => ({
      version,
      rules: await engine.ruleCount(),
      platform: process.platform,
      recovered: [
        ...(await history.problems()),
        ...(await engine.damagedJournal()).map(
          ({ path, reason }) =>
            `The journal file ${path} cannot be read (${reason}). It may hold values to be put back.`,
        ),
      ],
    }),

    'connection.test': (request, job) =>
      withSession(
        request,
        job,
        async (session, warnings) => {
          const report = await reportConnection(session);
          return { ...report, remarks: [...warnings, ...report.remarks] };
        },
        { renewable: 'own' },
      ),

    'connection.parseUrl': async ({ url }) =>
      parseConnectionUrl(
        url,
        () =>
          new LatchkeyError('usage', 'A password in a URL is refused: it would be kept with it.', {
            hint: 'Leave it out, and type it into its own field.',
          }),
      ),

    'profiles.list': async () => (await history.store()).profiles.list(),
    'profiles.save': async (profile) =>
      (await history.store()).profiles.save({
        ...profile,
        id: randomUUID(),
        lastUsedAt: clock.now().toISOString(),
      }),
    'profiles.delete': async ({ id }) => {
      (await history.store()).profiles.delete(id);
      return {};
    },

    'snapshot.planDeep': (request, job) =>
      withSession(
        request,
        job,
        async (session) => {
          const deep = await planDeep(session, job.signal);
          return { ...deep, mark: planMark(deep.plan) };
        },
        { renewable: 'own' },
      ),
    'snapshot.previewExport': async ({ id, classes }) =>
      engine.redact((await get(id)).snapshot, classes).preview,
    'snapshot.export': async ({ id, classes, path }) => {
      const { snapshot, preview } = engine.redact((await get(id)).snapshot, classes);
      await engine.writeSnapshot(resolve(path), snapshot);
      return preview;
    },
    'snapshot.take': async (request, job) => keep(await engine.takeSnapshot(request, job)),
    'import.open': async (request, job) => {
      const { snapshot, outcome } = await engine.importBundle(request, job);
      return { schema: 'latchkey/import/1', ...outcome, snapshot: await keep(snapshot) };
    },
    'snapshot.open': async ({ path }) => {
      const absolute = resolve(path);
      const { snapshot, content } = await readSnapshotContent(absolute);
      return remember(absolute, snapshot, content);
    },
    'snapshot.samples': () => engine.samples(),
    'snapshot.list': async () => (await history.store()).snapshots.list(),
    'snapshot.detail': async ({ id }) => {
      const { path, snapshot } = await get(id);
      return {
        ...((await entryOf(id)) ?? summarise(path, snapshot)),
        host: snapshot.host,
        literals: snapshot.literals,
        ...defined({ incomplete: snapshot.incomplete }),
        sections: Object.fromEntries(
          Object.entries(snapshot.sections).map(([name, section]) => [name, withoutData(section)]),
        ),
      };
    },
    'snapshot.section': async ({ id, section }) => {
      const found = (await get(id)).snapshot.sections[section];
      return (
        found ?? {
          status: 'skipped',
          reason: { code: 'absent', text: `This snapshot has no section "${section}".` },
          tookMs: 0,
        }
      );
    },
    'snapshot.innodbStatus': async ({ id, end }) => {
      const text = (await get(id)).snapshot.sections['innodb-status']?.data?.[end]?.text;
      return text === undefined ? [] : outlineInnodbStatus(parseInnodbStatus(text));
    },
    'snapshot.names': async ({ id }) => {
      const { samples } = (await get(id)).snapshot;
      return samples === null ? null : sampledNames(samples);
    },
    'snapshot.drawn': async (request) => {
      const { samples } = (await get(request.id)).snapshot;
      return samples === null ? [] : drawSamples(samples, request);
    },
    'snapshot.statements': async ({ id }) => (await get(id)).snapshot.statements,
    'snapshot.saveAs': async ({ id, path }) => {
      await engine.writeSnapshot(path, (await get(id)).snapshot);
      return { path };
    },
    'snapshot.delete': async ({ id }) => {
      await remove(id);
      return {};
    },
    ...createHistoryCalls({
      clock,
      list: async () => (await history.store()).snapshots.list(),
      analysisOf: async (id) => (await get(id)).analysis(),
      remove,
    }),

    ...recordings,
    'watch.run': async (request, job) => {
      const write = async (snapshot: Snapshot, path: string) => {
        await engine.writeSnapshot(path, snapshot);
        return summarise(path, snapshot);
      };
      const kept = (snapshot: Snapshot, path: string | null) =>
        path === null ? keep(snapshot) : write(snapshot, path);
      const explain = request.explain !== false && (await engine.explaining());
      return watch({ ...request, explain }, { createdBy: `latchkey ${version}`, clock, keep: kept }, job);
    },
    ...probes,
    'snapshot.stalls': async ({ id }) => stallsOf((await get(id)).snapshot),

    'analysis.get': async ({ id }) => (await get(id)).analysis(),
    'plan.get': async ({ id, choices }) => {
      const { snapshot, analysis } = await get(id);
      return engine.plan(snapshot, (await analysis()).findings, await withLocks(choices));
    },
    'plan.formats': async ({ id }) => {
      const { snapshot } = await get(id);
      return planFormats.map((format) => ({ format, refusal: engine.formatRefusal(format, snapshot) }));
    },
    'plan.render': render,
    'plan.save': async ({ path, ...request }) => {
      await engine.writeText(path, (await render(request)).text);
      return { path };
    },
    'plan.previewApply': async (request, job) => {
      const preview = await engine.previewApply(await toApply(request), job);
      return preview === null ? null : { ...preview, mark: planMark(preview.plan) };
    },
    'plan.apply': async (request, job) =>
      engine.applyPlan(await toApply(request), job, agreedTo(request.agreed)),
    'plan.undoable': () => engine.undoable(),
    'plan.undo': ({ entryId, target, secrets, force, withoutLock = false }, job) =>
      engine.undo(
        entryId,
        { ...defined({ target }), secrets },
        { force, withoutLock: async () => withoutLock },
        job,
      ),
    'compare.snapshots': async ({ a, b }) => {
      const judged = async (id: string) => {
        const { snapshot, analysis } = await get(id);
        return { snapshot, analysis: await analysis() };
      };
      return compareSnapshots(await judged(a), await judged(b));
    },
    'compare.files': ({ a, b }) => engine.compare(resolve(a), resolve(b)),
    'recheck.run': async ({ id, ...request }, job) => {
      const before = await get(id);
      const declaredHost = { ...declaredIn(before.snapshot), ...request.declaredHost };
      const after = await engine.takeSnapshot(
        { ...request, ...windowOf(before.snapshot), declaredHost },
        job,
      );
      const snapshot = await keep(after);
      const recheck = await engine.recheck(before, { snapshot: after, path: snapshot.path });
      return { recheck, snapshot };
    },
    'rules.list': async () => ({ rules: await engine.rules(), ownFolder: ownRulesFolder(paths) }),
    'rules.check': () => engine.checkRules(),
    'rules.explain': async ({ ruleId, snapshotId }) =>
      engine.explainRule(ruleId, snapshotId === undefined ? null : (await get(snapshotId)).snapshot),
    'explaining.get': async () => ({ on: await engine.explaining() }),
    'explaining.set': async ({ on }) => {
      await engine.setExplaining(on);
      return { on };
    },
    'plan.locks.list': async () => {
      const { locks, damaged } = await engine.decisions();
      return { locks, damaged };
    },
    'plan.locks.add': async ({ variable, reason }) => (await engine.lock(variable, reason ?? '')).lock,
    'plan.locks.remove': async ({ variable }) => ({ removed: await engine.unlock(variable) }),
    'findings.mute.list': async () => {
      const { mutes, damaged } = await engine.decisions();
      return { mutes, damaged };
    },
    'findings.mute.add': ({ ruleId, reason }) => engine.mute(ruleId, reason),
    'findings.mute.remove': async ({ ruleId }) => ({ removed: await engine.unmute(ruleId) }),
    'chart.save': async ({ path, content }) => ({
      path: await writeFileAtomic(
        resolve(path),
        content.kind === 'csv' ? content.text : Buffer.from(content.base64, 'base64'),
        { what: 'chart' },
      ),
    }),
    'grants.script': async (input) => grantScript(input),
    'chunks.compute': async (input) => computeChunks(input),
    'chunks.ofSnapshot': async ({ id }) => poolQuestions((await get(id)).snapshot),
    'report.save': async ({ id, format, path, choices, ruleId, classes }) => {
      const { snapshot, analysis } = await forReport(id, classes ?? []);
      const judged = ruleId === undefined ? analysis : onlyFinding(analysis, ruleId);
      const accepted = ruleId === undefined ? choices : { ...choices, accepted: [ruleId], set: {} };
      const plan = engine.plan(snapshot, judged.findings, await withLocks(accepted));
      await engine.writeText(path, await engine.renderReport(snapshot, { ...judged, plan }, format));
      return { path };
    },

    'restore.pending': () => engine.pendingRestores(),
    'restore.run': ({ entryId, target, secrets, withoutLock = false }, job) =>
      engine.restore(
        entryId,
        { ...defined({ target }), secrets },
        { force: false, withoutLock: async () => withoutLock },
        job,
      ),
  };
}

/** @throws LatchkeyError 'not-found' for a rule that found nothing there */
function onlyFinding(analysis: Analysis, ruleId: string): Analysis {
  const findings = analysis.findings.filter((finding) => finding.ruleId === ruleId);
  if (findings.length === 0) {
    throw new LatchkeyError('not-found', `The rule "${ruleId}" found nothing in this snapshot.`);
  }
  return { ...analysis, findings, passed: [], notChecked: [], muted: [] };
}

function withoutData({ data: _data, ...rest }: Section): Omit<Section, 'data'> {
  return rest;
}

/** `2026-11-21T03-04-05_root@localhost-3306_1a2b3c4d.lks` */
function snapshotFileName(snapshot: Snapshot): string {
  const target = fileNamePart(snapshot.origin.target, 60);
  return fileName(`${snapshot.createdAt.slice(0, 19)}_${target}_${snapshot.id.slice(0, 8)}`, 'lks');
}
