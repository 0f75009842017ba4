import { formatBytes } from '../../shared/base/units';
import type { MemoryBudget, MemoryCheck, Setting } from '../../shared/plan';
import { type MemoryEvidence, memoryHostFacts } from './memory-evidence';
import { usageOf } from './memory-usage';
import { sessionTerms } from './session-memory';
import { sharedTerms } from './shared-memory';

/**
 * The memory that the server takes: low (touched now), likely (this workload at its fullest) and worst case (every
 * connection at every limit at once), each with its terms. `changes` are laid over the present settings.
 * A variable that this server lacks adds nothing; what cannot be measured is not counted, and its term says so.
 */
export function memoryBudget(evidence: MemoryEvidence, changes: ReadonlyMap<string, Setting>): MemoryBudget {
  const usage = usageOf(evidence, changes);
  const terms = [...sharedTerms(usage), ...sessionTerms(usage)].filter(
    ({ worst, how }) => worst > 0 || how.startsWith('not counted'),
  );
  const sum = (end: 'low' | 'likely' | 'worst') => terms.reduce((total, term) => total + term[end], 0);
  return { low: sum('low'), likely: sum('likely'), worst: sum('worst'), limit: memoryLimit(evidence), terms };
}

/** Whether the planned server fits; *not checked* where the memory of the host is unknown: it is never guessed. */
export function checkMemory(planned: MemoryBudget, now: MemoryBudget, evidence: MemoryEvidence): MemoryCheck {
  const { likely, limit } = planned;
  if (limit === null) {
    const ram = evidence.host('memoryBytes');
    const reason = ram.known ? '' : ` (${ram.reason.text.replace(/\.$/, '')})`;
    return {
      status: 'not checked',
      text: `Whether this fits was not checked: the memory of the host is not known${reason}. Declare it, for example --ram 64G.`,
    };
  }
  const sizes = `${formatBytes(likely)}, more than the ${formatBytes(limit)} of memory`;
  if (likely <= limit) {
    const worst =
      planned.worst <= limit
        ? 'so does the worst case'
        : `the worst case (${formatBytes(planned.worst)}) would not`;
    return {
      status: 'fits',
      text: `Likely fits into ${formatBytes(limit)} of memory; ${worst}.`,
    };
  }
  if (likely <= now.likely) {
    return {
      status: 'exceeded already',
      text: `The server likely takes ${sizes}; it did before (${formatBytes(now.likely)}), and this plan does not add to it.`,
    };
  }
  return {
    status: 'exceeds',
    text: `With this plan the server would likely take ${sizes} (now ${formatBytes(now.likely)}). It may not start, or be killed for lack of memory: lower a value first.`,
  };
}

/** RAM of the host or its control group's limit, whichever is less; null when neither is known. Never assumed. */
function memoryLimit(evidence: MemoryEvidence): number | null {
  const limits = memoryHostFacts.flatMap((name) => {
    const reading = evidence.host(name);
    return reading.known && typeof reading.value === 'number' ? [reading.value] : [];
  });
  return limits.length === 0 ? null : Math.min(...limits);
}
