import { defaultSeconds, designProbe } from '../../src/experiment/design/schedule';
import { probeDefinitions } from '../../src/server/probe/definitions';
import {
  isReason,
  type ProbeDefinition,
  type ProbedServer,
} from '../../src/server/probe/definitions/definition';
import { presetArguments } from '../../src/server/workload/presets';
import { formatSeconds } from '../../src/shared/base/units';
import { metricFacts, metricIdSchema, probeIds } from '../../src/shared/probe';
import type { Flavour, VersionTriple } from '../../src/shared/server';

/** docs/probes.md: what each probe compares, for how long, by which metric, and where it is refused. */
export function probesReference(): string {
  return `${[
    introduction(),
    '## At a glance',
    overview(),
    '## Metrics',
    metrics(),
    '## Loads',
    loads(),
    ...probeIds.map((id) => details(probeDefinitions[id])),
  ].join('\n\n')}\n`;
}

function introduction(): string {
  return `# Probes

This page is made by \`npm run docs\` from the definitions themselves. A probe compares settings of a running server with
the present ones, under load, and restores everything at the end.

    latchkey probe list --socket /run/mysqld/mysqld.sock --user root
    latchkey probe sort-buffer --socket /run/mysqld/mysqld.sock --user root --workload sysbench:order-range -o result.json
    latchkey probe report result.json

\`probe list\` says which probes can be run on a server, \`probe recompute FILE\` recomputes a result from its samples, and
\`latchkey plan SNAPSHOT --use-probe FILE\` puts what was found better into a plan. In the window: *Probes*; *A setting of
your own* compares variants, or looks for better values of one variable or two.

## How to read it, without statistics

The same server with the same settings does not do the same twice: on shared machines, slots of seconds differ by 5 to 20 %. One run
with each setting would compare these moments. So a probe switches back and forth many times, in random order, and says how far
the settings differ on average, and how sure that is.

| Verdict | What it means |
| --- | --- |
| better, worse | The whole interval lies on one side of 0, so chance hardly explains it, and the estimate is beyond the margin (3 % unless \`--margin\` says otherwise). |
| worse-stopped | A guard stopped it: it cost so much, for three samples in a row, that it was not tried again. |
| equivalent | The whole interval lies within the margin: whatever it does is not worth a change. |
| inconclusive | Noise hides it. The line says how many more minutes would decide it, where any sensible time would. |

Of 100 settings that do nothing, about five are called better or worse; the interval holds the true change in about 95 of 100
cases (measured: [benchmarks](benchmarks.md)). The whole run may have an outcome of its own, and then nothing is called better or worse:

| Outcome | What it means, and what to do |
| --- | --- |
| carry-over | A setting still acts after it was taken back. Measure again with longer settling (\`--settle\`). |
| unstable | The present settings differ from themselves: the load drifts. Measure at another time. |
| client-bound | The program that makes the load was the limit. Fewer statements (\`--rate\`), or sysbench. |
| not-enough-load | Too little to measure. Nothing was set. |
| stopped-by-guard | The server got into trouble, or other programs took the machine. Everything was restored. |

What a probe does not say:

- It is about this load, in these minutes. A nightly batch may say otherwise.
- "Inconclusive" is no "no". Small effects need quiet machines or more time.
- A setting that flushes less does more statements for a while: what it puts off stands in dirty pages and checkpoint age. Where these
  differ at the ends of the slots, the line of the setting says so: its verdict is about these slots and not about hours.

## What happens on the server

1. Plan and consent: every statement, its restore, the longest time. Nothing is set before.
2. The load as it is, for up to a minute: its noise, and what could be found at it.
3. One switch to the first setting and back is timed, and the blocks are planned with it. \`--max-time\` is the longest time of
   measuring: no slot begins that would not end in it, where switching becomes slower on the way too. Restoring comes on top.
4. Blocks. In each, every setting has one slot and the present settings have two, in random order. A slot is: set, settle, measure.
   Where one factor is costly to switch (the adaptive hash index), it is switched once in a block and back.
5. Everything is restored, whatever the end: finish, cancel, guard, failure. After a kill or a cut, \`latchkey restore\`
   restores what the journal holds; with \`--dead-mans-switch\`, an event of the server does it by itself. What
   \`npm run bench -- faults\` does to probes, and what came of it, is in [benchmarks](benchmarks.md).

One setting whose variables act at once (spinning, thread limits, syncing, logging, session buffers) is compared in pairs
instead: one slot of it and one of the present settings in random order, 0.3 s to settle and 0.7 s measured (0.5 s and 1.5 s
where the load reconnects, and with live traffic). Many short pairs tell more than few long blocks. \`--settle\` asks for blocks.

Less time than the default makes the slots shorter, then the blocks fewer. Settling stays as long as it is; what does not fit is
refused with the time that it needs.

The first time that a value is set, all variables are read back. From then on, switching is one note in the journal, the SETs,
and one SELECT that asks whether every variable has the value expected of it.

## Best value

\`latchkey probe custom --best VARIABLE\` looks for a better value of one numeric variable that acts at once; given twice, of two
variables together:

    latchkey probe custom --best innodb_spin_wait_delay --best innodb_sync_spin_loops --max-time 30m

- The grid goes from the present value outwards, each value four times its neighbour: up to six values of one variable. Of two, up to
  two values each way, alone and in pairs as far from the present ones: up to 16 points.
- The first block goes outwards step by step, each point in force for three samples, which is what a guard needs. A direction ends at a
  point that breaches a guard: no point beyond it is ever set, with whatever value of the other variable. It ends at a value that is worse
  for sure too; there, pairs with the other variable go on.
- Half of the time explores so, in blocks. Then one point is chosen, and the other half compares it with the present values in fresh
  blocks. Only these give a verdict: the best of many noisy values looks better than it is.
- That no value beats the present one by more than the margin is a usual answer.
- Durability settings, and what acts over tens of seconds or minutes, are refused: [commit-durability](#cost-of-durable-commits-commit-durability)
  and [io-capacity](#io-capacity-io-capacity) compare them with the care that they need.

## For statisticians

- **Unit**: the log of a slot's metric; differences are taken within blocks, so that drift slower than a block cancels. The two baselines of
  a block are averaged for the estimate; their difference is the A/A control (99 %: *unstable*). In pairs it compares baselines of
  pairs that follow each other.
- **Intervals and tests**: t over blocks, each variant by its own noise; p-values are Holm's, intervals Bonferroni's over the variants that are
  decided. *Equivalent* is two one-sided tests, each at half the level of the interval, so that the interval shown decides.
- **Looks** are taken at block counts fixed before, after a half, three quarters and all of the blocks, with O'Brien-Fleming type spending (Lan and
  DeMets). What a look decides stands, and the interval that is shown is that of the look. A run that is cut short takes its last look at the
  blocks that there are; the fewest, four, have 0.2 s for each slot to spare.
- **Sweeps** of three settings and more explore first and decide by fresh blocks of the best two, so that the luck that chose them does not count.
- **Carry-over**: log values are regressed on block, variant and the variant before. Where the latter shows at 99 %, no variant is called better
  or worse; the result has the direct effect, and direct and carried.
- **Equal ends**: dirty pages and checkpoint age at the ends of the slots, log ratios within blocks, t test at 1 %, at least a tenth.
- **Covariate**: of CPU time for a statement, noise that the CPU time of the load's own program shares (see *Metrics*).
- **Best value**: least squares of the log values within blocks on 1, x and x² (x: log of the value); of two variables on 1, x, x², y, y² and xy, from the axes
  and diagonals of a grid of five by five. The tried point with the best fitted value is chosen; where lack of fit shows at 5 % (F test
  against the noise within points), where fewer points than terms are left, and for a value of 0, its mean counts in place of the fit. Values
  that ended a direction are left out. The choice follows from the samples, and \`latchkey probe recompute\` makes it again.
- **Recomputing**: a result holds all samples, the order, the seed and the design as it was fixed; verdicts follow from them alone.
- **How often it is wrong, and what it finds**: \`npm run bench -- calibration\` and \`npm run bench -- pairs\`, see [benchmarks](benchmarks.md). Both
  draw each switch from those that were recorded on the eight servers (\`bench/calibration/switching.json\`); figures published before were simulated with
  switches of 20 ms (calibration) and 0.3 s (pairs and proofs).
  [Why this design](decisions/0005-probe-statistics.md); [why no search by models](decisions/0009-no-bayesian-search.md).`;
}

