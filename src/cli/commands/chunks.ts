import { type Command, InvalidArgumentError, Option } from 'commander';
import { defined } from '../../shared/base/defined';
import { type ExitCode, exitCodes } from '../../shared/base/error';
import { type ChunksInput, chunksSchema, maxPoolBytes, maxPoolInstancesAsked } from '../../shared/chunks';
import { type Flavour, flavourSchema, type VersionTriple } from '../../shared/server';
import { printDocument } from '../json-output';
import { parseServerVersion } from '../option-values';
import type { RunContext } from '../run-context';
import { wantsColour } from '../terminal';
import { chunksText } from '../text/chunks-text';
import { colourStyle, plainStyle } from '../text/style';
import { texts } from './texts';

interface ChunksOptions {
  at: 'start' | 'set';
  flavour: Flavour;
  version: VersionTriple;
  size?: number;
  instances?: number;
  chunk?: number;
  currentSize?: number;
  sizeMax?: number;
  pageSize?: 4096 | 8192 | 16384 | 32768 | 65536;
  cpus?: number;
  memory?: number;
  dedicated?: boolean;
  json?: boolean;
}

export function addChunksCommand(
  program: Command,
  context: RunContext,
  finish: (code: ExitCode) => void,
): void {
  program
    .command('chunks')
    .summary(texts.sayWhatAServerMakes)
    .description(texts.worksOutTheBufferPool)
    .addOption(
      new Option('--at <moment>', texts.whenTheServerStartsOr)
        .choices(['start', 'set'])
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--flavour <flavour>', texts.theServer).choices(flavourSchema.options).makeOptionMandatory(),
    )
    .addOption(
      new Option('--version <X.Y.Z>', texts.itsVersionWithAllThree)
        .argParser(parseServerVersion)
        .makeOptionMandatory(),
    )
    .option('--size <size>', texts.innodbBufferPoolSizeIn, parsePoolSize)
    .option('--instances <n>', 'innodb_buffer_pool_instances', parseInstances)
    .option('--chunk <size>', 'innodb_buffer_pool_chunk_size', parsePoolSize)
    .option('--current-size <size>', texts.forAtSetInnodbBuffer, parsePoolSize)
    .option('--size-max <size>', texts.innodbBufferPoolSizeMax, parsePoolSize)
    .option('--page-size <size>', texts.innodbPageSizeIfNot, parsePageSize)
    .option('--cpus <n>', texts.cpusOfTheMachineMysql, parseCpus)
    .option('--memory <size>', texts.memoryOfTheMachineFor, parsePoolSize)
    .option('--dedicated', 'innodb_dedicated_server=ON')
    .option('--json', texts.printOneJsonDocument)
    .addHelpText('after', texts.aFlagThatIsNot)
    .action(async (options: ChunksOptions) => finish(await runChunks(options, context)));
}

async function runChunks(
  options: ChunksOptions,
  { terminal, engine: makeEngine }: RunContext,
): Promise<ExitCode> {
  const engine = await makeEngine({ rules: undefined });
  const chunks = await engine.call('chunks.compute', chunksInput(options));
  if (options.json === true) {
    printDocument(terminal.stdout, chunksSchema, chunks);
  } else {
    const style = wantsColour(terminal) ? colourStyle : plainStyle;
    terminal.stdout.writeStyled(chunksText(chunks, style));
  }
  return exitCodes.done;
}

function chunksInput(options: ChunksOptions): ChunksInput {
  const { at, flavour, version, size, instances, chunk, currentSize, sizeMax, pageSize, cpus, memory } =
    options;
  return {
    at,
    flavour,
    version,
    ...defined({
      sizeBytes: size,
      instances,
      chunkBytes: chunk,
      currentSizeBytes: currentSize,
      sizeMaxBytes: sizeMax,
      pageBytes: pageSize,
      cpus,
      memoryBytes: memory,
      dedicated: options.dedicated,
    }),
  };
}

const sizeFactors: Record<string, number> = { '': 1, K: 1024, M: 1024 ** 2, G: 1024 ** 3, T: 1024 ** 4 };

/** A whole number with K, M, G or T, as the servers read it: they refuse `1.5G`. Returns bytes, at most 1 PiB. */
function parsePoolSize(text: string): number {
  const match = /^(\d{1,20})([KMGT]?)$/i.exec(text);
  const factor = sizeFactors[(match?.[2] ?? '').toUpperCase()];
  if (match === null || factor === undefined) {
    throw new InvalidArgumentError(texts.giveWholeBytesOrA);
  }
  const bytes = Number(match[1]) * factor;
  if (bytes > maxPoolBytes) throw new InvalidArgumentError(texts.giveAtMost1024t);
  return bytes;
}

function parseInstances(text: string): number {
  const message = texts.giveAWholeNumberFrom(maxPoolInstancesAsked);
  if (!/^\d{1,4}$/.test(text) || Number(text) > maxPoolInstancesAsked)
    throw new InvalidArgumentError(message);
  return Number(text);
}

function parseCpus(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text) || Number(text) > 65_536) {
    throw new InvalidArgumentError(texts.giveAWholeNumberFrom1);
  }
  return Number(text);
}

function parsePageSize(text: string): NonNullable<ChunksOptions['pageSize']> {
  const found = ([4096, 8192, 16_384, 32_768, 65_536] as const).find((size) => {
    return text === String(size) || text.toUpperCase() === `${size / 1024}K`;
  });
  if (found === undefined) throw new InvalidArgumentError('Give 4K, 8K, 16K, 32K or 64K.');
  return found;
}
