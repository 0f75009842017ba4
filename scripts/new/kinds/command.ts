import { addImport, before } from '../edits.ts';
import type { Kind, Names } from '../kind.ts';

export const commandKind: Kind = {
  id: 'command',
  title: 'a CLI command',
  generated: true,
  steps: [
    {
      path: 'src/cli/commands/<id>.ts',
      does: 'create',
      what: 'its options, its help with examples, and what it does with `engine.call`',
      write: commandText,
    },
    {
      path: 'src/cli/commands/<id>.test.ts',
      does: 'create',
      what: 'its output, with `--json` and without, and its usage errors',
      write: testText,
    },
    {
      path: 'src/cli/program.ts',
      does: 'edit',
      what: 'the import, and its place in the help',
      edit: (text, { id, pascal }) =>
        before(
          addImport(text, `import { add${pascal}Command } from './commands/${id}';`),
          '  program.addHelpText(',
          `  add${pascal}Command(program, context, finish);\n`,
        ),
    },
    { path: 'docs/cli.md', does: 'generate', what: 'its help' },
  ],
  remarks: [
    'A command holds no logic: what it needs is an RPC call, which the window can use as well. Its text is a pure function in `src/cli/text`.',
    'Documents go to standard output, everything else to standard error. `--json` prints one document of a schema in `src/shared`.',
    'A command that connects takes its options from `connection-options.ts`, and never a password as an argument. One that sends statements to a server has a live test in `test/cli`.',
  ],
  tests: ['src/cli', 'scripts/docs/references.test.ts'],
};

function commandText({ id, pascal }: Names): string {
  return `import type { Command } from 'commander';
import { type ExitCode, exitCodes } from '../../shared/base/error';
import type { RunContext } from '../run-context';

export function add${pascal}Command(
  program: Command,
  context: RunContext,
  finish: (code: ExitCode) => void,
): void {
  program
    .command('${id}')
    .summary('print how many rules there are')
    .description('Prints how many rules there are. Needs no server.')
    .addHelpText('after', '\\nExamples:\\n  latchkey ${id}')
    .action(async () => finish(await run${pascal}(context)));
}

async function run${pascal}({ terminal, engine: makeEngine }: RunContext): Promise<ExitCode> {
  const engine = await makeEngine({ rules: undefined });
  const { rules } = await engine.call('rules.list', {});
  terminal.stdout.writeDocument(\`\${rules.length} rules\\n\`);
  return exitCodes.done;
}
`;
}

function testText({ id }: Names): string {
  return `import { expect, test } from 'vitest';
import { fakeTerminal } from '../../../test/cli/fake-terminal';
import type { Engine } from '../../engine';
import { systemClock } from '../../shared/base/clock';
import { runCommandLine } from '../run';

async function run(...words: string[]) {
  const { terminal, out, err } = fakeTerminal();
  const code = await runCommandLine(['${id}', ...words], '1.2.3', {
    terminal,
    clock: systemClock,
    signal: new AbortController().signal,
    engine: async () => ({ call: async () => ({ rules: [{}, {}] }) }) as unknown as Engine,
  });
  return { code, out: out(), err: err() };
}

test('it prints what the engine answers', async () => {
  expect(await run()).toEqual({ code: 0, out: '2 rules\\n', err: '' });
});

test('more than it takes is a usage error', async () => {
  expect(await run('extra')).toMatchObject({ code: 2, out: '' });
});
`;
}
