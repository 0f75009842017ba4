import type { Severity } from '../../shared/analysis';
import type { EntryFinding, FleetCell, FleetFinding } from '../../shared/fleet';
import type { JudgedEntry, ServerInput } from './fleet-server';

export const gravity: Readonly<Record<Severity, number>> = { critical: 0, warning: 1, notice: 2 };

/** What was found in the newest snapshot of each server, by rule; the gravest and most frequent first. */
export function findingsOf(servers: readonly ServerInput[]): FleetFinding[] {
  const findings = new Map<string, FleetFinding>();
  for (const { name, history } of servers) {
    for (const found of history.at(-1)?.entry.findings ?? []) {
      const known = findings.get(found.ruleId);
      const cell = cellOf(name, found, history);
      const { ruleId, title, area, severity } = found;
      if (known === undefined) findings.set(ruleId, { ruleId, title, area, severity, cells: [cell] });
      else {
        known.cells.push(cell);
        if (gravity[severity] < gravity[known.severity]) known.severity = severity;
      }
    }
  }
  return [...findings.values()].sort(byWeight);
}

function cellOf(server: string, found: EntryFinding, history: readonly JudgedEntry[]): FleetCell {
  const { ruleId, severity, standing, explained, share, impact } = found;
  return { server, severity, standing, explained, share, impact, since: sinceWhen(ruleId, history) };
}

/** When the oldest was taken of the latest snapshots that all have it; one in which it was not checked breaks nothing. */
function sinceWhen(ruleId: string, history: readonly JudgedEntry[]): string {
  let since = history.at(-1)?.entry.createdAt ?? '';
  for (const { entry } of [...history].reverse()) {
    if (entry.findings.some((found) => found.ruleId === ruleId)) since = entry.createdAt;
    else if (!entry.notChecked.includes(ruleId) && !entry.muted.includes(ruleId)) break;
  }
  return since;
}

/** By severity, then whether it speaks for itself anywhere, then on how many servers, then by the largest share. */
function byWeight(a: FleetFinding, b: FleetFinding): number {
  return (
    gravity[a.severity] - gravity[b.severity] ||
    Number(isCauseSomewhere(b)) - Number(isCauseSomewhere(a)) ||
    b.cells.length - a.cells.length ||
    largestShare(b) - largestShare(a) ||
    (a.title < b.title ? -1 : 1)
  );
}

function isCauseSomewhere({ cells }: FleetFinding): boolean {
  return cells.some(({ standing, explained }) => standing === 'finding' && !explained);
}

function largestShare({ cells }: FleetFinding): number {
  return Math.max(0, ...cells.map(({ share }) => share ?? 0));
}
