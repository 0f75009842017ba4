/** One output stream of the process, as the command line needs it. */
export interface Output {
  write(text: string): void;
  isTTY: boolean;
  columns: number;
}

/** Where a command reads and writes. Tests pass their own. */
export interface Terminal {
  stdout: Output;
  stderr: Output;
  environment: Record<string, string | undefined>;
  /** Everything on standard input, without the last line end. */
  readStdin(): Promise<string>;
  /** Asks on the terminal and gives the line that was typed, trimmed. Throws `usage` where there is no terminal. */
  ask(question: string): Promise<string>;
  /** Asks on the terminal without echo. Throws `usage` where there is no terminal. */
  askPassword(prompt: string): Promise<string>;
}

/** Colour only where a person looks at a terminal and has not asked for none (no-color.org). */
export function wantsColour(terminal: Terminal): boolean {
  const { NO_COLOR: noColour, TERM: term } = terminal.environment;
  return terminal.stdout.isTTY && (noColour === undefined || noColour === '') && term !== 'dumb';
}
