import type { Command } from 'commander';
import { buildProgram } from '../../src/cli/program';
import type { RunContext } from '../../src/cli/run-context';
import { outputOver } from '../../src/cli/terminal';
import { systemClock } from '../../src/shared/base/clock';

/** docs/cli.md: the help of every command, as the command line itself prints it. */
export function cliReference(): string {
  let printed = '';
  const program = buildProgram(
    '',
    helpContext((text) => {
      printed += text;
    }),
    () => {},
  );
  const help = (command: Command) => {
    printed = '';
    command.outputHelp();
    return `\`\`\`text\n${printed.trim()}\n\`\`\``;
  };
  const sections = named(program, []).map(({ name, command }) => `## ${name}\n\n${help(command)}`);
  return `${[introduction, ...sections].join('\n\n')}\n`;
}

const introduction = `# Command line

This page is made by \`npm run docs\` from the definitions of the commands; \`latchkey COMMAND --help\` prints the same.

- Documents go to standard output, everything else to standard error. With \`--json\` every document is one line that
  fits its schema, progress is one JSON object a line, and an error is one JSON object with \`code\`, \`message\` and,
  where there is one, \`hint\`.
- Passwords are never taken from the command line, where every user of the machine could see them.
- Ctrl-C (SIGINT) and SIGTERM cancel: a snapshot keeps what it has gathered. A second one ends the program at once.

| Environment variable | Meaning |
| --- | --- |
| \`LATCHKEY_PASSWORD\`, \`MYSQL_PWD\` | password of the account; the first wins |
| \`LATCHKEY_HOME\` | folder for the history and for the journal of changes, instead of the platform's |
| \`LATCHKEY_NODE\` | the Node.js that \`bin/latchkey\` uses |
| \`NO_COLOR\` | no colour, also on a terminal |`;

/** The name of every command, `latchkey plan` and so on. */
export function cliCommands(): string[] {
  const program = buildProgram(
    '',
    helpContext(() => {}),
    () => {},
  );
  return named(program, []).map(({ name }) => name);
}

function named(command: Command, parents: string[]): { name: string; command: Command }[] {
  const path = [...parents, command.name()];
  return [{ name: path.join(' '), command }, ...command.commands.flatMap((inner) => named(inner, path))];
}

/** Help runs no command: nothing but the output is ever used. */
function helpContext(write: (text: string) => void): RunContext {
  const never = () => Promise.reject(new Error('help runs no command'));
  const output = outputOver({ write: (text) => write(String(text)), isTTY: false, columns: 100 });
  return {
    terminal: {
      stdout: output,
      stderr: output,
      environment: {},
      readStdin: never,
      ask: never,
      askPassword: never,
    },
    clock: systemClock,
    signal: new AbortController().signal,
    engine: never,
  };
}
