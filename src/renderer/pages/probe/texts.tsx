import type { ReactNode } from 'react';

/** What stands in the window in this folder's parts; parameters are what is filled in. */
export const texts = {
  variants: 'Variants',
  comparedWithThePresentSettings: 'Compared with the present settings',
  asProposed: 'As proposed',
  addVariant: 'Add variant',
  variant: 'Variant',
  settings: 'Settings',
  remove: 'Remove',
  nameOfVariant: (number: number) => `Name of variant ${number}`,
  settingsOfVariant: (number: number) => `Settings of variant ${number}`,
  rowsOfThePerformanceSchema: 'rows of the Performance Schema set-up',
  variableValueVariableValue: 'variable = value, variable = value',
  remove2: (span: ReactNode) => <>Remove{span}</>,
  variant2: (number: number) => `variant ${number}`,
  askingWhichProbesSuit: 'Checking which probes suit',
  thereIsNoSuchProbe: 'There is no such probe.',
  allProbes: 'All probes',
  findingsThatItTests: 'Findings that it tests',
  noServer: 'No server',
  thisProbeRunsOnA: 'This probe runs on a server. Connect to one with a load that may be measured.',
  connectToAServer: 'Connect to a server',
  refused: 'Refused',
  notOn: (target: string) => `Not on ${target}.`,
  showThePlan: 'Show the plan',
  nothingIsChangedOnBefore: (target: string) =>
    `Nothing is changed on ${target} before you agree to its statements.`,
  workingOutThePlan: 'Working out the plan',
  planOfTheProbe: 'Plan of the probe',
  runThisProbe: 'Run this probe',
  anotherProbeIsUnderWay: 'Another probe is running.',
  blocksExploreAllOfThem: (explorationBlocks: number) =>
    explorationBlocks === 1
      ? ' 1 block explores all of them, then'
      : ` ${explorationBlocks} blocks explore all of them, then`,
  thePlan: 'The plan',
  comparedWithThePresentSettingsUnder: (numberOfArms: string, workload: string) =>
    `${numberOfArms} compared with the present settings under ${workload}.`,
  oneVariantIs: 'One variant is',
  are: (variantCount: string) => `${variantCount} are`,
  decide: (explored: string, explored2: string, design: string, isOne: boolean, verdictArms: string) =>
    `${explored}${explored2} ${design} ${isOne ? 'decides' : 'decide'}${verdictArms}.`,
  atMost: ' At most',
  atMost2: ' at most',
  onTheBest: (verdictArms: number) => ` on the best ${verdictArms}`,
  itTakesAtMost: (totalSeconds: string) => `It takes ${totalSeconds} at most.`,
  leftOut: (reason: string) => `Left out: ${reason}`,
  theOrderIsDrawnWith: (seed: number) => `Random seed of the order: ${seed}.`,
  theServerItselfRestoresEverything: (seconds: number) =>
    `The server itself restores everything when it has not heard of Latchkey for ${seconds} s.`,
  variant3: 'variant',
  asTheProbeProposes: 'As the probe proposes',
  timeAndComparison: 'Time and comparison',
  about: (defaultSeconds: string) => `about ${defaultSeconds}`,
  settlingAfterEachChangeSeconds: 'Settling time, seconds',
  smallestRelevantChange: 'Smallest relevant change, %',
  iAgreeToRelaxDurability:
    'I agree to relax durability: a crash of the server or the machine meanwhile may lose transactions that clients believe committed.',
  whatIsCompared: 'What is compared',
  variantsWithThePresentSettings: 'Variants with the present settings',
  valuesOfOneVariableWith: 'Values of one variable or two with the present ones (best value)',
  variable: 'Variable, or two with a comma',
  numericAndOneThatActs:
    'Numeric, and such as act at once. Half of the time explores values, each four times its neighbour: up to six of one variable, up to 16 pairs of two. The other half confirms what looks best in fresh blocks.',
};
