import type { Analysis, Severity } from '../shared/analysis';
import { LatchkeyError } from '../shared/base/error';
import type { FoundOverTime } from '../shared/found-over-time';
import type { historyContract } from '../shared/rpc/history';
import { isSameServerKey } from '../shared/server';
import type { SnapshotSummary } from '../shared/snapshot';
import type { HandlersOf } from './base/calls';
import type { Services } from './services';
import { texts } from './texts';

interface Judged {
  summary: SnapshotSummary;
  analysis: Analysis | null;
  problem: string | null;
}

const dayMs = 86_400_000;
const gravity: Record<Severity, number> = { critical: 0, warning: 1, notice: 2 };

/** The calls about many snapshots at once. */
export function historyCalls({ clock, snapshots }: Services) {
  return {
    'history.findings': async ({ serverKey, limit }, job) => {
      const taken = (await snapshots.list())
        .filter(({ server }) => isSameServerKey(server.serverKey, serverKey))
        .slice(0, limit);
      const judged: Judged[] = [];
      for (const summary of taken.reverse()) {
        if (job.signal.aborted) throw new LatchkeyError('cancelled', texts.theFindingsOverTimeWere);
        job.report({ done: judged.length, total: taken.length, phase: 'judging', note: summary.title });
        judged.push(await judge(summary));
      }
      return foundOverTime(judged);
    },
    'history.retain': async ({ days, preview }) => {
      const old = olderThan(await snapshots.list(), clock.now().getTime() - days * dayMs);
      if (!preview) for (const { id } of old) await snapshots.remove(id);
      return old;
    },
  } satisfies HandlersOf<typeof historyContract>;

  /** One file that is gone or damaged must not hide what the others tell. */
  async function judge(summary: SnapshotSummary): Promise<Judged> {
    try {
      return { summary, analysis: await (await snapshots.get(summary.id)).analysis(), problem: null };
    } catch (error) {
      return { summary, analysis: null, problem: error instanceof Error ? error.message : String(error) };
    }
  }
}

/** @param newestFirst the newest of each server stays, however old it is */
function olderThan(newestFirst: readonly SnapshotSummary[], timeMs: number): SnapshotSummary[] {
  const seen = new Set<string>();
  return newestFirst.filter(({ server, createdAt }) => {
    const isNewest = !seen.has(server.serverKey);
    seen.add(server.serverKey);
    return !isNewest && Date.parse(createdAt) < timeMs;
  });
}

function foundOverTime(judged: readonly Judged[]): FoundOverTime {
  const findings = new Map<string, FoundOverTime['findings'][number]>();
  for (const { summary, analysis } of judged) {
    for (const { ruleId, title, severity } of analysis?.findings ?? []) {
      const known = findings.get(ruleId) ?? { ruleId, title, severity, in: {} };
      const worse = gravity[severity] < gravity[known.severity] ? severity : known.severity;
      findings.set(ruleId, { ...known, severity: worse, in: { ...known.in, [summary.id]: severity } });
    }
  }
  return {
    snapshots: judged.map(({ summary: { id, createdAt }, analysis, problem }) => ({
      ...{ id, createdAt, problem },
      headline: analysis?.headline ?? null,
    })),
    findings: [...findings.values()].sort(
      (a, b) =>
        gravity[a.severity] - gravity[b.severity] ||
        Object.keys(b.in).length - Object.keys(a.in).length ||
        a.title.localeCompare(b.title, 'en'),
    ),
  };
}
