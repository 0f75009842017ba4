import type { Terminal } from '../../src/cli/terminal';

/** A terminal that keeps what is written. */
export function fakeTerminal(
  options: {
    tty?: boolean;
    environment?: Record<string, string>;
    stdin?: string;
    typed?: string;
    answers?: string[];
  } = {},
): { terminal: Terminal; out: () => string; err: () => string; prompts: string[] } {
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
          out += text;
        },
        isTTY,
        columns: 100,
      },
      stderr: {
        write: (text) => {
          err += text;
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
