import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { LatchkeyError } from '../../shared/base/error';
import { compareVersions, parseVersion } from '../../shared/server';
import { startProgram } from '../machine/start-program';
import { texts } from './texts';

export interface SysbenchProgram {
  path: string;
  /** `sysbench 1.0.20`. */
  version: string;
}

const install =
  'Bring sysbench 1.0 or later from the packages of the system, or measure the live traffic: --workload live.';
const versionTimeoutMs = 5000;

/**
 * Finds sysbench on the search path and asks its version.
 * @throws LatchkeyError usage where there is none, or one before 1.0, which has other options
 */
export async function findSysbench(environment: NodeJS.ProcessEnv): Promise<SysbenchProgram> {
  for (const folder of (environment.PATH ?? '').split(delimiter)) {
    const path = join(folder, process.platform === 'win32' ? 'sysbench.exe' : 'sysbench');
    const usable =
      folder !== '' &&
      (await access(path, constants.X_OK).then(
        () => true,
        () => false,
      ));
    if (!usable) continue;
    const version = (await versionOf(path, environment)).trim();
    const triple = /^sysbench /.test(version) ? parseVersion(version) : null;
    if (triple !== null && compareVersions(triple, [1, 0, 0]) >= 0) return { path, version };
    throw new LatchkeyError('usage', texts.isNotSysbench10(path, version.slice(0, 80)), {
      hint: install,
    });
  }
  throw new LatchkeyError('usage', texts.sysbenchWasNotFoundOn, { hint: install });
}

function versionOf(path: string, environment: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = startProgram(path, ['--version'], { environment, stdio: ['ignore', 'pipe', 'ignore'] });
    const limit = setTimeout(() => child.kill('SIGKILL'), versionTimeoutMs);
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
    });
    child.once('error', reject);
    child.once('close', () => {
      clearTimeout(limit);
      resolve(output);
    });
  });
}
