import path from 'node:path';
import { version } from '../../package.json';
import type { Engine } from '../engine';
import { systemClock } from '../shared/base/clock';
import { type ExitCode, exitCodeFor, exitCodes, LatchkeyError } from '../shared/base/error';
import { reportFailure, reportRemark } from './failure';
import { processTerminal } from './process-terminal';
import { runCommandLine } from './run';
import { Signals } from './signals';
import { outputOver } from './terminal';
import { texts } from './texts';

/** The folder two levels above the program, out/main/cli.cjs, holds `out`, `rules` and `samples`. */
const appRoot = path.resolve(path.dirname(process.argv[1] ?? '.'), '..', '..');

/** What became of standard output and standard error. */
interface LostOutput {
  /** One takes no more. */
  lose(error: unknown): void;
  /** The exit code that the command comes to. */
  exitCodeOf(code: ExitCode): ExitCode;
}

/**
 * A reader such as `head` may close the pipe early, a terminal may go, a disk may fill up. Nobody is left to write to;
 * but what was changed on a server has to be restored all the same. A document that was cut off is never taken for a whole
 * one: that is said, and the command fails.
 */
function cancelOnLostOutput(cancel: AbortController, say: (error: LatchkeyError) => void): LostOutput {
  let isReaderGone = false;
  let failure: LatchkeyError | null = null;
  const lose = (error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (['EPIPE', 'EIO'].includes(code)) isReaderGone = true;
    else if (failure === null) {
      failure = lostOutput(code, error);
      say(failure);
    }
    cancel.abort();
  };
  for (const output of [process.stdout, process.stderr]) output.on('error', lose);
  return {
    lose,
    exitCodeOf: (code) => {
      const isDone = [exitCodes.done, exitCodes.findings, exitCodes.cancelled].some((one) => one === code);
      if (failure !== null) return isDone ? exitCodeFor(failure.code) : code;
      return isReaderGone && code === exitCodes.cancelled ? exitCodes.done : code;
    },
  };
}

function lostOutput(code: string, cause: unknown): LatchkeyError {
  const isFull = ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code);
  const why = isFull ? texts.noSpaceIsLeft : cause instanceof Error ? cause.message : String(cause);
  return new LatchkeyError(isFull ? 'disk-full' : 'write-failed', texts.outputIsNotWhole(why), {
    hint: texts.doNotUseWhatIsThere,
    cause,
  });
}

async function main(): Promise<void> {
  const cancel = new AbortController();
  const json = process.argv.includes('--json');
  const { lose, exitCodeOf } = cancelOnLostOutput(cancel, (error) => {
    reportFailure(error, outputOver(processTerminal().stderr), json);
  });
  const engines: Engine[] = [];
  const say = (remark: string) => reportRemark(remark, outputOver(processTerminal().stderr), json);
  const signals = new Signals(cancel, () => engines.some((engine) => engine.changing()), {
    say,
    fail: (error) => void reportFailure(error, outputOver(processTerminal().stderr), json),
  });
  const code = await runCommandLine(process.argv.slice(2), version, {
    terminal: processTerminal(lose),
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
