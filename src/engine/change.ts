import { pendingEntries, requireOwnerGone, restoreEntry } from '../server/change';
import type { RpcInput } from '../shared/rpc';
import type { changeContract } from '../shared/rpc/change';
import type { CallContext, HandlersOf } from './base/calls';
import { planOf } from './base/plan-of';
import { furtherSessions, withSession } from './base/session';
import { type ApplyPreview, applyPlan, previewApply } from './changes/apply';
import { consentTo, planDigest } from './changes/consent';
import { entryToUndo, undoableEntries } from './changes/undo';
import type { Services } from './services';

type ApplyRequest = RpcInput<'plan.previewApply'>;
type RestoreRequest = RpcInput<'restore.run'>;

/** Changes of a server: what of a plan is set there, and what is restored. */
export function changeCalls({ snapshots, decisions, rules, journal }: Services) {
  async function subjectOf({ id, choices, allowDurability, force }: ApplyRequest) {
    const { snapshot, analysis } = await snapshots.get(id);
    const locks = { read: () => decisions.readForChange() };
    const plan = await planOf({ decisions: locks, rules }, snapshot, await analysis(), choices);
    return { snapshot, plan, allowDurability, force };
  }

  /** @param force also what someone else has set since */
  async function restore(
    { entryId, target, secrets, withoutLock = false }: RestoreRequest,
    force: boolean,
    { ask, ...job }: CallContext,
  ) {
    const server = { target: target ?? (await journal.read(entryId)).target, secrets };
    return withSession(server, job, (session) =>
      restoreEntry(session, journal, entryId, {
        force,
        withoutLock: ask?.withoutLock ?? (async () => withoutLock),
      }),
    );
  }

  const calls = {
    'plan.previewApply': async (request, job) => {
      const subject = await subjectOf(request);
      const preview = await withSession(
        request,
        job,
        (session) => previewApply(session, journal, subject, job.signal),
        { renewable: 'own' },
      );
      return preview === null ? null : { ...preview, planDigest: planDigest(preview.plan) };
    },
    'plan.apply': async (request: ApplyRequest & { agreed?: string }, { ask, ...job }: CallContext) => {
      const subject = await subjectOf(request);
      const consent = consentTo<ApplyPreview>(request.agreed, ask, (preview) => preview);
      return withSession(request, job, (session) =>
        applyPlan(session, journal, subject, consent, job.signal, furtherSessions(request, session, job)),
      );
    },
    'plan.undoable': () => undoableEntries(journal),
    'plan.undo': async (request, context) => {
      await entryToUndo(journal, request.entryId, request.force);
      return restore(request, request.force, context);
    },
    'restore.pending': () => pendingEntries(journal),
    'restore.run': async (
      { force = false, unasked = false, ...request }: RestoreRequest & { force?: boolean },
      context: CallContext,
    ) => {
      if (unasked) await requireOwnerGone(journal, request.entryId);
      return restore(request, force, context);
    },
  } satisfies HandlersOf<typeof changeContract>;
  return {
    ...calls,
    /** Files in the journal folder that cannot be read: they may hold values to be restored. */
    'restore.damaged': () => journal.damaged(),
  };
}
