// Runs the command line as a user would, with a history of the demo's own.
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const program = join(import.meta.dirname, '..', '..', 'bin', 'latchkey');

export interface CommandLine {
  /** What it prints is shown. `accepted`: its exit codes that are no failure */
  run(args: string[], accepted?: number[]): Promise<void>;
  /** @returns the document that it printed; `accepted`: its exit codes that are no failure */
  read(args: string[], accepted?: number[]): Promise<unknown>;
}

/** @param home holds history, journal and undo records: those of the user know nothing of the demo's server */
export function commandLine(home: string): CommandLine {
  const start = (args: string[], output: 'inherit' | 'pipe', accepted: number[]): Promise<string> =>
    new Promise((resolve, reject) => {
      const env = { ...process.env, LATCHKEY_HOME: home };
      const child = spawn(program, args, { stdio: ['ignore', output, 'inherit'], env });
      let printed = '';
      child.stdout?.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
      });
      child.on('error', reject);
      child.on('close', (code) =>
        code !== null && accepted.includes(code)
          ? resolve(printed)
          : reject(new Error(`latchkey ${args[0]} ended with exit code ${code}`)),
      );
    });
  return {
    run: async (args, accepted = [0]) => void (await start(args, 'inherit', accepted)),
    read: async (args, accepted = [0]) => JSON.parse(await start([...args, '--json'], 'pipe', accepted)),
  };
}
