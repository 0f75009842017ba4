// The deliberate faults of the demo, what a diagnosis says of them, and how it is printed.
import { z } from 'zod';

interface Fault {
  what: string;
  /** The lines of the option file that plant it. */
  options: Record<string, string | number>;
  /** The variable that a plan has to change. */
  variable: string;
  /** The rule that has to name it. */
  rule: string;
}

/** In the order in which a DBA would go about them: what stalls commits, what reads from storage, then the rest. */
export const faults: readonly Fault[] = [
  {
    what: 'redo log of 8 MiB under a write-heavy load',
    options: { innodb_redo_log_capacity: '8M' },
    variable: 'innodb_redo_log_capacity',
    rule: 'redo-log-too-small',
  },
  {
    what: 'buffer pool of 32 MiB for more than twice as much data',
    options: { innodb_buffer_pool_size: '32M' },
    variable: 'innodb_buffer_pool_size',
    rule: 'buffer-pool-too-small',
  },
  {
    what: 'background writes limited to 100 pages a second',
    options: { innodb_io_capacity: 100, innodb_io_capacity_max: 200 },
    variable: 'innodb_io_capacity',
    rule: 'io-capacity-low',
  },
  {
    what: 'table cache of 64 for 16 tables and 8 connections',
    options: { table_open_cache: 64 },
    variable: 'table_open_cache',
    rule: 'table-cache-overflow',
  },
];

/** What the demo reads of the document of `latchkey analyze --json`. */
export const judgedSchema = z.object({
  headline: z.object({ text: z.string() }),
  findings: z.array(
    z.object({
      ruleId: z.string(),
      title: z.string(),
      severity: z.string(),
      standing: z.string(),
      impact: z.object({ text: z.string() }),
    }),
  ),
  plan: z.object({
    changes: z.array(
      z.object({ variable: z.string(), from: z.unknown(), to: z.unknown(), when: z.string() }),
    ),
  }),
});
export type Judged = z.infer<typeof judgedSchema>;

interface Verdict {
  fault: Fault;
  /** Its place among the findings, from 1; null: not named. */
  place: number | null;
  isPlanned: boolean;
}

/** What became of each fault. */
export function verdicts({ findings, plan }: Judged): Verdict[] {
  const named = findings.filter(({ standing }) => standing === 'finding');
  return faults.map((fault) => {
    const index = named.findIndex(({ ruleId }) => ruleId === fault.rule);
    return {
      fault,
      place: index === -1 ? null : index + 1,
      isPlanned: plan.changes.some(({ variable }) => variable === fault.variable),
    };
  });
}

/** A line for each fault, and how many were found. */
export function faultLines(found: readonly Verdict[]): string[] {
  const lines = found.map(({ fault, place, isPlanned }) => {
    const named = place === null ? 'not named' : `finding ${place}`;
    return `  ${fault.what}: ${named}, ${isPlanned ? 'in the plan' : 'not in the plan'}`;
  });
  const whole = found.filter(({ place, isPlanned }) => place !== null && isPlanned).length;
  return [...lines, `  ${whole} of ${found.length} named and in the plan`];
}

/** The diagnosis in brief: headline and findings, each with its impact. */
export function diagnosisLines({ headline, findings }: Judged): string[] {
  const shown = findings.filter(({ standing }) => standing === 'finding');
  const lines = shown.flatMap(({ severity, title, impact }, index) => [
    `  ${index + 1}. ${title} (${severity})`,
    `     ${impact.text}`,
  ]);
  return [headline.text, '', ...lines];
}
