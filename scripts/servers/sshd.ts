// A throw-away SSH server on a free port of 127.0.0.1, with a host key, an account and keys of its own; nothing of the
// machine's SSH set-up is read or changed.
import { type ChildProcess, execFileSync } from 'node:child_process';
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Guard } from '../guard/guard.ts';
import { inCache, readJson } from '../setup/cache.mjs';
import { freePort } from './free-port.ts';

export interface RunningSshd {
  port: number;
  /** An account of the host, with this password; it is the caller's own under another name. */
  user: string;
  password: string;
  /** Private keys in files, all of them allowed in; `encrypted` has the passphrase. */
  keys: { plain: string; encrypted: string; passphrase: string };
  /** Not in authorized_keys. */
  strangerKey: string;
  /** Lines of known_hosts for this server's key: with the name and port, and hashed. */
  knownHosts: { plain: string; hashed: string };
  /** `SHA256:...` of the host key. */
  fingerprint: string;
  dir: string;
  /** What it logged so far. */
  log(): string;
  /** Ends every connection, not the server. */
  dropConnections(): void;
  /** Halts every connection, so that nothing is answered any more. */
  freezeConnections(): void;
  /** Stops the server and its connections and removes its folder. */
  stop(): Promise<void>;
}

/** Whether it can be started here, and if not, why. */
export function sshdAvailability(): { available: true } | { available: false; reason: string } {
  const manifest = readJson(inCache('sshd', 'sshd.json'));
  return isManifest(manifest)
    ? { available: true }
    : { available: false, reason: 'sshd has not been set up: npm run setup -- test' };
}

/**
 * How to run a program of the OpenSSH client (ssh-keygen, ssh-agent, ssh-add) from the same packages: command and first
 * arguments.
 */
export function sshTool(name: string): string[] {
  const command = readCommand();
  const libraries = command.slice(command.indexOf('--library-path'), -1);
  return [command[0] ?? '', ...libraries, join(inCache('sshd'), 'root', 'usr/bin', name)];
}

/** The server's program and first arguments. */
function readCommand(): string[] {
  const manifest = readJson(inCache('sshd', 'sshd.json'));
  if (!isManifest(manifest)) throw new Error('sshd has not been set up: npm run setup -- test');
  return manifest.command.map((part) => part.replaceAll('{root}', join(inCache('sshd'), 'root')));
}

/** Runs one of these programs to its end; returns what it prints. */
export function runSshTool(name: string, args: string[], environment: Record<string, string> = {}): string {
  const [program = '', ...first] = sshTool(name);
  const env = { ...process.env, ...environment };
  return execFileSync(program, [...first, ...args], { encoding: 'utf8', env, stdio: 'pipe' });
}

/**
 * Starts the server and waits until it listens.
 * @param config further lines of sshd_config, which win
 */
