import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import {
  analyze,
  buildPlan,
  checkExamples,
  compileRulesWith,
  explainRule,
  outputRefusal,
  presentVariables,
  type RuleSet,
  renderPlan,
} from '../analysis';
import { importBundle } from '../files/import';
import { readPlanTarget, writeTextFile } from '../files/options/option-files';
import { DecisionFiles } from '../files/rules/decisions';
import { withParsedRules } from '../files/rules/parsed-rules';
import { readOwnRules, readRuleFiles } from '../files/rules/rule-files';
import { listSamples } from '../files/snapshot/samples';
import { readSnapshot, readSnapshotContent, writeSnapshot } from '../files/snapshot/snapshot-file';
import { renderReport } from '../report';
import { collectDeepSnapshot, collectSnapshot, type Session } from '../server';
import { openJournal, pendingEntries, restoreEntry } from '../server/change';
import type { Clock } from '../shared/base/clock';
import { defined } from '../shared/base/defined';
import { LatchkeyError } from '../shared/base/error';
import type { JobContext } from '../shared/progress';
import { applyPlan, previewApply } from './apply';
import { createCallHandlers } from './calls';
import { createComparisonCalls } from './comparisons';
import { heldTo, withSession } from './connection';
import { createDecisionCalls } from './decisions';
import type { Engine } from './engine';
import { redactForExport } from './export';
import { openHistory } from './history';
import { snapshotParts } from './import-parts';
import { requireContent } from './open-snapshots';
import { type EnginePaths, ownRulesFolder } from './paths';
import { agreedTo } from './plan-digest';
import { createProbes } from './probe';
import {
  createProbeResults,
  probeArmForPlan,
  readProbeResult,
  recomputeProbe,
  renderResult,
} from './probe-results';
import { createRecordingCalls } from './recording-calls';
import { entryToUndo, undoableEntries } from './undo';

export type { Engine, ProfileWish } from './engine';
export { defaultPaths, type EnginePaths } from './paths';

export interface EngineOptions {
  paths: EnginePaths;
  /** Version of Latchkey, written into documents. */
  version: string;
  clock: Clock;
  /** Owner of journal entries: this process and this boot of the machine. */
  process: { pid: number; bootId: string };
  /** Told each sentence about a database that was damaged, when it is opened. */
  onRecovered?(remark: string): void;
  /** Told before each session with a server. @returns is called when the session is over */
  onConnecting?(): () => void;
}

