import { addImport, append, appendRow, before } from '../edits.ts';
import type { Kind, Names } from '../kind.ts';

export const outputKind: Kind = {
  id: 'output',
  title: 'an output format of the plan',
  generated: true,
  steps: [
    {
      path: 'src/shared/plan.ts',
      does: 'edit',
      what: 'its name in `planFormats`, in the order in which they are offered; the compiler then asks for the rest',
      edit: (text, { id }) => before(text, "  'markdown',", `  '${id}',\n`),
    },
    {
      path: 'src/shared/writers',
      does: 'by hand',
      what: 'a writer, where its language has none yet (tag, string, comment, file, refusal; `yaml.ts` is an example)',
    },
    {
      path: 'src/analysis/outputs/<id>.ts',
      does: 'create',
      what: 'the renderer: what a `RenderContext` holds, as text of one writer of `src/shared/writers`',
      write: outputText,
    },
    {
      path: 'src/analysis/outputs/<id>.test.ts',
      does: 'create',
      what: 'what it writes of a plan, and of the rollback',
      write: testText,
    },
    {
      path: 'src/analysis/outputs/index.ts',
      does: 'edit',
      what: 'the renderer and the name of the file in `forms`',
      edit: (text, { id, pascal }) =>
        append(
          addImport(text, `import { render${pascal} } from './${id}';`),
          'const forms: Record<PlanFormat, Form> = {',
          `  '${id}': { fileName: '${id}.yml', render: render${pascal} },`,
        ),
    },
    {
      path: 'src/analysis/outputs/left-out.ts',
      does: 'edit',
      what: 'in `refusals`, the values that its language cannot carry',
      edit: (text, { id }) =>
        append(text, 'const refusals: Record<PlanFormat, Refusal> = {', `  '${id}': inYaml,`),
    },
    {
      path: 'src/analysis/outputs/rollout-steps.ts',
      does: 'edit',
      what: 'in `places`, where it is applied: which rollout steps it names',
      edit: (text, { id }) =>
        append(text, 'const places: Record<PlanFormat, Place> = {', `  '${id}': 'file',`),
    },
    {
      path: 'src/analysis/outputs/refusal.ts',
      does: 'by hand',
      what: 'the servers that it does not exist for, where there are some',
    },
    {
      path: 'src/renderer/pages/plan/outputs.tsx',
      does: 'edit',
      what: 'in `titles`, its tab',
      edit: (text, { id, title }) => append(text, 'const titles = {', `  '${id}': '${title}',`),
    },
    {
      path: 'test/analysis/hostile-outputs.test.ts',
      does: 'edit',
      what: 'in `readers`, a reader of its language (the generated one reads YAML): hostile values have to come back as they went in',
      edit: (text, { id }) =>
        append(
          text,
          'const readers: Readonly<Record<PlanFormat, ((text: string) => Values) | null>> = {',
          `  '${id}': (text) => parseYaml(text, { version: '1.1' }) ?? {},`,
        ),
    },
    {
      path: 'test/hostile/attacks/outputs.ts',
      does: 'by hand',
      what: 'in the lists of formats, so that poisoned plans are read in it too',
    },
    {
      path: 'e2e/plan.spec.ts',
      does: 'by hand',
      what: 'its tab',
    },
    {
      path: 'docs/outputs.md',
      does: 'edit',
      what: 'a row of the table of formats',
      edit: (text, { id }) =>
        appendRow(text, '| Format |', `| \`${id}\` | variables and values as YAML | the former values |`),
    },
    { path: 'docs/cli.md', does: 'generate', what: 'the help of `latchkey plan`' },
  ],
  remarks: [
    'Text is put together only from what a writer has made (`sql`, `yaml`, `shell` and so on): that nothing foreign becomes code is checked over the sources (`test/writers.test.ts`).',
    'What cannot be carried exactly is left out and named (`leftOutTexts`); each output says what needs a restart (`rollout-steps.ts`) and has its rollback (`undo`).',
  ],
  tests: [
    'src/analysis/outputs',
    'test/analysis/outputs.test.ts',
    'test/analysis/hostile-outputs.test.ts',
    'test/writers.test.ts',
  ],
};

function outputText({ id, pascal }: Names): string {
  return `import { serverName } from '../../shared/server';
import { type Yaml, yaml, yamlComment, yamlFile, yamlKey, yamlString } from '../../shared/writers/yaml';
import { leftOutTexts } from './left-out';
import { plainText, type RenderContext, reversed } from './render-context';
import { rolloutSteps } from './rollout-steps';

/** Variables and their values. */
export function render${pascal}(context: RenderContext): Yaml {
  const { analysis, undo } = context;
  const plan = undo ? reversed(context.plan) : context.plan;
  const { server, id } = analysis.snapshot;
  return yamlFile([
    ...yamlComment(\`\${undo ? 'Undo of the ' : ''}Latchkey plan for \${serverName(server)}, from snapshot \${id}.\`),
    ...rolloutSteps('${id}', context).flatMap((step, index) => yamlComment(\`\${index + 1}. \${step}\`)),
    ...leftOutTexts(context).flatMap(yamlComment),
    ...(plan.changes.length === 0 ? [yaml\`# No change is proposed.\`] : []),
    ...plan.changes.map(({ variable, stored }) => yaml\`\${yamlKey(variable)}: \${yamlString(plainText(stored))}\`),
  ]);
}
`;
}

function testText({ id }: Names): string {
  return `import { expect, test } from 'vitest';
import { productRules } from '../../../test/analysis/rule-files';
import { buildSnapshot } from '../../../test/analysis/snapshot-builder';
import { noChoices } from '../../shared/plan';
import { analyze, buildPlan, renderPlan } from '..';

const rules = productRules();

test('${id} holds the values of a plan, and undo the former ones', () => {
  const snapshot = buildSnapshot({ variables: { max_connections: 151 } });
  const analysis = analyze(snapshot, rules, { path: null });
  const plan = buildPlan(snapshot, analysis.findings, { ...noChoices, set: { max_connections: '200' } });
  expect(renderPlan(plan, analysis, '${id}', null).text).toContain('max_connections: "200"');
  expect(renderPlan(plan, analysis, '${id}', null, { undo: true }).text).toContain('max_connections: "151"');
});
`;
}
