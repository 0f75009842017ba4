import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningServer } from '../../scripts/servers/index.ts';
import { connectTo } from './load.ts';

/** What a peer said: the lines in which it finds fault; null where it is not installed. */
export interface PeerSays {
  tuner: string[] | null;
  variableAdvisor: string[] | null;
}

export async function askPeers(server: RunningServer, home: string): Promise<PeerSays> {
  return { tuner: await askTuner(server, home), variableAdvisor: await askVariableAdvisor(server, home) };
}

/** Its bad marks ([!!]) and everything under its recommendations. */
async function askTuner({ socket }: RunningServer, home: string): Promise<string[] | null> {
  if (!installed('mysqltuner', '--help') || !installed('mysql', '--version')) return null;
  const file = join(home, 'tuner.cnf');
  writeFileSync(file, `[client]\nsocket=${socket}\nuser=root\n`);
  const text = await printed('mysqltuner', ['--defaults-file', file, '--nocolor', '--skippassword']);
  const start = text.indexOf('Recommendations');
  if (start < 0) return null;
  const marks = text
    .slice(0, start)
    .split('\n')
    .filter((line) => line.startsWith('[!!]'));
  return [...marks, ...text.slice(start).split('\n').slice(1)].map((line) => line.trim()).filter(Boolean);
}

async function askVariableAdvisor({ socket }: RunningServer, home: string): Promise<string[] | null> {
  if (!hasVariableAdvisor()) return null;
  const connection = await connectTo(socket, 'mysql');
  const [rows] = await connection.query<import('mysql2').RowDataPacket[][]>('SHOW GLOBAL VARIABLES');
  await connection.end();
  return adviseVariables(
    rows.map(([name, value]) => [String(name), String(value)] as const),
    home,
  );
}

export function hasVariableAdvisor(): boolean {
  return installed('pt-variable-advisor', '--version');
}

/**
 * What pt-variable-advisor finds fault with. It reads the settings from a file, so that it needs no driver of its own.
 * @param home folder for the file
 */
export async function adviseVariables(
  variables: readonly (readonly [name: string, value: string])[],
  home: string,
): Promise<string[]> {
  const file = join(home, `variables-${randomUUID()}.txt`);
  const lines = variables.map(([name, value]) => `${name}\t${value}\n`);
  writeFileSync(file, ['Variable_name\tValue\n', ...lines].join(''));
  const text = await printed('pt-variable-advisor', ['--source-of-variables', file]);
  return text.split('\n').filter((line) => /^# (WARN|NOTE|CRIT)/.test(line));
}

function installed(program: string, argument: string): boolean {
  return spawnSync(program, [argument]).status !== null;
}

function printed(program: string, args: string[]): Promise<string> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const limit = setTimeout(() => child.kill(), 60_000);
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => {
      clearTimeout(limit);
      resolve(text);
    });
  });
}
