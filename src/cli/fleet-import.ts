import { dirname, isAbsolute, relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { defined } from '../shared/base/defined';
import { type ExitCode, exitCodes, LatchkeyError } from '../shared/base/error';
import { counted } from '../shared/base/units';
import {
  addMetricsOptions,
  type MetricsOptions,
  metricsSecrets,
  metricsSource,
  passwordVariable,
  tokenVariable,
} from './metrics-options';
import type { RunContext } from './run-context';
import { texts } from './texts';

interface ImportOptions extends MetricsOptions {
  saved?: boolean;
  output?: string;
}

export function addFleetImport(fleet: Command, context: RunContext, finish: (code: ExitCode) => void): void {
  const imports = fleet
    .command('import')
    .description(texts.makesAnInventoryOfAnother)
    .argument('[file]', texts.inventoryOfAnsibleIniOr)
    .option('--saved', texts.ofTheConnectionsThatAre)
    .option('-o, --output <file>', texts.writeToAFileInstead);
  addMetricsOptions(imports, false);
  imports.action(async (file: string | undefined, options: ImportOptions) =>
    finish(await runImport(file, options, context)),
  );
}

async function runImport(
  file: string | undefined,
  options: ImportOptions,
  context: RunContext,
): Promise<ExitCode> {
  const { saved, from, output } = options;
  if ([file !== undefined, saved === true, from !== undefined].filter((given) => given).length !== 1) {
    throw new LatchkeyError('usage', texts.giveEitherAFileSaved);
  }
  const engine = await context.engine({ rules: undefined });
  const request = {
    path: file ?? null,
    ...(from === undefined ? {} : { store: await storeOf(options, context) }),
  };
  const { signal } = context;
  const { text, servers, remarks } = await engine.call('fleet.import', request, { signal });
  for (const remark of remarks) context.terminal.stderr.line(remark);
  context.terminal.stderr.line(`${counted(servers, 'server')}.`);
  await writeOut(text, output, context, engine);
  return exitCodes.done;
}

/** The store, and how the inventory names it: with references to its secrets. */
async function storeOf(options: ImportOptions, { terminal, clock }: RunContext) {
  const source = metricsSource(options);
  const secrets = await metricsSecrets(options, terminal);
  const now = clock.now().getTime();
  const { caFile: ca, mappingFile: mapping, tokenFile, tokenVariable: _, ...rest } = source;
  return {
    request: {
      ...{ source, secrets },
      from: new Date(now - 3_600_000).toISOString(),
      to: new Date(now).toISOString(),
    },
    history: {
      ...rest,
      ...defined({
        ca: ca === undefined ? undefined : resolve(ca),
        mapping: mapping === undefined ? undefined : resolve(mapping),
        ...tokenReference(tokenFile, secrets.token !== undefined, options.output),
        password: secrets.password === undefined ? undefined : { env: passwordVariable },
      }),
    },
  };
}

/** A token file is named where it lies beside the inventory: elsewhere an inventory may name none. */
function tokenReference(tokenFile: string | undefined, hasToken: boolean, output: string | undefined) {
  const folder = dirname(resolve(output ?? 'inventory.yaml'));
  const way = tokenFile === undefined ? '..' : relative(folder, resolve(tokenFile));
  if (!way.startsWith('..') && !isAbsolute(way)) return { 'token-file': way };
  return hasToken || tokenFile !== undefined ? { token: { env: tokenVariable } } : {};
}

/** Writes a text to a file, or to standard output. */
export async function writeOut(
  text: string,
  output: string | undefined,
  { terminal }: RunContext,
  engine: Awaited<ReturnType<RunContext['engine']>>,
): Promise<void> {
  if (output === undefined) {
    terminal.stdout.writeDocument(text);
    return;
  }
  await engine.call('document.write', { path: output, text });
  terminal.stderr.line(texts.wrote(output));
}
