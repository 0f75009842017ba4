import { toBytes } from '../shared/writers/bytes';
import { visibleLines } from '../shared/writers/visible';
import { ownColours } from './text/style';

/** One output stream of the process. Bytes are written where a text is not valid Unicode. */
export interface OutputStream {
  write(text: string | Uint8Array): void;
  isTTY: boolean;
  columns: number;
}

/** Where the command line reads and writes, as the process has it. Tests pass their own. */
export interface TerminalStreams {
  stdout: OutputStream;
  stderr: OutputStream;
  environment: Record<string, string | undefined>;
  /** Everything on standard input, without the last line end. */
  readStdin(): Promise<string>;
  /** Asks on the terminal and gives the line that was typed, trimmed. Throws `usage` where there is no terminal. */
  ask(question: string): Promise<string>;
  /** Asks on the terminal without echo. Throws `usage` where there is no terminal. */
  askPassword(prompt: string): Promise<string>;
}

/** One output stream as commands see it: nothing that a server or a file says can steer the terminal behind it. */
export interface Output {
  /** Text for people: what steers a terminal or is not seen comes out as a visible escape, `\u{1b}`. */
  write(text: string): void;
  /** A message, as a line: further lines that it has are indented, so that none looks like one of Latchkey's own. */
  line(text: string): void;
  /** As `write`, with the colours of `colourStyle` where the stream is a terminal. */
  writeStyled(text: string): void;
  /** A document for another program or a file: exact to the byte, except on a terminal. */
  writeDocument(text: string): void;
  /** Puts a line in the place of the one that was rewritten before; '' takes that away. Only on a terminal. */
  rewriteLine(text: string): void;
  isTTY: boolean;
  columns: number;
}

/** Where a command reads and writes. */
export interface Terminal extends Omit<TerminalStreams, 'stdout' | 'stderr'> {
  stdout: Output;
  stderr: Output;
}

/** The only way from a command to the streams of the process. */
export function terminalOver(streams: TerminalStreams): Terminal {
  return {
    stdout: outputOver(streams.stdout),
    stderr: outputOver(streams.stderr),
    environment: streams.environment,
    readStdin: () => streams.readStdin(),
    ask: (question) => streams.ask(visibleLines(question)),
    askPassword: (prompt) => streams.askPassword(visibleLines(prompt)),
  };
}

export function outputOver(stream: OutputStream): Output {
  return {
    write: (text) => stream.write(visibleLines(text)),
    line: (text) => stream.write(`${visibleLines(text).replaceAll('\n', '\n  ')}\n`),
    writeStyled: (text) =>
      stream.write(
        stream.isTTY
          ? text
              .split(ownColours)
              .map((part, index) => (index % 2 === 1 ? part : visibleLines(part)))
              .join('')
          : visibleLines(text),
      ),
    writeDocument: (text) => stream.write(stream.isTTY ? visibleLines(text) : exactly(text)),
    rewriteLine: (text) => {
      if (stream.isTTY) stream.write(`\r\u001b[K${visibleLines(text).replaceAll(/[\r\n\t]/g, ' ')}`);
    },
    isTTY: stream.isTTY,
    columns: stream.columns,
  };
}

/** Bytes of a file that are not UTF-8 are lone surrogates in its text and become those bytes again. */
function exactly(text: string): string | Uint8Array {
  return /\p{Cs}/u.test(text) ? Uint8Array.from(toBytes(text), (byte) => byte.charCodeAt(0)) : text;
}

/** Colour only where a person looks at a terminal and has not asked for none (no-color.org). */
export function wantsColour(terminal: Terminal): boolean {
  const { NO_COLOR: noColour, TERM: term } = terminal.environment;
  return terminal.stdout.isTTY && (noColour === undefined || noColour === '') && term !== 'dumb';
}
