import { addImport, append } from '../edits.ts';
import type { Kind, Names } from '../kind.ts';

export const probeKind: Kind = {
  id: 'probe',
  title: 'a probe',
  generated: true,
  steps: [
    {
      path: 'src/shared/probe.ts',
      does: 'edit',
      what: 'its id in `probeIds`; the compiler then asks for the rest',
      edit: (text, { id }) => append(text, 'export const probeIds = [', `  '${id}',`),
    },
    {
      path: 'src/server/probe/definitions/<id>.ts',
      does: 'create',
      what: 'the definition: the question, the settings to compare on a server or why there are none, times, metric, loads',
      write: probeText,
    },
    {
      path: 'src/server/probe/definitions/index.ts',
      does: 'edit',
      what: 'its place in `probeDefinitions`',
      edit: (text, { id, camel }) =>
        append(
          addImport(text, `import { ${camel} } from './${id}';`),
          'export const probeDefinitions: Readonly<Record<ProbeId, ProbeDefinition>> = {',
          `  '${id}': ${camel},`,
        ),
    },
    {
      path: 'src/server/probe/definitions/definitions.test.ts',
      does: 'by hand',
      what: 'what it compares on the servers of that file, and where it is refused',
    },
    {
      path: 'test/probe/each-probe.live.test.ts',
      does: 'by hand',
      what: 'in `refusals`, the servers on which it makes no sense; on the others its plan is applied and restored',
    },
    { path: 'docs/probes.md', does: 'generate', what: 'the list of probes' },
  ],
  remarks: [
    'A definition is data. The runner (`src/server/probe/runner`) plans, asks for consent, journals, sets, measures and restores, all through `src/server/change`; nothing else may send SET GLOBAL, which a test over the sources checks.',
    'A rule offers it with `probe: <id>`.',
  ],
  tests: [
    'src/server/probe',
    'scripts/docs/references.test.ts',
    '--project live test/probe/each-probe.live.test.ts',
  ],
};

function probeText({ id, camel, title }: Names): string {
  return `import { noSuchVariable, type ProbeDefinition, valueArms } from './definition';

const variable = 'table_open_cache';

/** Why this may matter on a server. */
export const ${camel}: ProbeDefinition = {
  id: '${id}',
  title: '${title}',
  question: 'How many open tables should the server keep?',
  metric: 'throughput',
  times: { settleSeconds: 1, measureSeconds: 2.5, blocks: 12, explores: false },
  workloads: ['sysbench', 'live', 'replay'],
  preset: 'point-select',
  propose: (server) =>
    server.globals.has(variable)
      ? { arms: valueArms(server, variable, [400, 2000]), leftOut: [] }
      : noSuchVariable(server, variable),
};
`;
}
