import { dirname, join, resolve } from 'node:path';
import {
  deepestInclude,
  defaultOptionFiles,
  type OptionLine,
  parseOptionFile,
} from '../../../../knowledge/option-file';
import type { ServerIdentity } from '../../../../shared/server';
import type { Cell } from '../../../../shared/snapshot';
import type { Machine } from '../../../machine/machine';
import type { Collector } from '../../collector';
import { CollectorSkipped } from '../../reading/collector-skipped';

const columns = ['FILE', 'LINE', 'OPTION_GROUP', 'OPTION_NAME', 'OPTION_VALUE'];
const most = 2000;

/** Groups that servers and their start scripts read (manual, "Using Option Files"; MariaDB, sql/mysqld.cc load_default_groups). */
const serverGroups =
  /^(mysqld([-_].*)?|mysqld\d*|server|mysqld_safe|safe_mysqld|mysqld_multi|mariadb(d|_safe)?([-_]\d.*)?|client-server|galera|sst|xtradb_cluster)$/i;

const placeSql = "SHOW GLOBAL VARIABLES WHERE Variable_name IN ('basedir', 'version')";

/**
 * The options of the files that the server reads when it starts, with file and line. Only where the server runs on this
 * machine; secrets are removed, groups of clients are left out.
 */
export const optionFiles: Collector = {
  id: 'option-files',
  costClass: 'light',
  timeoutMs: 5_000,
  when: 'end',
  sources: [{ sql: placeSql }],
  fetch: async (context) => {
    const { host } = context;
    if (!host.readable || host.machine.origin !== 'local') {
      const why = host.readable ? 'files of it are not read over SSH.' : host.text;
      throw new CollectorSkipped({ code: 'no-host', text: `Option files are files of the server: ${why}` });
    }
    const { machine, pid } = host;
    if (machine.platform !== 'linux' || pid === null)
      throw new CollectorSkipped({
        code: 'no-host',
        text: 'The process of the server was not found on this machine.',
      });
    const rows: Cell[][] = [];
    for (const file of await filesOf(context.server, machine, pid)) await readInto(rows, machine, file, []);
    return {
      table: { columns, rows: rows.slice(0, most) },
      ...(rows.length > most ? { truncated: `only the first ${most} options` } : {}),
    };
  },
};

/** The files that the process was started with: its arguments decide. */
async function filesOf(server: ServerIdentity, machine: Machine, pid: number): Promise<string[]> {
  const words = ((await machine.readText(`/proc/${pid}/cmdline`)) ?? '').split('\0');
  const environment = ((await machine.readText(`/proc/${pid}/environ`)) ?? '').split('\0');
  const argument = (name: string) =>
    words.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3) ?? null;
  const variable = (name: string) =>
    environment.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
  if (words.includes('--no-defaults')) return [];
  const files = defaultOptionFiles({
    flavour: server.flavour,
    windows: false,
    home: variable('HOME'),
    sysconfdir: null,
    serverHome: variable('MARIADB_HOME') ?? variable('MYSQL_HOME'),
    defaultsFile: argument('defaults-file'),
    extraFile: argument('defaults-extra-file'),
  });
  return files.map(({ path }) => path);
}

/** @param within the files through which this one is reached */
async function readInto(
  rows: Cell[][],
  machine: Machine,
  file: string,
  within: readonly string[],
): Promise<void> {
  const path = (await machine.realPath(file)) ?? file;
  if (within.includes(path) || within.length > deepestInclude) return;
  const text = await machine.readText(path);
  if (text === null) return;
  for (const [index, line] of parseOptionFile(text).lines.entries()) {
    if (line.kind === 'invalid') return;
    if (line.kind === 'include') await followInto(rows, machine, line, [...within, path]);
    if (line.kind === 'option' && serverGroups.test(line.group))
      rows.push([path, index + 1, line.group, line.name, line.value]);
  }
}

async function followInto(
  rows: Cell[][],
  machine: Machine,
  { path, directory }: Extract<OptionLine, { kind: 'include' }>,
  within: readonly string[],
): Promise<void> {
  const target = resolve(dirname(within.at(-1) ?? '/'), path);
  if (!directory) return readInto(rows, machine, target, within);
  const names = (await machine.list(target)).filter((name) => name.endsWith('.cnf')).sort();
  for (const name of names) await readInto(rows, machine, join(target, name), within);
}
