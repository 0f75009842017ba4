import { fstatSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { LatchkeyError } from '../shared/base/error';
import type { OutputStream, TerminalStreams } from './terminal';
import { texts } from './texts';

/**
 * The streams of this process.
 * @param onLost called when a file or device behind one takes no more: a disk that is full, /dev/full
 */
export function processTerminal(onLost: (error: unknown) => void = () => {}): TerminalStreams {
  return {
    stdout: output(process.stdout, 1, onLost),
    stderr: output(process.stderr, 2, onLost),
    environment: process.env,
    readStdin,
    ask,
    askPassword,
  };
}

function output(
  stream: NodeJS.WriteStream,
  descriptor: number,
  onLost: (error: unknown) => void,
): OutputStream {
  return {
    write: isFile(stream, descriptor)
      ? (text) => {
          try {
            writeWhole(descriptor, typeof text === 'string' ? Buffer.from(text) : text);
          } catch (error) {
            onLost(error);
          }
        }
      : (text) => void stream.write(text),
    isTTY: stream.isTTY === true,
    columns: columnsOf(process.env.COLUMNS, stream.columns),
  };
}

/** Whether a file or a device takes the output, which Node writes to at once; not a terminal, a pipe or a socket. */
function isFile(stream: NodeJS.WriteStream, descriptor: number): boolean {
  if (stream.isTTY === true) return false;
  try {
    const found = fstatSync(descriptor);
    return found.isFile() || found.isCharacterDevice();
  } catch {
    return false;
  }
}

/**
 * All of it, or an error: a disk that fills up takes a part of a write first, and Node's own stream takes that for all of
 * it (lib/internal/fs/sync_write_stream.js).
 */
function writeWhole(descriptor: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(descriptor, bytes, done, bytes.length - done);
  }
}

/**
 * Columns that a line has: what COLUMNS says comes first (POSIX, "Environment Variables"), then the terminal, else 80.
 * @internal exported to tests
 * @param stated of the environment @param own of the terminal; a few report 0
 */
export function columnsOf(stated: string | undefined, own: number | undefined): number {
  if (stated !== undefined && /^[1-9]\d{0,4}$/.test(stated)) return Number(stated);
  return own === undefined || own <= 0 ? usualColumns : own;
}
const usualColumns = 80;

async function readStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '');
}

function ask(question: string): Promise<string> {
  if (process.stdin.isTTY !== true) {
    return Promise.reject(new LatchkeyError('usage', texts.thereIsNoTerminalTo));
  }
  const line = createInterface({ input: process.stdin, output: process.stderr });
  return new Promise((resolve, reject) => {
    line.on('SIGINT', () => {
      line.close();
      reject(new LatchkeyError('cancelled', 'Cancelled.'));
    });
    // End of input is no consent.
    line.on('close', () => resolve(''));
    line.question(question, (answer) => {
      resolve(answer.trim());
      line.close();
    });
  });
}

/** Reads one line in raw mode, so that the terminal shows nothing of it. */
function askPassword(prompt: string): Promise<string> {
  const { stdin, stderr } = process;
  if (stdin.isTTY !== true) {
    return Promise.reject(
      new LatchkeyError('usage', texts.thereIsNoTerminalToAsk, {
        hint: texts.giveItWithPasswordStdin,
      }),
    );
  }
  // A signal that ends the process must not leave the terminal without its echo.
  const onExit = (signal: NodeJS.Signals) => {
    stdin.setRawMode(false);
    process.removeListener(signal, onExit);
    process.kill(process.pid, signal);
  };
  const ending = ['SIGTERM', 'SIGHUP', 'SIGINT'] as const;
  for (const signal of ending) process.on(signal, onExit);
  stderr.write(prompt);
  stdin.setRawMode(true);
  stdin.setEncoding('utf8');
  stdin.resume();
  return new Promise((resolve, reject) => {
    let typed = '';
    const finish = (settle: () => void) => {
      for (const signal of ending) process.off(signal, onExit);
      stdin.off('data', onData);
      stdin.setRawMode(false);
      stdin.pause();
      stderr.write('\n');
      settle();
    };
    const onData = (data: string) => {
      for (const key of data) {
        if (key === '\r' || key === '\n' || key === '\u0004') {
          finish(() => resolve(typed));
          return;
        }
        if (key === '\u0003') {
          finish(() => reject(new LatchkeyError('cancelled', 'Cancelled.')));
          return;
        }
        if (key === '\u007f' || key === '\b') typed = [...typed].slice(0, -1).join('');
        else typed += key;
      }
    };
    stdin.on('data', onData);
  });
}
