// npm run servers -- start mysql97 --innodb-buffer-pool-size=64M
// npm run servers -- start galera
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningServer, serverAvailability, serverIds, serverTitles, startServer } from './index.ts';
import type { ServerId } from './recipe.ts';
import { galeraAvailability, startGaleraCluster } from './topology/galera.ts';
import { startGroup } from './topology/group.ts';
import { startReplication } from './topology/replication.ts';
import type { Topology } from './topology/topology.ts';

const help = `Throw-away MySQL and MariaDB servers on this machine.

  npm run servers -- list
      Which servers there are, and which are running.
  npm run servers -- start SERVER [--defaults-file=FILE] [SERVER OPTION...]
      Starts one on a free port of 127.0.0.1 and a socket, root without a password.
      Ctrl-C stops it and removes all its data.

  npm run servers -- start TOPOLOGY [SERVER]
      Several servers that replicate with each other: galera (two nodes of MariaDB 10.11), group (three members of
      MySQL 9.7), replication SERVER (a source and its replica, by GTID where the server has them).

  SERVER is one of ${serverIds.join(', ')}.
  Server options are passed as they are, for example --innodb-buffer-pool-size=64M.
  MariaDB's performance schema is off unless asked for: --performance-schema=ON
`;

const topologies: Readonly<Record<string, (rest: string[]) => Promise<Topology>>> = {
  galera: () => startGaleraCluster(),
  group: () => startGroup(),
  replication: ([name]) => {
    const id = serverIds.find((known) => known === name);
    if (!id) throw new Error(`Replication between which servers? One of ${serverIds.join(', ')}.`);
    return startReplication(id);
  },
};

process.exitCode = await main(process.argv.slice(2));

async function main([command, ...args]: string[]): Promise<number> {
  if (command === undefined || command === '--help' || command === '-h' || command === 'help') {
    process.stdout.write(help);
    return command === undefined ? 2 : 0;
  }
  if (command === 'list') return list();
  if (command === 'start') return start(args);
  process.stderr.write(`Unknown command ${command}.\n\n${help}`);
  return 2;
}

async function startTopology(start: (rest: string[]) => Promise<Topology>, rest: string[]): Promise<number> {
  let topology: Topology;
  try {
    topology = await start(rest);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
  for (const { id, version, pid, port, socket } of topology.members)
    process.stdout.write(
      `${serverTitles[id]} (${version}), process ${pid}, port ${port} on 127.0.0.1, socket ${socket}\n`,
    );
  process.stdout.write('Ctrl-C stops them and removes their data.\n');
  await untilAskedToStop();
  await topology.stop();
  process.stdout.write('Stopped.\n');
  return 0;
}

async function start([name = '', ...rest]: string[]): Promise<number> {
  const topology = topologies[name];
  if (topology) return startTopology(topology, rest);
  const id = serverIds.find((known) => known === name);
  if (!id) {
    process.stderr.write(`Which server? One of ${serverIds.join(', ')}.\n`);
    return 2;
  }
  const isDefaultsFile = (argument: string): boolean => argument.startsWith('--defaults-file=');
  const defaultsFile = rest.find(isDefaultsFile)?.slice('--defaults-file='.length);
  const args = rest.filter((argument) => !isDefaultsFile(argument));
  let server: RunningServer;
  try {
    server = await startServer(id, { args, ...(defaultsFile === undefined ? {} : { defaultsFile }) });
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
  process.stdout.write(
    [
      `${serverTitles[id]} (${server.version}) takes connections, process ${server.pid}.`,
      `  socket     ${server.socket}`,
      `  port       ${server.port} on 127.0.0.1`,
      `  connect    mysql --user=root --socket=${server.socket}`,
      `  diagnose   bin/latchkey snapshot --socket ${server.socket} --user root --for 15s -o x.lks`,
      `  error log  ${server.errorLog}`,
      'Ctrl-C stops it and removes its data.',
      '',
    ].join('\n'),
  );
  await untilAskedToStop();
  await server.stop();
  process.stdout.write('Stopped.\n');
  return 0;
}

function untilAskedToStop(): Promise<void> {
  return new Promise((resolve) => {
    // The server and its watchdog do not keep this process alive, so something must.
    const alive = setInterval(() => undefined, 60_000);
    const done = (): void => {
      clearInterval(alive);
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, done);
  });
}

async function list(): Promise<number> {
  const galera = await galeraAvailability();
  process.stdout.write(`galera       two nodes, ${galera.available ? galera.version : galera.reason}\n`);
  for (const id of serverIds) {
    const found = await serverAvailability(id);
    const state = found.available ? found.version : found.reason;
    process.stdout.write(`${id.padEnd(12)} ${serverTitles[id].padEnd(14)} ${state}\n`);
  }
  for (const line of runningServers()) process.stdout.write(`${line}\n`);
  return 0;
}

function runningServers(): string[] {
  const parents = [...new Set([tmpdir(), '/tmp'])];
  return parents.flatMap((parent) =>
    readdirSync(parent)
      .filter((name) => serverIds.some((id: ServerId) => name.startsWith(`latchkey-${id}-`)))
      .flatMap((name) => described(join(parent, name))),
  );
}

function described(folder: string): string[] {
  try {
    const { id, version, pid, port, socket } = JSON.parse(readFileSync(join(folder, 'server.json'), 'utf8'));
    process.kill(pid, 0);
    return [`running: ${id} ${version}, process ${pid}, port ${port}, socket ${socket}`];
  } catch {
    // Just starting, just stopping or gone.
    return [];
  }
}
