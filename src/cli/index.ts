import path from 'node:path';
import { version } from '../../package.json';
import { systemClock } from '../shared/clock';
import { exitCodes } from '../shared/error';
import { reportFailure } from './failure';
import { processTerminal } from './process-terminal';
import { runCommandLine } from './run';

/** Entry of the command line: out/main/cli.cjs. The folder two levels above holds `out`, `rules` and `samples`. */
const appRoot = path.resolve(path.dirname(process.argv[1] ?? '.'), '..', '..');

const cancel = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // The first lets the command keep what it has and restore what it changed; the second ends it at once.
    if (cancel.signal.aborted) process.exit(exitCodes.cancelled);
    cancel.abort();
  });
}
// A reader such as `head` may close the pipe early; there is nobody left to write to.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? exitCodes.done : exitCodes.internal);
});

async function main(): Promise<void> {
  const engines: { close(): Promise<void> }[] = [];
  process.exitCode = await runCommandLine(process.argv.slice(2), version, {
    terminal: processTerminal(),
    clock: systemClock,
    signal: cancel.signal,
    engine: async ({ rules }) => {
      // Loaded only by commands that need it, so that --help and --version answer at once.
      const { createEngine, defaultPaths } = await import('../engine');
      const { readBootId } = await import('../engine/boot-id');
      const paths = defaultPaths(appRoot, process.env, process.platform);
      const engine = createEngine({
        paths: rules === undefined ? paths : { ...paths, userRules: path.resolve(rules) },
        version,
        clock: systemClock,
        process: { pid: process.pid, bootId: readBootId() },
      });
      engines.push(engine);
      return engine;
    },
  });
  for (const engine of engines) await engine.close();
}

main().catch((error: unknown) => {
  process.exitCode = reportFailure(error, processTerminal().stderr, process.argv.includes('--json'));
});
