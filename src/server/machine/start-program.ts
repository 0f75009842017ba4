import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { childEnvironment } from '../../shared/base/child-environment';

export type StartedProgram = ChildProcess;

interface StartOptions extends Pick<SpawnOptions, 'stdio' | 'detached'> {
  /** Of which what every program needs is passed on; default: this process's own. */
  environment?: NodeJS.ProcessEnv;
  /** What this program needs besides. */
  more?: Readonly<Record<string, string>>;
}

/** Starts a program, with an environment that holds none of Latchkey's secrets. The only place that does. */
export function startProgram(
  path: string,
  args: readonly string[],
  { environment = process.env, more, ...options }: StartOptions,
): StartedProgram {
  return spawn(path, args, { ...options, env: childEnvironment(environment, more) });
}
