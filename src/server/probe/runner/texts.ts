/** Errors of this folder, with what to do; parameters are what is filled in. */
export const texts = {
  theProbeHasNothingTo: (id: string) => `The probe ${id} has nothing to compare with the present settings.`,
  nameAVariantArmName: 'Name a variant: --arm NAME:variable=value,variable=value',
  theCpuTimeOfThe:
    "The CPU time of the server's process cannot be read from here, so it cannot be the metric.",
  atAGivenRateThe: 'At a given rate the throughput is that rate, whatever the settings.',
  leaveMetricOutOrRate: 'Leave --metric out, or --rate.',
  nothingCanBeReplayed: (reasons: string) => `Nothing can be replayed. ${reasons}`,
  giveASlowLogOf:
    'Give a slow log of this server that holds SELECTs, such as one written with long_query_time = 0 for a while: --slow-log FILE. Or measure with sysbench.',
  isTooShortToCompare: (maxSeconds: string, arms: number, least: string) =>
    `${maxSeconds} is too short to compare ${arms} settings with the present ones; the least is ${least}.`,
  giveMoreTimeWithMax: (settleSeconds: string) =>
    `Give more time with --max-time, fewer settings with --arm, or shorter settling with --settle (${settleSeconds} after each change).`,
  bestNamesOneVariableTwice: '--best names the same variable twice.',
  bestGoesWithTheProbe: '--best goes with the probe custom, and without --arm.',
  nothingWasSet: (reason: string) => `${reason} Nothing was set.`,
  theProbeDoesNotMeasure: (id: string, kind: string, kind2: string) =>
    `The probe ${id} does not measure under the workload ${kind}${kind2}.`,
  whichOnlyReads: ', which only reads',
  use: (workloads: string) => `Use ${workloads}.`,
  theProbeRelaxesDurabilitySettings: (id: string) =>
    `The probe ${id} relaxes durability settings: a crash of the server or the machine meanwhile may lose transactions that clients believe committed.`,
  giveAllowDurabilityToAgree: 'Give --allow-durability to agree to that.',
  noVariantCanBeCalled: (baselineName: string) =>
    `No variant can be called "${baselineName}": those are the present settings.`,
  twoVariantsHaveTheSame: 'Two variants have the same name.',
  theVariantSetsNothing: (name: string) => `The variant "${name}" sets nothing.`,
  nothingWasSet2: (join: string) => `${join}. Nothing was set.`,
  theThroughputOfLiveTraffic: 'The throughput of live traffic depends on its clients, not on the settings.',
  leaveMetricOutLatencyBy: 'Leave --metric out: latency by statement is compared.',
  openConnectionsKeepTheirOwn: (connections: string, connected: number) =>
    `Open connections keep their own value, and the traffic opens ${connections} new ones a second beside ${connected} open ones: what would be measured is mostly the old value.`,
  measureWithSysbenchWhichReconnects:
    'Measure with sysbench, which reconnects for each setting: --workload sysbench:order-range',
  latencyByStatementComesFrom:
    'Latency by statement comes from the Performance Schema, which is off; only a start enables it.',
  orMeasureWithSysbench: (line: string) => `${line}. Or measure with sysbench.`,
  theConsumerOfStatementDigests: 'The consumer of statement digests is disabled.',
  enableItUpdatePerformanceSchema:
    "Enable it: UPDATE performance_schema.setup_consumers SET ENABLED = 'YES' WHERE NAME = 'statements_digest';",
  anVariantOfBufferPool: (variable: string) =>
    `A variant of buffer-pool-resize sets ${variable}, and nothing else.`,
  theProbeBeganWithoutA: 'The probe began without a plan.',
  theLoadEnded: (ended: string) => `The load ended: ${ended}`,
};