export async function startSshd(config: readonly string[] = []): Promise<RunningSshd> {
  const [command = '', ...first] = readCommand();
  const guard = new Guard('sshd');
  const { dir } = guard;
  const port = await freePort();
  const account = layAccount(dir);
  const keys = layKeys(dir);
  const log = join(dir, 'sshd.log');
  writeFileSync(join(dir, 'sshd_config'), [...config, ...baseConfig(dir, port), ''].join('\n'));
  // sshd running as root wants an empty folder to lock its unprivileged half into, at a fixed place.
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true });
  const output = openSync(log, 'a');
  const child = guard.spawn(command, [...first, '-D', '-e', '-r', '-f', join(dir, 'sshd_config')], {
    env: {
      ...process.env,
      NSS_WRAPPER_PASSWD: account.passwd,
      NSS_WRAPPER_GROUP: account.group,
      NSS_WRAPPER_SHADOW: account.shadow,
    },
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  child.unref();
  await untilListening(child, log);
  const tellConnections = (signal: NodeJS.Signals) => {
    for (const pid of childrenOf(child.pid ?? 0)) {
      try {
        process.kill(pid, signal);
      } catch {
        // It ended by itself in the meantime.
      }
    }
  };
  return {
    port,
    user: account.user,
    password: account.password,
    keys,
    strangerKey: join(dir, 'stranger'),
    ...hostKey(dir, port),
    dir,
    log: () => readFileSync(log, 'utf8'),
    dropConnections: () => tellConnections('SIGKILL'),
    freezeConnections: () => tellConnections('SIGSTOP'),
    stop: async () => {
      tellConnections('SIGKILL');
      child.kill('SIGKILL');
      while (child.exitCode === null && child.signalCode === null) await delay(10);
      await guard.release();
    },
  };
}

function baseConfig(dir: string, port: number): string[] {
  return [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${join(dir, 'host_key')}`,
    `PidFile ${join(dir, 'sshd.pid')}`,
    `AuthorizedKeysFile ${join(dir, 'authorized_keys')}`,
    'PasswordAuthentication yes',
    'KbdInteractiveAuthentication no',
    'PermitRootLogin yes',
    'UsePAM no',
    // Below a world-writable temporary folder.
    'StrictModes no',
    'UseDNS no',
    'PrintMotd no',
    'PrintLastLog no',
    'LogLevel VERBOSE',
    'MaxAuthTries 10',
  ];
}

/** The files that nss_wrapper shows to sshd in place of the machine's own. */
function layAccount(dir: string) {
  const user = 'tunnel';
  const password = 'Tunnel-pass-word';
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  const passwd = join(dir, 'passwd');
  const group = join(dir, 'group');
  const shadow = join(dir, 'shadow');
  const hash = execFileSync('openssl', ['passwd', '-6', password], { encoding: 'utf8' }).trim();
  writeFileSync(
    passwd,
    `${user}:x:${uid}:${gid}:tunnel:${dir}:/bin/sh\nsshd:x:65533:65534:privilege separation:/run/sshd:/usr/sbin/nologin\n`,
  );
  writeFileSync(group, `${user}:x:${gid}:\nnogroup:x:65534:\n`);
  writeFileSync(shadow, `${user}:${hash}:19000:0:99999:7:::\nsshd:!:19000::::::\n`);
  chmodSync(shadow, 0o600);
  return { user, password, passwd, group, shadow };
}

function layKeys(dir: string) {
  const passphrase = 'Key-pass-phrase';
  const make = (name: string, ...args: string[]) => {
    const file = join(dir, name);
    runSshTool('ssh-keygen', ['-q', '-f', file, '-C', name, ...args]);
    return file;
  };
  make('host_key', '-t', 'ed25519', '-N', '');
  const plain = make('plain', '-t', 'ed25519', '-N', '');
  const encrypted = make('encrypted', '-t', 'rsa', '-b', '2048', '-N', passphrase);
  make('stranger', '-t', 'ed25519', '-N', '');
  const allowed = [plain, encrypted].map((file) => readFileSync(`${file}.pub`, 'utf8'));
  writeFileSync(join(dir, 'authorized_keys'), allowed.join(''));
  return { plain, encrypted, passphrase };
}

function hostKey(dir: string, port: number) {
  const [type, key] = readFileSync(join(dir, 'host_key.pub'), 'utf8').split(' ');
  const plain = `[127.0.0.1]:${port} ${type} ${key}\n`;
  const file = join(dir, 'hashed');
  writeFileSync(file, plain);
  runSshTool('ssh-keygen', ['-H', '-f', file]);
  const output = runSshTool('ssh-keygen', ['-lf', join(dir, 'host_key.pub')]);
  return {
    knownHosts: { plain, hashed: readFileSync(file, 'utf8') },
    fingerprint: /SHA256:\S+/.exec(output)?.[0] ?? '',
  };
}

async function untilListening(child: ChildProcess, log: string): Promise<void> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    const text = existsSync(log) ? readFileSync(log, 'utf8') : '';
    if (text.includes('Server listening on')) return;
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`sshd did not start:\n${text}`);
    }
    await delay(20);
  }
}

function childrenOf(pid: number): number[] {
  const path = `/proc/${pid}/task/${pid}/children`;
  if (!existsSync(path)) return [];
  const direct = readFileSync(path, 'utf8').split(' ').filter(Boolean).map(Number);
  return direct.flatMap((child) => [...childrenOf(child), child]);
}

function isManifest(value: unknown): value is { command: string[] } {
  return typeof value === 'object' && value !== null && 'command' in value && Array.isArray(value.command);
}
