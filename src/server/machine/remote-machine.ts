import { randomUUID } from 'node:crypto';
import { LatchkeyError } from '../../shared/base/error';
import type { SshConnection } from '../connect/ssh/ssh-connection';
import { listLength } from './host-fact';
import type { ServerPlace } from './locality';
import type { Machine, Space } from './machine';
import { kibibytes } from './memory';
import { remoteScript } from './remote-script';
import { texts } from './texts';

const timeoutMs = 10_000;
const maxBytes = 2 * 1024 ** 2;

/**
 * Reads what host facts need of the SSH host, with one command that changes nothing there.
 * @returns a machine that answers from what was read
 * @throws LatchkeyError cancelled, connection-lost, timeout or query-failed (the host ran no such command)
 */
export async function readRemoteMachine(
  ssh: SshConnection,
  place: ServerPlace,
  signal: AbortSignal,
): Promise<Machine> {
  const mark = randomUUID();
  const folders = [place.datadir, place.redoDir, place.binlogDir, place.undoDir, place.tmpDir].filter(
    (path) => path !== null,
  );
  const command = remoteScript(mark, place.pidFile, [...new Set(folders)]);
  const { stdout, stderr, truncated } = await ssh.exec(command, { timeoutMs, maxBytes, signal });
  if (!stdout.includes(`\n${mark} E`)) {
    const why = truncated
      ? 'it printed more than is taken'
      : stderr.trim().split('\n')[0]?.slice(0, 200) || 'its shell answered nothing';
    throw new LatchkeyError('query-failed', texts.hostFactsCouldNotBe(ssh.name, why));
  }
  return machineOf(parseAnswers(stdout, mark));
}

/** What the script printed. */
interface Answers {
  system: string;
  files: Map<string, string>;
  links: Map<string, string>;
  counts: Map<string, number>;
  spaces: Map<string, Space>;
  paths: string[];
}

function parseAnswers(output: string, mark: string): Answers {
  const answers: Answers = {
    system: '',
    files: new Map(),
    links: new Map(),
    counts: new Map(),
    spaces: new Map(),
    paths: [],
  };
  for (const part of output.split(`\n${mark} `).slice(1)) {
    const end = part.indexOf('\n');
    const heading = end === -1 ? part : part.slice(0, end);
    const text = end === -1 ? '' : part.slice(end + 1);
    const path = heading.slice(2);
    const lines = text.split('\n').filter((line) => line !== '');
    switch (heading[0]) {
      case 'U':
        answers.system = text.trim();
        break;
      case 'F':
        // The arguments of a process stand on lines, because shells cannot hold NUL.
        answers.files.set(path, /^\/proc\/\d+\/cmdline$/.test(path) ? text.replaceAll('\n', '\0') : text);
        break;
      case 'T':
        for (const line of lines) {
          const colon = line.indexOf(':');
          if (colon > 0) answers.files.set(line.slice(0, colon), line.slice(colon + 1));
        }
        break;
      case 'L':
        answers.links.set(path, text.trim());
        break;
      case 'N':
        for (const line of lines) {
          const link = /(?<!\S)(\S+) -> (?:\.\.\/)+(?!\.\.\/)(\S+)$/.exec(line);
          if (link !== null) answers.links.set(`${path}/${link[1]}`, `/sys/${link[2]}`);
        }
        break;
      case 'C':
        answers.counts.set(path, Number(text.trim()));
        break;
      case 'D': {
        const space = spaceOf(lines);
        if (space !== null) answers.spaces.set(path, space);
        break;
      }
      case 'P':
        answers.paths.push(...lines.filter((line) => !line.includes('*')));
        break;
    }
  }
  return answers;
}

/** What `df -Pk` prints of one folder: device, KiB in all, used, free, share, mount point. */
function spaceOf(lines: readonly string[]): Space | null {
  const [, total, free] = /\s(\d+)\s+\d+\s+(\d+)\s+\d+%\s/.exec(lines[1] ?? '') ?? [];
  return total === undefined || free === undefined
    ? null
    : { total: Number(total) * 1024, free: Number(free) * 1024 };
}

function machineOf({ system, files, links, counts, spaces, paths }: Answers): Machine {
  const cpuInfo = files.get('/proc/cpuinfo') ?? '';
  const memoryBytes = kibibytes(files.get('/proc/meminfo') ?? '', 'MemTotal');
  const processors = listLength(files.get('/sys/devices/system/cpu/online') ?? '');
  if (system !== 'Linux' || memoryBytes === null || processors === null) {
    throw new LatchkeyError(
      'query-failed',
      system === 'Linux'
        ? texts.theSshHostDoesNot
        : texts.theSshHostRunsHost(system || texts.anUnknownSystem),
    );
  }
  const all = [...files.keys(), ...paths];
  return {
    origin: 'ssh',
    hostname: (files.get('/proc/sys/kernel/hostname') ?? '').trim(),
    platform: 'linux',
    cpus: processors,
    cpuModel: /^(?:model name|Model)\s*:(.+)$/m.exec(cpuInfo)?.[1]?.trim() ?? null,
    memoryBytes,
    addresses: addressesOf(files),
    readText: async (path) => files.get(path) ?? null,
    realPath: async (path) => links.get(path) ?? null,
    list: async (folder) => [
      ...new Set(
        all
          .filter((path) => path.startsWith(`${folder}/`))
          .map((path) => path.slice(folder.length + 1).split('/')[0] ?? ''),
      ),
    ],
    count: async (path) => counts.get(path) ?? null,
    space: async (path) => spaces.get(path) ?? null,
  };
}

/** Own addresses: /32 LOCAL entries of the routing table, and /proc/net/if_inet6. */
function addressesOf(files: ReadonlyMap<string, string>): string[] {
  const four = [...(files.get('/proc/net/fib_trie') ?? '').matchAll(/\|-- ([\d.]+)\n\s+\/32 host LOCAL/g)];
  const six = [...(files.get('/proc/net/if_inet6') ?? '').matchAll(/^([0-9a-f]{32}) /gm)];
  return [...four.map((match) => match[1] ?? ''), ...six.map((match) => shortAddress(match[1] ?? ''))];
}

/** 32 hexadecimal digits as people write an IPv6 address: the longest run of zero groups left out. */
function shortAddress(digits: string): string {
  const groups = (digits.match(/.{4}/g) ?? []).map((group) => group.replace(/^0{1,3}/, '')).join(':');
  const runs = groups.match(/(?:^|:)0(?::0)+(?=:|$)/g) ?? [];
  const longest = runs.reduce((best, run) => (run.length > best.length ? run : best), '');
  return longest === '' ? groups : groups.replace(longest, '::').replace(/:{3,}/, '::');
}
