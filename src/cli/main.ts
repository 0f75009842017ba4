import path from 'node:path';
import { version } from '../../package.json';
import type { Engine } from '../engine';
import { systemClock } from '../shared/base/clock';
import { type ExitCode, exitCodes } from '../shared/base/error';
import { reportFailure, reportRemark } from './failure';
import { processTerminal } from './process-terminal';
import { runCommandLine } from './run';
import { Signals } from './signals';
import { outputOver } from './terminal';

/** The folder two levels above the program, out/main/cli.cjs, holds `out`, `rules` and `samples`. */
const appRoot = path.resolve(path.dirname(process.argv[1] ?? '.'), '..', '..');

/**
 * A reader such as `head` may close the pipe early, a terminal may go, a disk may fill up. Nobody is left to write to;
 * but what was changed on a server has to be restored all the same.
 * @returns the exit code that the command comes to
 */
function cancelOnLostOutput(cancel: AbortController): (code: ExitCode) => ExitCode {
  let lost: 'reader' | 'failure' | null = null;
  for (const output of [process.stdout, process.stderr]) {
    output.on('error', (error: NodeJS.ErrnoException) => {
      lost ??= ['EPIPE', 'EIO'].includes(error.code ?? '') ? 'reader' : 'failure';
      cancel.abort();
    });
  }
  return (code) => {
    if (lost === 'failure') return exitCodes.internal;
    return lost === 'reader' && code === exitCodes.cancelled ? exitCodes.done : code;
  };
}

async function main(): Promise<void> {
  const cancel = new AbortController();
  const exitCodeOf = cancelOnLostOutput(cancel);
  const json = process.argv.includes('--json');
  const engines: Engine[] = [];
  const say = (remark: string) => reportRemark(remark, outputOver(processTerminal().stderr), json);
  const signals = new Signals(cancel, () => engines.some((engine) => engine.changing()), {
    say,
    fail: (error) => void reportFailure(error, outputOver(processTerminal().stderr), json),
  });
  const code = await runCommandLine(process.argv.slice(2), version, {
    terminal: processTerminal(),
    clock: systemClock,
    signal: cancel.signal,
    engine: async ({ rules }) => {
      // Loaded only by commands that need it, so that --help and --version answer at once.
      const { createEngine, defaultPaths } = await import('../engine');
      const { readBootId } = await import('../engine/base/boot-id');
      const paths = defaultPaths(appRoot, process.env, process.platform);
      const engine = createEngine({
        paths: rules === undefined ? paths : { ...paths, userRules: path.resolve(rules) },
        version,
        clock: systemClock,
        process: { pid: process.pid, bootId: readBootId() },
        onRecovered: say,
        onConnecting: () => signals.catchFromNow(),
      });
      engines.push(engine);
      return engine;
    },
  });
  for (const engine of engines) await engine.close();
  process.exitCode = exitCodeOf(code);
  signals.endNow(process.exitCode);
}

main().catch((error: unknown) => {
  process.exitCode = reportFailure(
    error,
    outputOver(processTerminal().stderr),
    process.argv.includes('--json'),
  );
});
