/** What stands in the window in this folder's parts; parameters are what is filled in. */
export const texts = {
  measured: 'Measured',
  toUtcOn: (startedAt: string, endedAt: string, target: string) =>
    `${startedAt} to ${endedAt} UTC on ${target}`,
  server: 'Server',
  processor: 'Processor',
  forTheServer: (value: string, value2: string | number) => `${value}, ${value2} for the server`,
  notKnown: 'not known',
  pauseInSpinLoops: 'PAUSE in spin loops',
  load: 'Load',
  compared: 'Metric',
  isBetter: (text: string, unit: string, higherIsBetter: string) =>
    `${text} (${unit}, ${higherIsBetter} is better)`,
  slots: 'Slots',
  toSettleMeasuredUpTo: (
    settleSeconds: string,
    measureSeconds: string,
    design: string,
    marginPercent: number,
  ) => `${settleSeconds} to settle, ${measureSeconds} measured; up to ${design}; margin ${marginPercent} %`,
  noise: 'Noise',
  notMeasured: 'not measured',
  loadProgram: 'Load program',
  randomSeed: 'Random seed',
  writtenBy: 'Written by',
  everyValueIsBack: 'Every value is restored.',
  nothingHadToBeRestored: 'Nothing had to be restored.',
  notEverythingIsBackYet: 'Not everything is restored yet.',
  leftToDo: (variable: string, original: string, reason: string) =>
    `Left to do: ${variable} = ${original}. ${reason}`,
  agreedToAtUtc: (at: string, durability: string) => `Agreed to at ${at} UTC${durability}.`,
  withItsOwnConsentTo: ', with its own consent to relax durability',
  riskThatWasNamed: (risk: string) => `Stated risk: ${risk}`,
  asTheyWere: 'as they were',
  stored: (variable: string, value: string, stored: string) => `${variable} = ${value} (stored ${stored})`,
  setting: 'Setting',
  values: 'Values',
  verdict: 'Verdict',
  changeInterval: 'Change (interval)',
  mean: (unit: string) => `Mean, ${unit}`,
  blocks: 'Blocks',
  p95OfAStatementMs: 'p95 of a statement, ms',
  checkpointAgeHighest: 'Checkpoint age (highest)',
  dirtyPagesHighest: 'Dirty pages (highest)',
  microStalls: 'Micro-stalls',
  p95TheMiddleOneOf: 'p95: the middle one of the slots, from the server’s own histogram.',
  levelsTheMeanOfAll: 'Levels: the mean of all samples.',
  microStallsSamplesWithLess:
    'Micro-stalls: samples with less than half of the variant’s own mean throughput.',
  variant: 'Variant',
  nothingAboutTheSettingsThe: 'Nothing about the settings: the run as a whole cannot be trusted.',
  thatSettingsActBeyondTheir:
    'That settings act beyond their own slots: which is better cannot be said from this run.',
  wasSoMuchWorseThan: (name: string) =>
    `${name} was so much worse than the present settings that a guard stopped it.`,
  makesNoDifferenceThatMatters: (name: string, short: string, marginPercent: number, arm: string) =>
    `${name} makes no difference that matters: ${short} changes by less than ${marginPercent} % either way (${arm}).`,
  isThanThePresentSettings: (name: string, verdict: string, interval: string) =>
    `${name} is ${verdict} than the present settings${interval}.`,
  noSettingCouldBeDistinguished: 'No setting could be distinguished from the present ones.',
  onThisMachine: (serverVersion: string) => `${serverVersion} on this machine`,
  itHoldsForHowLong: (where: string) =>
    `It holds for ${where}; how long it takes depends on what the pool holds at the time.`,
  notDecidedThatIsNo: (open: string) =>
    `${open}: not decided. That is no sign of being equal to the present settings, nor of being worse.`,
  itHoldsUnderAndFor: (workload: string, where: string) =>
    `It holds under ${workload} and for ${where}. It is not your applications’ traffic, which may respond differently.`,
  itHoldsForTheMix: (where: string) =>
    `It applies to the statement mix at that time and to ${where}; at another hour the mix may differ.`,
  whatBuildsUpOverLonger: (settleSeconds: string, measureSeconds: string) =>
    `Effects that build up over longer than a slot (${settleSeconds} to settle, ${measureSeconds} that count) are not seen: a pool that warms up, a redo log that fills, history that grows.`,
  onlyDecidesOtherMetricsStand: (short: string) =>
    `Only ${short} decides. Other metrics are shown with their own intervals: on average one in 20 of these misses the true value.`,
  presentSettings: 'present settings',
  worseStopped: 'worse, stopped',
  noDifferenceThatMatters: 'no difference that matters',
  notDecided: 'not decided',
  guard: 'Guard',
  state: 'State',
  howItsLimitIsMade: 'How its limit is set',
  off: (text: string) => `off: ${text}`,
  watchedNeverBreached: 'watched, never breached',
  whereTheLimitWas: (breach: string, shownValue: string, limit: string) =>
    `${breach}: ${shownValue}, where the limit was ${limit}`,
  dropped: (name: string) => `dropped ${name}`,
  endedTheRunIn: (name: string) => `ended the run in ${name}`,
};
