import type { TerminalStreams } from '../../src/cli/terminal';

/** A terminal that keeps what is written. */
export function fakeTerminal(
  options: {
    tty?: boolean;
    environment?: Record<string, string>;
    stdin?: string;
    typed?: string;
    answers?: string[];
  } = {},
): { terminal: TerminalStreams; out: () => string; err: () => string; prompts: string[] } {
  let out = '';
  let err = '';
  const prompts: string[] = [];
  const answers = [...(options.answers ?? [])];
  const isTTY = options.tty === true;
  return {
    prompts,
    out: () => out,
    err: () => err,
    terminal: {
      stdout: {
        write: (text) => {
          out += written(text);
        },
        isTTY,
        columns: 100,
      },
      stderr: {
        write: (text) => {
          err += written(text);
        },
        isTTY,
        columns: 100,
      },
      environment: options.environment ?? {},
      readStdin: async () => options.stdin ?? '',
      ask: async (question) => {
        prompts.push(question);
        return answers.shift() ?? '';
      },
      askPassword: async (prompt) => {
        prompts.push(prompt);
        return options.typed ?? '';
      },
    },
  };
}

function written(text: string | Uint8Array): string {
  return typeof text === 'string' ? text : Buffer.from(text).toString('latin1');
}
