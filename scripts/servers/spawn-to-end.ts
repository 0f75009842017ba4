import { spawn } from 'node:child_process';

/** Runs a program to its end; a failure carries the last lines that it printed. */
export function spawnToEnd(
  command: string,
  args: string[],
  options: { env: NodeJS.ProcessEnv; stdin: number | undefined },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      env: options.env,
      stdio: [options.stdin ?? 'ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const collect = (chunk: Buffer): void => {
      output += chunk.toString('utf8');
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) return resolve(output);
      const last = output.trimEnd().split('\n').slice(-12).join('\n');
      reject(new Error(`${command} ended with ${code ?? signal}:\n${last}`));
    });
  });
}
