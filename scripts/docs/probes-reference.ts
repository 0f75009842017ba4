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
the present ones: in each block every setting has one slot and the present settings have two, in random order, so that
slow drift cancels and the two baselines check each other (the A/A control). Where a factor is costly to switch (the
adaptive hash index), one of them comes before it was switched and one after. Sweeps of three settings and more explore first
and decide by fresh blocks of the best two. Looks are taken only at block counts that were fixed before. A setting is
*better* or *worse* where its interval, adjusted for all settings and looks, excludes 0 and its estimate passes the margin
(3 % unless \`--margin\` says otherwise), *equivalent* where the interval lies within the margin, and otherwise
*inconclusive*. Everything is restored at the end, whatever the end: what \`npm run bench -- faults\` does
to probes, and what came of it, is in docs/benchmarks.md. After a kill or a cut, \`latchkey restore\` restores what the
journal holds; with \`--dead-mans-switch\`, an event of the server does it by itself.

\`latchkey probe ID\` runs one, \`latchkey probe list\` says which can be run on a server, \`latchkey probe recompute FILE\`
recomputes a result from its samples, \`latchkey probe report FILE\` writes it for people, and
\`latchkey plan SNAPSHOT --use-probe FILE\` puts what was found better into a plan. How often the verdicts are wrong is
measured by \`npm run bench -- calibration\`: see docs/benchmarks.md.

One setting whose variables act at once (spinning, thread limits, syncing, logging, session buffers) is compared in pairs
instead: one slot of it and one of the present settings in random order, 0.3 s to settle and 0.7 s measured (0.5 s and 1.5 s
where the load reconnects, and with live traffic). Many short pairs tell more than few long blocks; the A/A control compares
baselines of pairs that follow each other. \`--settle\` asks for blocks.

\`latchkey probe custom --best VARIABLE\` looks for a better value of one numeric variable that acts at once: on a grid of
up to six values, each four times its neighbour, from the present one outwards. Half of the time explores them in blocks; a direction
ends at a value that breaches a guard or is worse. A quadratic in the log of the value picks one of the grid (the best mean where
it does not fit), and the other half of the time compares it with the present value in fresh blocks. Only that is a verdict; that no value
beats the present one is a usual answer.

Switching counts into the time: one switch there and back is timed before the first block, the blocks are planned with it, and
no block begins that would not end in the time announced. A run that is cut short so takes its last look at the blocks that
there are; the fewest, four, have 0.2 s for each slot to spare. The first time that a value is set, all variables are
read back; from then on, switching is one note in the journal, the SETs, and one SELECT that asks whether every variable has the
value expected of it.

Less time than the default (\`--max-time\`) makes the slots shorter, then the blocks fewer. Settling (\`--settle\`) stays as
long as it is; what does not fit is refused with the time that it needs.

Whether a setting still acts in the slot after its own is tested beside: log values are regressed on block, variant and
the variant before. Where that shows at 99 %, the run ends as *carry-over*, and no variant is called better or worse:
one that gains 20 % and repays it in the next slot gains nothing. Measure again with longer settling.

A variant that flushes less does more statements for a while: what it puts off stands in dirty pages and checkpoint age. Both
are compared at the ends of the slots (log ratios within blocks, t test at 1 %, at least a tenth); where they differ, the
line of the variant says so beside its verdict, which is then about these slots and not about hours.

In the window, *A setting of your own* has the same choice: variants, or values of one variable.`;
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