/** Servers of the kinds that definitions tell apart, as they start without options. */
const servers: readonly { name: string; server: ProbedServer }[] = [
  { name: 'MySQL 5.6', server: like('mysql', [5, 6, 24], { innodb_spin_wait_delay: '6' }) },
  {
    name: 'MySQL 9.7',
    server: like('mysql', [9, 7, 0], {
      innodb_spin_wait_delay: '6',
      innodb_spin_wait_pause_multiplier: '50',
      innodb_adaptive_hash_index: 'OFF',
      innodb_io_capacity: '10000',
    }),
  },
  {
    name: 'MariaDB 11.8',
    server: like(
      'mariadb',
      [11, 8, 0],
      {
        innodb_spin_wait_delay: '4',
        innodb_adaptive_hash_index: 'OFF',
        log_bin: 'OFF',
        performance_schema: 'OFF',
      },
      ['innodb_thread_concurrency', 'innodb_buffer_pool_instances'],
    ),
  },
];

function like(
  flavour: Flavour,
  version: VersionTriple,
  own: Record<string, string>,
  without: readonly string[] = [],
): ProbedServer {
  const usual = {
    innodb_adaptive_hash_index: 'ON',
    innodb_thread_concurrency: '0',
    innodb_io_capacity: '200',
    innodb_buffer_pool_size: '134217728',
    innodb_buffer_pool_instances: '1',
    innodb_buffer_pool_chunk_size: '134217728',
    innodb_page_size: '16384',
    innodb_flush_log_at_trx_commit: '1',
    sync_binlog: '1',
    log_bin: 'ON',
    sort_buffer_size: '262144',
    join_buffer_size: '262144',
    max_connections: '151',
    performance_schema: 'ON',
    ...own,
  };
  return {
    identity: {
      flavour,
      version,
      versionText: `${flavour === 'mariadb' ? 'MariaDB' : 'MySQL'} ${version[0]}.${version[1]}`,
      comment: '',
      hosting: 'self',
      uptimeSeconds: 1,
      serverKey: '',
      privileges: null,
      performanceSchema: usual.performance_schema === 'ON',
    },
    globals: new Map(Object.entries(usual).filter(([name]) => !without.includes(name))),
    cpus: 8,
  };
}

