import type { Engine } from '../engine';
import { defined } from '../shared/base/defined';
import { type ExitCode, exitCodes, LatchkeyError } from '../shared/base/error';
import { counted } from '../shared/base/units';
import type { ConnectionSecrets } from '../shared/connection';
import type { Inventory, InventoryServer } from '../shared/fleet-inventory';
import { type FleetRound, fleetRoundDocumentName, fleetRoundDocumentSchema } from '../shared/fleet-rounds';
import type { Progress } from '../shared/progress';
import type { FleetSnapshotRequest } from '../shared/rpc/fleet';
import { printDocument } from './json-output';
import { progressDisplay } from './progress';
import type { RunContext } from './run-context';
import type { Terminal } from './terminal';
import { field } from './text/style';
import { texts } from './texts';

export interface FleetSnapshotOptions {
  output?: string;
  for: number;
  interval: number;
  last: number;
  concurrency: number;
  timeLimit?: number;
  resume?: boolean;
  where?: Record<string, string>;
  json?: boolean;
}

/** What connecting and reading take beside the window, at most, ms, unless a limit is given. */
const beyondWindow = 120_000;

/** Takes a round of snapshots. Its exit code is 3 when a server has none or a partial one. */
export async function runFleetSnapshot(
  path: string,
  options: FleetSnapshotOptions,
  { terminal, signal, engine: makeEngine }: RunContext,
): Promise<ExitCode> {
  const json = options.json === true;
  const engine = await makeEngine({ rules: undefined });
  const inventory = await engine.call('fleet.inventory', { path });
  const folder = options.output ?? inventory.folder;
  if (folder === null) {
    throw new LatchkeyError('usage', texts.itIsNotSaidWhere, {
      hint: texts.giveAFolderWithO,
    });
  }
  const round = await takeRound(engine, requestOf(inventory, folder, options, terminal), {
    terminal,
    signal,
    json,
  });
  if (json) {
    const document = { ...round, schema: fleetRoundDocumentName, folder } as const;
    printDocument(terminal.stdout, fleetRoundDocumentSchema, document);
  }
  const taken = round.servers.filter(({ outcome }) => outcome === 'taken').length;
  const sentence = `${taken} of ${counted(round.servers.length, 'snapshot')} in ${folder}`;
  if (signal.aborted) {
    throw new LatchkeyError('cancelled', texts.cancelled(sentence), {
      hint: texts.withResumeTheNextRun,
    });
  }
  if (!json) terminal.stderr.line(`${sentence}.`);
  return taken === round.servers.length ? exitCodes.done : exitCodes.server;
}

async function takeRound(
  engine: Engine,
  request: FleetSnapshotRequest,
  { terminal, signal, json }: { terminal: Terminal; signal: AbortSignal; json: boolean },
): Promise<FleetRound> {
  const display = progressDisplay(terminal.stderr, json);
  const report = (progress: Progress) => {
    const { server } = progress;
    if (server !== undefined && server.state !== 'running' && !json) {
      display.clear();
      terminal.stdout.write(
        `${field(server.name)}: ${server.state}${server.text === server.state ? '' : `, ${field(server.text)}`}\n`,
      );
      return;
    }
    display.report(progress);
  };
  try {
    return await engine.call('fleet.snapshot', request, { signal, report, warn: display.warn });
  } finally {
    display.clear();
  }
}

function requestOf(
  { servers, ignore, baseline }: Inventory,
  folder: string,
  options: FleetSnapshotOptions,
  { environment }: Terminal,
): FleetSnapshotRequest {
  const wanted = servers.filter(({ labels }) =>
    Object.entries(options.where ?? {}).every(([name, value]) => labels[name] === value),
  );
  // What others take is only read.
  const connected = wanted.filter(
    ({ target, history, problem }) => target !== null || history !== null || problem !== undefined,
  );
  if (connected.length === 0) {
    throw new LatchkeyError('usage', texts.theInventoryNamesNoServer, {
      hint: options.where === undefined ? texts.giveAServerAConnection : texts.noServerHasTheseLabels,
    });
  }
  return {
    folder,
    servers: connected.map((server) => serverOf(server, environment)),
    ignore,
    baseline,
    windowSeconds: options.for / 1000,
    intervalMs: options.interval,
    storeHours: options.last,
    concurrency: options.concurrency,
    timeLimitSeconds: (options.timeLimit ?? options.for + beyondWindow) / 1000,
    resume: options.resume === true,
  };
}

function serverOf(
  { name, labels, target, declaredHost, history, passwordEnv, sshPasswordEnv, problem }: InventoryServer,
  environment: Terminal['environment'],
): FleetSnapshotRequest['servers'][number] {
  const secrets: ConnectionSecrets = {};
  const unset: string[] = [];
  const read = (variable: string | null) => {
    const value = variable === null ? undefined : environment[variable];
    if (variable !== null && value === undefined) unset.push(variable);
    return value;
  };
  // Passwords of connections that are not made are not asked for.
  const isSource = target === null && history !== null;
  const [password, sshPassword] = isSource ? [] : [read(passwordEnv), read(sshPasswordEnv)];
  const [token, storePassword] = [read(history?.tokenEnv ?? null), read(history?.passwordEnv ?? null)];
  if (password !== undefined) secrets.password = password;
  if (sshPassword !== undefined) secrets.sshPassword = sshPassword;
  const missing =
    unset.length === 0
      ? problem
      : new LatchkeyError('usage', texts.theEnvironmentVariableIsNot(unset.join(', '), name), {
          hint: texts.setItForTheCommand(unset[0] ?? ''),
        }).toDocument();
  return {
    name,
    labels,
    target: target ?? {},
    secrets,
    declaredHost,
    ...(history === null
      ? {}
      : {
          store: {
            ...{ source: history.source, server: history.server, hours: history.hours, isSource },
            secrets: defined({ token, password: storePassword }),
          },
        }),
    ...(missing === undefined ? {} : { problem: missing }),
  };
}
