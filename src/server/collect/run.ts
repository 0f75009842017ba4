import { mayHoldLiterals, removeLiterals } from '../../evidence/redaction/literals';
import { defined } from '../../shared/base/defined';
import { LatchkeyError } from '../../shared/base/error';
import type { Reason } from '../../shared/reason';
import type { Capture } from '../../shared/snapshot';
import {
  grantStatement,
  type PrivilegeId,
  type WantedPrivilege,
  wantedPrivileges,
} from '../connect/account/privileges';
import { ServerRefusal } from '../connect/handshake/failure';
import { type CollectContext, type Collector, type CollectorResult, fetchTable } from './collector';
import { CollectorSkipped } from './reading/collector-skipped';
import { performanceSchemaOff } from './reading/performance-schema-off';
import { holdsFor, type Source } from './reading/source';

/** One capture, or why there is none. `redacted`: literals were in it and are no more. */
export type Outcome =
  | { status: 'ok'; capture: Capture; redacted: boolean; reason?: Reason; tookMs: number }
  | { status: 'skipped' | 'failed'; reason: Reason; tookMs: number };

/** No such table, view, column, variable or statement on this server: another source may do. */
const absentErrors = [1054, 1064, 1109, 1146, 1193, 1235, 1286, 1305];
/** Error 1047 of a Galera node: it answers from memory, and refuses what reads tables. */
const nodeRefuses: Reason = {
  code: 'disabled',
  text: 'This Galera node reads no tables: it is outside the primary component, or has not joined yet.',
  remedy: "SHOW STATUS LIKE 'wsrep_cluster_status';\n-- again when it says Primary",
};

/**
 * Runs one collector once. Everything that can go wrong with it becomes a reason.
 * @throws LatchkeyError cancelled and connection-lost, which end the whole snapshot.
 */
export async function runCollector(collector: Collector, context: CollectContext): Promise<Outcome> {
  const started = context.clock.monotonicMs();
  const took = () => context.clock.monotonicMs() - started;
  const sources = collector.sources.filter((candidate) => holdsFor(candidate, context.server));
  if (sources.length === 0) return { status: 'skipped', reason: absent(collector, context), tookMs: 0 };
  const unmet = unmetNeed(collector, context);
  if (unmet !== null) return { status: 'skipped', reason: unmet, tookMs: 0 };
  const at = context.clock.now().toISOString();
  let reason: Reason | null = null;
  const refused: (PrivilegeId | undefined)[] = [];
  for (const source of sources) {
    const privilege = source.privilege ?? collector.needs?.privilege;
    if (refused.includes(privilege)) continue;
    if (source.performanceSchema === true && context.server.performanceSchema === false) {
      reason ??= performanceSchemaOff(context);
      continue;
    }
    try {
      await context.shared.allow(context, source.sql);
      const { reading, redacted } = await fetch(collector, context, source);
      context.shared.spend(reading);
      const { reason: partial, ...data } = reading;
      const unmeasured = data.table?.rows.length === 0 ? await collector.whenEmpty?.(context) : null;
      if (unmeasured) return { status: 'skipped', reason: unmeasured, tookMs: took() };
      if (data.table !== undefined) context.shared.remember(collector.id, data.table);
      const tookMs = took();
      const capture = { at, tookMs, ...data };
      return { status: 'ok', capture, redacted, ...defined({ reason: partial }), tookMs };
    } catch (error) {
      const next = reasonFor(error, collector, context, privilege);
      if (next.final) return { status: next.status, reason: next.reason, tookMs: took() };
      if (next.reason.code === 'privilege') refused.push(privilege);
      // The first refusal says more than a missing table of a later source.
      if (reason === null || reason.code === 'absent') reason = next.reason;
    }
  }
  return { status: 'skipped', reason: reason ?? absent(collector, context), tookMs: took() };
}

async function fetch(
  collector: Collector,
  context: CollectContext,
  source: Source,
): Promise<{ reading: CollectorResult; redacted: boolean }> {
  const fetched = await (collector.fetch?.(context, source) ?? fetchTable(context, collector, source));
  if (!mayHoldLiterals(collector.id)) return { reading: fetched, redacted: false };
  const reading = removeLiterals(collector.id, fetched, context.keepLiterals);
  return { reading, redacted: JSON.stringify(reading) !== JSON.stringify(fetched) };
}

/** What the collector needs and the session is known to lack. */
function unmetNeed(collector: Collector, context: CollectContext): Reason | null {
  const { needs } = collector;
  if (needs?.performanceSchema && context.server.performanceSchema === false)
    return performanceSchemaOff(context);
  const { grants } = context.account;
  if (needs?.privilege === undefined || needs.silent !== true || grants === null) return null;
  const wanted: WantedPrivilege = wantedPrivileges[needs.privilege];
  return wanted.held(grants, context.server) ? null : missingPrivilege(needs.privilege, context);
}

function missingPrivilege(id: PrivilegeId | undefined, context: CollectContext): Reason {
  if (id === undefined) {
    return { code: 'privilege', text: 'This account may not read it.' };
  }
  const wanted: WantedPrivilege = wantedPrivileges[id];
  return {
    code: 'privilege',
    text: `This account lacks ${wanted.privilege(context.server)} on ${wanted.on}.`,
    remedy: grantStatement(id, context.server, context.account.name),
  };
}

function absent(collector: Collector, context: CollectContext): Reason {
  const since = collector.since === undefined ? '' : ` It came with ${collector.since}.`;
  return { code: 'absent', text: `${context.server.versionText} does not have it.${since}` };
}

interface Classified {
  status: 'skipped' | 'failed';
  reason: Reason;
  /** False: the next source may do. */
  final: boolean;
}

function reasonFor(
  error: unknown,
  collector: Collector,
  context: CollectContext,
  privilege: PrivilegeId | undefined,
): Classified {
  if (!(error instanceof LatchkeyError)) throw error;
  if (error.code === 'cancelled' || error.code === 'connection-lost') throw error;
  const skipped = (reason: Reason, final: boolean): Classified => ({ status: 'skipped', reason, final });
  if (error instanceof CollectorSkipped) return skipped(error.reason, error.reason.code !== 'absent');
  if (error.code === 'timeout') {
    const text = `It did not finish within ${collector.timeoutMs / 1000} s and was stopped.`;
    return skipped({ code: 'timeout', text }, true);
  }
  if (error.code === 'too-large') {
    return { status: 'failed', reason: { code: 'too-large', text: error.message }, final: true };
  }
  const known = error instanceof ServerRefusal ? collector.refusals?.[error.errno] : undefined;
  if (known !== undefined) return skipped(known, true);
  if (error.code === 'privilege-missing') {
    const reason = missingPrivilege(privilege, context);
    return skipped({ ...reason, text: `${reason.text} The server says: ${error.message}` }, false);
  }
  if (error instanceof ServerRefusal && error.errno === 1047 && error.message.includes('WSREP')) {
    return skipped(nodeRefuses, false);
  }
  if (error instanceof ServerRefusal && absentErrors.includes(error.errno)) {
    return skipped(absent(collector, context), false);
  }
  return { status: 'failed', reason: { code: 'error', text: error.message }, final: true };
}