/** Composes the rooms into the service that app and command line call. Opens nothing until it is needed. */
export function createEngine(options: EngineOptions): Engine {
  const { paths, clock } = options;
  const journal = openJournal(paths.journal, { ...options.process, now: () => clock.now() });
  const history = openHistory(paths.data, (remark) => options.onRecovered?.(remark));
  const decisions = new DecisionFiles(paths.config);
  let compiled: Promise<{ rules: RuleSet; files: { path: string; text: string }[] }> | undefined;

  const told = (job: JobContext): JobContext =>
    options.onConnecting === undefined ? job : { ...job, connecting: options.onConnecting };

  const ruleSet = () => {
    compiled ??= loadRules(paths);
    return compiled;
  };

  const ruleFile = async (id: string) => {
    const { rules, files } = await ruleSet();
    const path = rules.summaries.find((rule) => rule.id === id)?.path;
    const file = files.find((candidate) => candidate.path === path);
    if (file === undefined) throw noSuchRule(id);
    return file;
  };

  const engine: Engine = {
    call: (name, input, job) => handlers[name](input, told(job)),

    takeSnapshot: (request, job, consentDeep, profile) => {
      const collecting = async (session: Session) => {
        const collect = {
          id: randomUUID(),
          createdBy: `latchkey ${options.version}`,
          windowSeconds: request.windowSeconds,
          intervalMs: request.intervalMs,
          keepLiterals: request.keepLiterals,
          explain: request.explain !== false && (await decisions.explaining()),
          declaredHost: request.declaredHost,
          ...defined({ tableLimit: request.tableLimit }),
          clock,
          ...defined({ profile }),
        };
        const agreed = request.deep?.agreed;
        const consent = consentDeep ?? (agreed === undefined ? undefined : agreedTo(agreed));
        if (consent === undefined) return collectSnapshot(session, collect, job);
        const deep = {
          journal,
          consent,
          withNewSession: <R>(use: (session: Session) => Promise<R>) =>
            withSession(heldTo(request, session), { ...job, signal: new AbortController().signal }, use),
        };
        return collectDeepSnapshot(session, collect, deep, job);
      };
      return withSession(request, told(job), collecting, { renewable: 'own' });
    },
    importBundle: (request, job) =>
      importBundle(request, {
        id: randomUUID(),
        createdBy: `latchkey ${options.version}`,
        now: clock.now(),
        parts: snapshotParts,
        ...job,
      }),
    readSnapshot,
    writeSnapshot,
    redact: redactForExport,
    samples: () => listSamples(paths.samples),

    analyze: async (snapshot, path) => {
      const { locks, mutes } = await decisions.read();
      return analyze(snapshot, (await ruleSet()).rules, { path, locks, mutes });
    },
    plan: buildPlan,
    formatRefusal: (format, { server }) => outputRefusal(format, server),
    renderPlan: async (snapshot, analysis, choices, format, myCnfPath, options = { undo: false }) => {
      const plan = buildPlan(snapshot, analysis.findings, choices);
      const myCnf = myCnfPath === null ? null : await readPlanTarget(myCnfPath, snapshot.server);
      return renderPlan(plan, analysis, format, myCnf, { ...options, present: presentVariables(snapshot) });
    },
    renderReport: async (snapshot, analysis, format) => {
      const client = format === 'html' ? await readFile(paths.reportClient, 'utf8') : '';
      return renderReport(snapshot, analysis, format, client);
    },
    writeText: async (path, text) => {
      await writeTextFile(path, text);
    },

    compare: (pathA, pathB) => comparisons.compare(pathA, pathB),
    recheck: (before, after) => comparisons.recheck(before, after),
    ...createDecisionCalls(decisions, clock, async () => (await ruleSet()).rules.summaries),

    rules: async () => (await ruleSet()).rules.summaries,
    ruleCount: async () => (await readRuleFiles([paths.rules])).length,
    checkRules: async () => {
      compiled = undefined;
      const { rules } = await ruleSet();
      return { rules: rules.summaries.length, faults: rules.faults, failures: checkExamples(rules) };
    },
    explainRule: async (id, snapshot) => {
      const { rules } = await ruleSet();
      const file = await ruleFile(id);
      const rule = rules.rules.find((candidate) => candidate.id === id);
      if (rule === undefined) throw noSuchRule(id);
      return explainRule(rule, file, rules, snapshot);
    },
    ruleText: async (id) => (await ruleFile(id)).text,

    runProbe: (connect, request, consent, job) => probes.run(connect, request, consent, told(job)),
    readProbe: readProbeResult,
    probeArmForPlan,
    recomputeProbe,
    renderProbe: renderResult,

    pendingRestores: () => pendingEntries(journal),
    damagedJournal: () => journal.damaged(),
    restore: async (entryId, connect, options, job) => {
      const target = connect.target ?? (await journal.read(entryId)).target;
      return withSession({ target, secrets: connect.secrets }, told(job), (session) =>
        restoreEntry(session, journal, entryId, options),
      );
    },

    findSnapshot: async (fileOrId) => {
      if (existsSync(fileOrId)) return fileOrId;
      const known = (await history.store()).snapshots.get(fileOrId);
      // Not there either way: reading it says so, in the words for files.
      if (known === undefined) return fileOrId;
      requireContent(known, (await readSnapshotContent(known.path)).content);
      return known.path;
    },
    previewApply: (request, job) =>
      withSession(request, told(job), (session) => previewApply(session, journal, request, job.signal), {
        renewable: 'own',
      }),
    applyPlan: (request, job, consent) =>
      withSession(request, told(job), (session) =>
        applyPlan(session, journal, request, consent, job.signal, (use) =>
          withSession(heldTo(request, session), { ...job, signal: new AbortController().signal }, use),
        ),
      ),
    undoable: () => undoableEntries(journal),
    undo: async (entryId, connect, options, job) => {
      const entry = await entryToUndo(journal, entryId, options.force);
      const target = connect.target ?? entry.target;
      return withSession({ target, secrets: connect.secrets }, told(job), (session) =>
        restoreEntry(session, journal, entryId, options),
      );
    },

    databaseProblems: () => history.problems(),
    changing: () => journal.inHand > 0,
    close: async () => {
      await recordings.close();
      await history.close();
    },
  };

  const comparisons = createComparisonCalls(engine);
  const probeResults = createProbeResults({ history, samples: paths.samples });
  const probes = createProbes({ journal, version: options.version, clock, keep: probeResults.keep });
  const recordings = createRecordingCalls({
    history,
    version: options.version,
    clock,
    explaining: () => decisions.explaining(),
    write: writeSnapshot,
  });
  const handlers = createCallHandlers({
    engine,
    history,
    paths,
    version: options.version,
    clock,
    recordings: recordings.handlers,
    probes: { ...probes.handlers, ...probeResults.handlers },
  });
  return engine;
}

async function loadRules(paths: EnginePaths) {
  const files = await readRuleFiles([paths.rules]);
  const pack = paths.parsedRules === undefined ? files : await withParsedRules(files, paths.parsedRules);
  const own =
    paths.userRules === undefined
      ? await readOwnRules(ownRulesFolder(paths))
      : await readRuleFiles([paths.userRules]);
  return { rules: compileRulesWith(pack, own), files: [...pack, ...own] };
}

function noSuchRule(id: string): LatchkeyError {
  return new LatchkeyError('not-found', `There is no rule "${id}".`, {
    hint: 'latchkey rules list shows them all.',
  });
}
