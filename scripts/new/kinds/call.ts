import { addImport, append } from '../edits.ts';
import { filesIn } from '../folders.ts';
import type { Kind, Names } from '../kind.ts';

export const callKind: Kind = {
  id: 'call',
  title: 'an RPC call',
  groups: filesIn('src/shared/rpc', 'snapshot', [
    'call',
    'channels',
    'drawing',
    'engine-messages',
    'index',
    'window',
  ]),
  generated: true,
  steps: [
    {
      path: 'src/shared/rpc/<group>.ts',
      does: 'edit',
      what: 'the contract: who answers it, whether it is a job with progress, the schemas of input and output',
      edit: (text, { group, camel }) =>
        append(
          text.includes("from 'zod'") ? text : addImport(text, "import { z } from 'zod';"),
          `export const ${group}Contract = {`,
          `  /** What it answers. */\n  '${group}.${camel}': call({ by: 'engine', job: false, input: z.object({ text: z.string().max(1000) }), output: z.object({ length: z.number() }) }),`,
        ),
    },
    {
      path: 'src/engine/<group>.ts',
      does: 'edit',
      what: 'the handler, of the same name; the compiler asks for it',
      edit: (text, { group, camel }) =>
        addHandler(
          text,
          `${group}Contract`,
          `    '${group}.${camel}': async ({ text }) => ({ length: text.length }),\n`,
        ),
    },
    {
      path: 'test/engine/<id>.test.ts',
      does: 'create',
      what: 'what it answers, through the engine as the window and the command line call it',
      write: testText,
    },
  ],
  remarks: [
    'Preload, main and the process of the engine are built from the contract: no other file passes the call on. The window calls it with `call` or `useCall`, a command with `engine.call`.',
    "A new domain is a file in each of both folders and a line in their `index.ts`. Calls that main answers itself are `by: 'main'`, with their handler in `src/main`.",
    'Text and lists of an input have a longest length: the window is not trusted.',
    'A path of an input is a `givenPathSchema`: the window may use only paths that the user gave.',
  ],
  tests: ['test/engine', 'src/main'],
};

/** Adds a handler before the end of the object that the compiler checks against the contract. */
function addHandler(text: string, contract: string, handler: string): string {
  const end = new RegExp(`^ *\\} satisfies HandlersOf<typeof ${contract}>`, 'm').exec(text)?.index;
  if (end === undefined) throw new Error(`Expected handlers that satisfy HandlersOf<typeof ${contract}>.`);
  return text.slice(0, end) + handler + text.slice(end);
}

function testText({ group, id, camel }: Names): string {
  return `import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testEngine } from './test-engine.ts';

test('${group}.${camel} answers', async () => {
  const home = mkdtempSync(join(tmpdir(), 'latchkey-${id}-'));
  const engine = testEngine(home);
  expect(await engine.call('${group}.${camel}', { text: 'four' })).toEqual({ length: 4 });
  await engine.close();
  rmSync(home, { recursive: true });
});
`;
}
