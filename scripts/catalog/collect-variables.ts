// `node scripts/catalog/collect-variables.ts [SERVER ...]`: writes src/knowledge/catalog/reported/SERVER.json, every variable that
// the server reports, for each server that is set up here. For adding a new server version.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { homedir, hostname, tmpdir } from 'node:os';
import type { ReportedVariable } from '../../src/knowledge/catalog/reported/reported-variables.ts';
import {
  type RunningServer,
  type ServerId,
  serverAvailability,
  serverIds,
  startServer,
} from '../servers/index.ts';
import { openOptionTrials } from './option-trials.ts';
import { reportedByMariadb } from './reported-by-mariadb.ts';
import { reportedByMysql } from './reported-by-mysql.ts';
import { openSession } from './server-session.ts';

async function collect(id: ServerId): Promise<{ version: string; variables: Map<string, ReportedVariable> }> {
  const server = await startServer(id);
  try {
    const reported = await ask(id, server);
    const elsewhere = await defaultsOnOneCpu(id);
    const given = givenOptions(server, id);
    for (const [name, variable] of reported) {
      const value = variable.value;
      if (value === undefined) continue;
      const ofTheInstallation =
        ofTheBuild.test(name) ||
        given.has(name) ||
        elsewhere.get(name) !== value ||
        [server.dir, hostname(), homedir(), tmpdir()].some((text) => value.includes(text));
      if (ofTheInstallation) {
        const { value: _, ...rest } = variable;
        reported.set(name, rest);
      }
    }
    return { version: server.version, variables: reported };
  } finally {
    await server.stop();
  }
}

/** What shows of the build, the machine or the moment rather than being a default. */
const ofTheBuild =
  /^(version|have_|license$|protocol_version$|system_time_zone$|lower_case_file_system$|large_files_support$|hostname$|gtid_(executed|purged|owned|next|(binlog|current|slave)_(pos|state))$|core_file$|locked_in_memory$|build_|(innodb_version|wsrep_patch_version|in_transaction)$)/;

async function ask(id: ServerId, server: RunningServer): Promise<Map<string, ReportedVariable>> {
  const session = await openSession(server);
  try {
    if (id.startsWith('mariadb')) return await reportedByMariadb(session);
    const trials = openOptionTrials(id);
    try {
      return await reportedByMysql(session, trials);
    } finally {
      trials.end();
    }
  } finally {
    await session.close();
  }
}

/** Defaults of a second server in another folder and with one CPU: what differs is no constant. */
async function defaultsOnOneCpu(id: ServerId): Promise<Map<string, string | null>> {
  const affinity = /: (\S+)$/m.exec(
    spawnSync('taskset', ['-pc', String(process.pid)], { encoding: 'utf8' }).stdout ?? '',
  );
  const pin = (cpus: string) => spawnSync('taskset', ['-pc', cpus, String(process.pid)]);
  if (affinity !== null) pin('0');
  const server = await startServer(id);
  const session = await openSession(server);
  try {
    const rows = await session.rows(
      id.startsWith('mariadb')
        ? 'SELECT LOWER(VARIABLE_NAME), DEFAULT_VALUE FROM information_schema.SYSTEM_VARIABLES'
        : 'SHOW GLOBAL VARIABLES',
    );
    return new Map(rows.map(([name, value]) => [String(name).toLowerCase(), value ?? null]));
  } finally {
    await session.close();
    await server.stop();
    if (affinity !== null) pin(affinity[1] ?? '0');
  }
}

/** Variables that the throw-away server was started with: their values are no defaults. */
function givenOptions(server: RunningServer, id: ServerId): Set<string> {
  if (id.startsWith('mariadb')) return new Set();
  const commandLine = readFileSync(`/proc/${server.pid}/cmdline`, 'utf8').split('\0');
  return new Set(
    commandLine.flatMap((text) => {
      const option = /^--([\w-]+)/.exec(text)?.[1];
      return option === undefined ? [] : [option.replaceAll('-', '_')];
    }),
  );
}

/** The text of a file: one variable a line, so that differences between servers and versions are easy to see. */
function reportedVariablesText(version: string, variables: Map<string, ReportedVariable>): string {
  const lines = [...variables]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, variable]) => `    ${JSON.stringify(name)}: ${JSON.stringify(variable, digits)}`);
  return `{
  "version": [${version.split('.').join(', ')}],
  "variables": {
${lines.join(',\n')}
  }
}
`;
}

function digits(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

const wanted = serverIds.filter((id) => process.argv.length < 3 || process.argv.includes(id));
for (const id of wanted) {
  const found = await serverAvailability(id);
  if (!found.available) {
    console.error(`${id}: ${found.reason}`);
    continue;
  }
  const { version, variables } = await collect(id);
  const file = `src/knowledge/catalog/reported/${id}.json`;
  writeFileSync(file, reportedVariablesText(version, variables));
  console.log(`${file}: ${variables.size} variables of ${version}`);
}
