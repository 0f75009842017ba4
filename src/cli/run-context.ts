import type { Engine } from '../engine';
import type { Clock } from '../shared/base/clock';
import type { Terminal, TerminalStreams } from './terminal';

/** What every command is given. A command returns its exit code, or throws a `LatchkeyError`. */
export interface RunContext {
  terminal: Terminal;
  clock: Clock;
  /** Fires on SIGINT, SIGTERM and SIGHUP once the command connects to a server; before, they end the process at once. */
  signal: AbortSignal;
  /** Makes the engine. `rules`: a folder of the user's own rules. */
  engine(options: { rules: string | undefined }): Promise<Engine>;
}

/** What the process gives to a run: streams that are not yet guarded. */
export interface ProcessContext extends Omit<RunContext, 'terminal'> {
  terminal: TerminalStreams;
}
