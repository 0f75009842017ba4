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
    .summary('say what a server makes of a buffer pool size')
    .description(
      'Works out the buffer pool that a server really gets from innodb_buffer_pool_size, _instances and _chunk_size, ' +
        'when it starts or after SET GLOBAL, with the messages that it prints. Needs no server.',
    )
    .addOption(
      new Option('--at <moment>', 'when the server starts, or by SET GLOBAL while it runs')
        .choices(['start', 'set'])
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--flavour <flavour>', 'the server').choices(flavourSchema.options).makeOptionMandatory(),
    )
    .addOption(
      new Option('--version <X.Y.Z>', 'its version, with all three numbers')
        .argParser(parseServerVersion)
        .makeOptionMandatory(),
    )
    .option('--size <size>', 'innodb_buffer_pool_size: in the option file, or of SET GLOBAL', parsePoolSize)
    .option('--instances <n>', 'innodb_buffer_pool_instances', parseInstances)
    .option('--chunk <size>', 'innodb_buffer_pool_chunk_size', parsePoolSize)
    .option(
      '--current-size <size>',
      'for --at set: innodb_buffer_pool_size of the running server',
      parsePoolSize,
    )
    .option('--size-max <size>', 'innodb_buffer_pool_size_max (MariaDB 10.11.12 and later)', parsePoolSize)
    .option('--page-size <size>', 'innodb_page_size, if not 16K', parsePageSize)
    .option(
      '--cpus <n>',
      'CPUs of the machine: MySQL 8.4 and later derive the instances from them',
      parseCpus,
    )
    .option('--memory <size>', 'memory of the machine, for --dedicated', parsePoolSize)
    .option('--dedicated', 'innodb_dedicated_server=ON')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      `
A flag that is not given stands for an option that is not set. Sizes take K, M, G or T.
For --at set, --instances, --chunk and --size-max are those of the running server.

Examples:
  latchkey chunks --at start --flavour mysql --version 8.0.36 --size 9G --instances 16
  latchkey chunks --at set --flavour mysql --version 8.4.3 --size 1536M --current-size 2G --instances 8
  latchkey chunks --at set --flavour mariadb --version 11.8.6 --size 4G --current-size 1G --json`,
    )
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
    throw new InvalidArgumentError('Give whole bytes, or a whole number with K, M, G or T, such as 1536M.');
  }
  const bytes = Number(match[1]) * factor;
  if (bytes > maxPoolBytes) throw new InvalidArgumentError('Give at most 1024T.');
  return bytes;
}

function parseInstances(text: string): number {
  const message = `Give a whole number from 0 to ${maxPoolInstancesAsked}.`;
  if (!/^\d{1,4}$/.test(text) || Number(text) > maxPoolInstancesAsked)
    throw new InvalidArgumentError(message);
  return Number(text);
}

function parseCpus(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text) || Number(text) > 65_536) {
    throw new InvalidArgumentError('Give a whole number from 1 to 65536.');
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
