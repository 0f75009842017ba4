import { join } from 'node:path';
import { armChoice } from '../analysis';
import { writeTextFile } from '../files/options/option-files';
import { listProbes, planProbe, runProbe } from '../server';
import type { ProbeResult } from '../shared/probe';
import type { RpcInput } from '../shared/rpc';
import type { probeContract } from '../shared/rpc/probe';
import type { CallContext, HandlersOf } from './base/calls';
import { withSession } from './base/session';
import { planDigest } from './changes/consent';
import { consentToProbe, loggedOf, runOptions, seedOf } from './changes/run-options';
import { KeptResults } from './probes/kept-results';
import { probeArmForPlan, readProbeResult, recomputeProbe, renderResult } from './probes/results';
import type { Services } from './services';

type Format = RpcInput<'probe.saveResult'>['format'];

/** Probes: planned, run, and what became of them. */
export function probeCalls(services: Services) {
  const { databases, paths } = services;
  const results = new KeptResults(databases, join(paths.samples, 'probes'));

  const calls = {
    'probe.list': ({ connection }, job) =>
      connection === null
        ? listProbes(null, job.signal)
        : withSession(connection, job, (session) => listProbes(session, job.signal)),
    'probe.plan': ({ request, ...connect }, job) =>
      withSession(connect, job, async (session) => {
        const options = {
          seed: seedOf(request),
          environment: process.env,
          ...(await loggedOf(request, job.signal)),
        };
        const plan = await planProbe(session, request, options, job.signal);
        return { plan, planDigest: planDigest(plan.plan) };
      }),
    'probe.run': async (
      { request, agreed, ...connect }: Omit<RpcInput<'probe.run'>, 'agreed'> & { agreed?: string },
      { ask, ...job }: CallContext,
    ) => {
      const consent = consentToProbe(agreed, ask);
      const result = await withSession(connect, job, async (session, _warnings, secrets) => {
        const opened = { session, secrets, ...(await loggedOf(request, job.signal)) };
        const options = runOptions(services, request, connect, opened, job.signal);
        return runProbe(session, request, options, consent, job);
      });
      return results.keep(result);
    },
    'probe.results': () => results.list(),
    'probe.result': ({ id }) => results.find(id),
    'probe.steps': ({ target, from, to }) => results.steps(target, from, to),
    'probe.useArm': async ({ id, arm }) => armChoice(await results.find(id), arm),
    'probe.openResult': async ({ path }) => results.keepRead(await readProbeResult(path), path),
    'probe.saveResult': async ({ id, format, path }) => {
      await writeTextFile(path, await renderResult(await results.find(id), format));
      return { path };
    },
    'probe.deleteResult': async ({ id }) => ({ deleted: await results.delete(id) }),
  } satisfies HandlersOf<typeof probeContract>;
  return {
    ...calls,
    /** A result of a file that the history shall not know; its verdicts are recomputed. */
    'probe.readResult': ({ path }: { path: string }) => readProbeResult(path),
    /** What the samples of a file give; `agrees`: the file has the same. */
    'probe.recompute': ({ path }: { path: string }) => recomputeProbe(path),
    'probe.renderResult': ({ result, format }: { result: ProbeResult; format: Format }) =>
      renderResult(result, format),
    /** The values of an arm for a plan. `arm` null: the best of those that are better. */
    'probe.armOfFile': ({ path, arm }: { path: string; arm: string | null }) => probeArmForPlan(path, arm),
  };
}