function armCount(definition: ProbeDefinition): number {
  const counts = servers.map(({ server }) => {
    const proposed = definition.propose(server);
    return isReason(proposed) ? 0 : proposed.arms.length;
  });
  return Math.max(1, ...counts);
}

function overview(): string {
  const rows = probeIds.map((id) => {
    const definition = probeDefinitions[id];
    const { times, metric, workloads, resizes } = definition;
    if (resizes === true) return `| \`${id}\` | ${definition.question} | until it is done | forecast | - |`;
    const arms = armCount(definition);
    const seconds = defaultSeconds(times, arms);
    const design = designProbe({ times, arms, maxSeconds: seconds });
    const unit = design?.pairs === true ? 'pairs' : 'blocks';
    const slots = `${design?.verdictBlocks ?? 0} ${unit}, ${design?.settleSeconds ?? 0} s to settle and ${design?.measureSeconds ?? 0} s measured`;
    return `| \`${id}\` | ${definition.question} | ${formatSeconds(seconds)} with ${arms} setting${arms === 1 ? '' : 's'}: ${slots} | ${metric} | ${workloads.join(', ')} |`;
  });
  return [
    '| Probe | Question | Default time | Metric | Load |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

function metrics(): string {
  const rows = metricIdSchema.options.map((id) => {
    const { text, unit, higherIsBetter } = metricFacts[id];
    return `| \`${id}\` | ${text} | ${unit} | ${higherIsBetter ? 'more' : 'less'} |`;
  });
  return `${['| Metric | What | Unit | Better |', '| --- | --- | --- | --- |', ...rows].join('\n')}

Every metric that is available is in the result; the verdicts rest on one. Where the CPU time of the server cannot be read
(another machine), probes of \`cpu-per-operation\` compare throughput. Live traffic is compared by \`latency\`: how much
there is of it is up to its clients. The slots of one block are compared by the digests that all of them have, each at least five times
and none that takes more than a fifth of a slot. CPU time per statement (\`--metric cpu-per-operation\`) is that of the mix of statements
before the first block, each digest weighted by its mean time there; it needs a server that uses at least 5 % of a processor.
What could be found is announced at the noise of the metric itself. \`custom\` compares the quieter of throughput and CPU time for a
statement, by the time before the first block, where the load uses at least 80 % of the processors and no variable that it sets acts by
how long statements wait (limits of threads, commits, locks, flushing): CPU time does not show waiting.

Where CPU time for a statement decides and the load is Latchkey's own, noise that the CPU time of the load's program shares is taken
out (analysis of covariance): other programs and the clock of the processors slow both. Where a variant moves the client's CPU
time (|t| > 2), an effect counts only if it shows with and without it; a move of up to 1 %, which noise would hide, widens the interval.
Recomputed on the recorded results with that metric, the intervals of 15 variants become 0.41 to 1.40 times as wide, 0.80 at the
median, and 2 more variants are decided.`;
}

function loads(): string {
  const rows = Object.entries(presetArguments).map(
    ([id, { script, options }]) => `| \`sysbench:${id}\` | ${[script, ...options].join(' ')} |`,
  );
  return `- \`live\`: the traffic that the server has; refused with the reason where it cannot be measured.
- \`replay\`: plain SELECTs that the server itself kept, in read-only transactions with a limit of time: the sample of each
  digest (MySQL 8.0), the history of statements, the table of the slow log, or a slow log given with \`--slow-log FILE\`.
  Anything that might write, lock, wait, or call what is not known to only compute is left out and counted. Each digest is
  sent as often as it was executed; latency is kept by digest. As fast as answers come, unless \`--rate\` sets a pace: then
  latency is compared instead of throughput. The client is Latchkey itself: where it takes most of the CPU time, or all of one
  processor, the outcome is \`client-bound\`.
- \`sysbench:...\` on tables of its own in the schema \`latchkey_probe\`, made and dropped with consent:

${['| Load | sysbench 1.0 |', '| --- | --- |', ...rows].join('\n')}`;
}

function details(definition: ProbeDefinition): string {
  const { id, title, durability, remarks, resizes } = definition;
  const arms = servers.map(({ name, server }) => {
    const proposed = definition.propose(server);
    if (isReason(proposed)) {
      return `- ${name}: refused. ${proposed.text}${proposed.remedy === undefined ? '' : ` ${proposed.remedy}`}`;
    }
    const names = proposed.arms.map(({ name: arm }) => arm);
    const left = proposed.leftOut.map(({ arm, reason }) => ` Left out: ${arm} (${reason})`);
    return `- ${name}: ${names.length === 0 ? 'your own, with `--arm NAME:variable=value`' : names.join('; ')}.${left.join('')}`;
  });
  const reported = [...new Set(servers.flatMap(({ server }) => remarks?.(server) ?? []))];
  return [
    `## ${title} (\`${id}\`)`,
    ...(durability === true
      ? [
          'Needs `--allow-durability`: a crash meanwhile may lose transactions that clients believe committed.',
        ]
      : []),
    ...(resizes === true
      ? ['Compares what the calculator predicts with what the server does; no load is needed.']
      : []),
    `Compared with the settings of a start without options:\n\n${arms.join('\n')}`,
    ...(reported.length === 0
      ? []
      : [`Reported before consent:\n\n${reported.map((text) => `- ${text}`).join('\n')}`]),
  ].join('\n\n');
}
