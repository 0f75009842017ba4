import { resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { defined } from '../shared/base/defined';
import { LatchkeyError } from '../shared/base/error';
import { type MetricId, type ProbeWorkload, sysbenchPresetSchema, sysbenchPresets } from '../shared/probe';
import { parseLongTime, parsePositiveInteger } from './option-values';
import { texts } from './texts';

/** What loads the server while it is measured, how it is measured, and who restores it where Latchkey cannot. */
export interface WorkloadOptions {
  workload?: Workload;
  threads: number;
  rate?: number;
  slowLog?: string;
  tables: number;
  rows: number;
  deadMansSwitch?: number | true;
  maxTime?: number;
  metric?: MetricId;
  seed?: number;
  allowDurability?: boolean;
}
type Workload =
  | { kind: 'live' }
  | { kind: 'replay' }
  | { kind: 'sysbench'; preset: (typeof sysbenchPresets)[number] };

/** Without Latchkey, until the server restores everything itself. */
const usualSwitchSeconds = 30;
/** Adds the load of a measurement and its dead man's switch. */
export function addWorkloadOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--workload <kind>', texts.liveReplayOrSysbenchDefault(sysbenchPresets.join('|'))).argParser(
        parseWorkload,
      ),
    )
    .addOption(
      new Option('--threads <number>', texts.connectionsOfSysbenchOrOf)
        .argParser(parsePositiveInteger)
        .default(4),
    )
    .option('--slow-log <file>', texts.withReplaySelectsOfThis)
    .addOption(
      new Option('--rate <number>', texts.withReplayStatementsPerSecond).argParser(parsePositiveInteger),
    )
    .addOption(
      new Option('--tables <number>', texts.tablesOfSysbench).argParser(parsePositiveInteger).default(4),
    )
    .addOption(
      new Option('--rows <number>', texts.rowsOfEachTableOf).argParser(parsePositiveInteger).default(25_000),
    )
    .addOption(new Option('--dead-mans-switch [time]', texts.anEventOfTheServer).argParser(parseSwitchTime));
}

/** What the requests of a probe and of a proof have in common. @throws LatchkeyError usage for options of a replay with another load */
export function measurementOf(options: WorkloadOptions) {
  const { maxTime, metric, seed, allowDurability, deadMansSwitch } = options;
  const deadMansSwitchSeconds = deadMansSwitch === true ? usualSwitchSeconds : deadMansSwitch;
  return {
    workload: workloadOf(options),
    ...(maxTime === undefined ? {} : { maxSeconds: maxTime / 1000 }),
    ...defined({ metric, seed, allowDurability, deadMansSwitchSeconds }),
  };
}

function workloadOf(options: WorkloadOptions): ProbeWorkload {
  const { workload = { kind: 'live' }, threads, tables, rows, rate, slowLog } = options;
  if (workload.kind === 'replay') {
    return {
      kind: 'replay',
      threads,
      ...defined({ rate }),
      ...(slowLog === undefined ? {} : { slowLog: resolve(slowLog) }),
    };
  }
  if (rate !== undefined || slowLog !== undefined) {
    throw new LatchkeyError('usage', texts.slowLogAndRateGo);
  }
  return workload.kind === 'sysbench' ? { ...workload, threads, tables, rows } : workload;
}

function parseWorkload(text: string): Workload {
  if (text === 'live') return { kind: 'live' };
  if (text === 'replay') return { kind: 'replay' };
  const preset = sysbenchPresetSchema.safeParse(/^sysbench:(.*)$/.exec(text)?.[1]);
  if (preset.success) return { kind: 'sysbench', preset: preset.data };
  throw new InvalidArgumentError(
    texts.giveLiveReplayOrOne(sysbenchPresets.map((each) => `sysbench:${each}`).join(', ')),
  );
}

/** Seconds: shorter than 5 leaves no room for a busy moment. */
function parseSwitchTime(text: string): number {
  const seconds = parseLongTime(text) / 1000;
  if (Number.isInteger(seconds) && seconds >= 5 && seconds <= 3600) return seconds;
  throw new InvalidArgumentError(texts.giveWholeSeconds5sTo);
}
