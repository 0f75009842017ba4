import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { analyze, buildPlan, checkExamples, compileRules, type RuleSet, renderPlan } from '../analysis';
import { importBundle } from '../files/import';
import { readPlanTarget, writeTextFile } from '../files/option-files';
import { readRuleFiles } from '../files/rule-files';
import { listSamples } from '../files/samples';
import { readSnapshot, writeSnapshot } from '../files/snapshot-file';
import { renderReport } from '../report';
import { collectDeepSnapshot, collectSnapshot, type DeepPlan, type Session } from '../server';
import { openJournal, pendingEntries, restoreEntry } from '../server/change';
import type { Clock } from '../shared/clock';
import { LatchkeyError } from '../shared/error';
import { createCallHandlers } from './calls';
import { withSession } from './connection';
import type { Engine } from './engine';
import { redactForExport } from './export';
import { openHistory } from './history';
import { snapshotParts } from './import-parts';
import type { EnginePaths } from './paths';
import { planMark } from './plan-mark';
import { createRecordingCalls } from './recording-calls';

export type { Engine, RuleSummary } from './engine';
export { defaultPaths, type EnginePaths } from './paths';

export interface EngineOptions {
  paths: EnginePaths;
  /** Version of Latchkey, written into documents. */
  version: string;
  clock: Clock;
  /** Owner of journal entries: this process and this boot of the machine. */
  process: { pid: number; bootId: string };
}

/** Composes the rooms into the service that app and command line call. Opens nothing until it is needed. */
export function createEngine(options: EngineOptions): Engine {
  const { paths, clock } = options;
  const journal = openJournal(paths.journal, { ...options.process, now: () => clock.now() });
  const history = openHistory(paths.data);
  let compiled: Promise<{ rules: RuleSet; files: { path: string; text: string }[] }> | undefined;

  const ruleSet = () => {
    compiled ??= loadRules(paths);
    return compiled;
  };

  const engine: Engine = {
    call: (name, input, job) => handlers[name](input, job),

    takeSnapshot: (request, job, consentDeep) =>
      withSession(request, job, (session) => {
        const collect = {
          id: randomUUID(),
          createdBy: `latchkey ${options.version}`,
          windowSeconds: request.windowSeconds,
          intervalMs: request.intervalMs,
          keepLiterals: request.keepLiterals,
          declaredHost: request.declaredHost,
          clock,
        };
        const consent = consentDeep ?? agreedTo(request.deep?.agreed);
        if (consent === undefined) return collectSnapshot(session, collect, job);
        const deep = {
          journal,
          consent,
          withNewSession: <R>(use: (session: Session) => Promise<R>) =>
            withSession(request, { ...job, signal: new AbortController().signal }, use),
        };
        return collectDeepSnapshot(session, collect, deep, job);
      }),
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

    analyze: async (snapshot, path) => analyze(snapshot, (await ruleSet()).rules, { path }),
    plan: buildPlan,
    renderPlan: async (snapshot, analysis, choices, format, myCnfPath) => {
      const plan = buildPlan(snapshot, analysis.findings, choices);
      const myCnf = myCnfPath === null ? null : await readPlanTarget(myCnfPath, snapshot.server);
      return renderPlan(plan, analysis, format, myCnf);
    },
    renderReport: async (snapshot, analysis, format) => {
      const client = format === 'html' ? await readFile(paths.reportClient, 'utf8') : '';
      return renderReport(snapshot, analysis, format, client);
    },
    writeText: async (path, text) => {
      await writeTextFile(path, text);
    },

    rules: async () => (await ruleSet()).rules.summaries,
    checkRuleExamples: async () => checkExamples((await ruleSet()).rules),
    ruleText: async (id) => {
      const { rules, files } = await ruleSet();
      const path = rules.summaries.find((rule) => rule.id === id)?.path;
      const file = files.find((candidate) => candidate.path === path);
      if (file === undefined) {
        throw new LatchkeyError('not-found', `There is no rule "${id}".`, {
          hint: 'latchkey rules list shows them all.',
        });
      }
      return file.text;
    },

    pendingRestores: () => pendingEntries(journal),
    damagedJournal: () => journal.damaged(),
    restore: async (entryId, connect, { force }, job) => {
      const target = connect.target ?? (await journal.read(entryId)).target;
      return withSession({ target, secrets: connect.secrets }, job, (session) =>
        restoreEntry(session, journal, entryId, { force }),
      );
    },

    close: async () => {
      await recordings.close();
      await history.close();
    },
  };

  const recordings = createRecordingCalls({
    history,
    version: options.version,
    clock,
    write: writeSnapshot,
  });
  const handlers = createCallHandlers({
    engine,
    history,
    paths,
    version: options.version,
    clock,
    recordings: recordings.handlers,
  });
  return engine;
}

/** Consent to the very plan that was shown; another one (the server was changed in between) is not agreed to. */
function agreedTo(mark: string | undefined): ((deep: DeepPlan) => Promise<boolean>) | undefined {
  if (mark === undefined) return undefined;
  return async ({ plan }) => {
    if (planMark(plan) === mark) return true;
    throw new LatchkeyError(
      'change-refused',
      'The server was changed since the statements were shown. Nothing was sent.',
      { hint: 'Look at the statements again.' },
    );
  };
}

async function loadRules(paths: EnginePaths) {
  const files = await readRuleFiles([
    paths.rules,
    ...(paths.userRules === undefined ? [] : [paths.userRules]),
  ]);
  return { rules: compileRules(files), files };
}
