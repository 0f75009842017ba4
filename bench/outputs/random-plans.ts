import type { ServerId } from '../../scripts/servers/index.ts';
import { analyze, buildPlan } from '../../src/analysis';
import {
  catalogedVariables,
  type VariableFacts,
  variableFacts,
} from '../../src/knowledge/catalog/variable-catalog';
import { openSession } from '../../src/server';
import { refusalReason } from '../../src/server/change/plan/refusals';
import { noChoices } from '../../src/shared/plan';
import { type Snapshot, sectionRows } from '../../src/shared/snapshot';
import { OutputProof, type Proof } from '../../test/analysis/output-proof.ts';
import { productRules } from '../../test/analysis/rule-files.ts';
import { takeSnapshot } from '../../test/server/take-snapshot.ts';

export interface RandomProof extends Proof {
  plans: number;
  changes: number;
  /** Requests that a plan left out because the server would refuse them, or has the value already. */
  leftOut: number;
}

/** What a throw-away server is found by, and what would cost the machine rather than prove an output. */
const notTried =
  /port|socket|_?dir$|file$|path|server_id|^log_bin|ssl|tls|^skip_|bootstrap|lower_case|page_size|force_recovery|undo|encrypt|plugin|_debug|thread_handling|autocommit|shutdown|read_only|offline|^(core_file|large_pages|memlock|locked_in_memory|safe_user_create|old|flush|big_tables|general_log|slow_query_log_always_write_time|innodb_dedicated_server|innodb_read_only|innodb_use_native_aio|super_large_pages|table_open_cache|open_files_limit|innodb_open_files|table_definition_cache|max_connections|performance_schema|innodb_compression_algorithm|innodb_log_files_in_group)$|^performance_schema_|^mysqlx|^admin_|^gtid|^replica|^slave|^rpl|^wsrep|^relay|^binlog|^sync_|^master|^source/;

/** Plans of random values, within and outside what the catalog says a server takes, each fed to the server in every form. */
export async function proveRandomPlans(id: ServerId, seed: number, plans: number): Promise<RandomProof> {
  const random = randomFrom(seed);
  const proof = new OutputProof(id, '[mysqld]\n# random plans\nmax_allowed_packet = 16M\n');
  const counts = { plans: 0, changes: 0, leftOut: 0 };
  try {
    await proof.start();
    const session = await openSession({ socket: proof.socket, user: 'root' }, {});
    const snapshot = await takeSnapshot(session).finally(() => session.close());
    const analysis = analyze(snapshot, productRules(), { path: null });
    for (let round = 0; round < plans; round++) {
      const plan = buildPlan(snapshot, [], { ...noChoices, set: randomTargets(snapshot, random) });
      counts.plans += 1;
      counts.changes += plan.changes.length;
      counts.leftOut += plan.leftOut.length;
      await proof.whileRunning(plan, analysis);
      await proof.acrossRestarts(plan, analysis);
    }
  } finally {
    await proof.stop();
  }
  return { ...proof.proof, ...counts };
}

function randomTargets(snapshot: Snapshot, random: () => number): Record<string, string> {
  const present = new Map(
    sectionRows(snapshot, 'variables').map((row) => [String(row.name), String(row.value ?? '')]),
  );
  const candidates = catalogedVariables().flatMap((name) => {
    const facts = variableFacts(name, snapshot.server);
    const isFit =
      facts !== undefined &&
      present.has(name) &&
      facts.scope !== 'session' &&
      !notTried.test(name) &&
      refusalReason(name, present) === null;
    return isFit ? [{ name, facts }] : [];
  });
  const requestedValues: Record<string, string> = {};
  for (let count = 6 + Math.floor(random() * 20); count > 0; count--) {
    const picked = candidates[Math.floor(random() * candidates.length)];
    if (picked === undefined) continue;
    const value = randomValue(picked.facts, present.get(picked.name) ?? '', random);
    if (value !== null) requestedValues[picked.name] = value;
  }
  return requestedValues;
}

/** Large enough to matter, small enough for a shared machine. */
const mostBytes = 64 * 1024 ** 2;
const mostCount = 100_000;

function randomValue(facts: VariableFacts, current: string, random: () => number): string | null {
  if (facts.type === 'boolean') return /^(on|1|yes)$/i.test(current) ? 'OFF' : 'ON';
  if (facts.type === 'enum') {
    const values = facts.values ?? [];
    return values[Math.floor(random() * values.length)] ?? null;
  }
  if (facts.type !== 'size' && facts.type !== 'integer') return null;
  const most = facts.type === 'size' ? mostBytes : mostCount;
  const min = Math.max(0, facts.min ?? 0);
  const max = Math.min(facts.max ?? most, most);
  const kind = random();
  if (kind < 0.1 && min > 0) return String(Math.floor(min / 2));
  if (kind < 0.2 && facts.max !== null && facts.max < most)
    return String(facts.max + 1 + Math.floor(random() * 100));
  const now = Number(current);
  const from = Number.isFinite(now) && now > 0 ? now : min + 1;
  const value = Math.min(max, Math.max(min, Math.floor(from * 4 ** (random() * 2 - 1))));
  return Number.isFinite(value) ? String(value) : null;
}

/** Mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
