import { describedFunctions, type StackFunction } from '../../src/knowledge/stacks/stack-functions';
import {
  describedWaits,
  type WaitKind,
  type WaitName,
  type WaitObject,
} from '../../src/knowledge/waits/wait-objects';

/** docs/wait-objects.md: every synchronisation object under all its names, and functions of profiles and stacks. */
export function waitObjectsReference(): string {
  const waits = describedWaits();
  const sections = (Object.keys(kinds) as WaitKind[]).flatMap((kind) => {
    const { title, text } = kinds[kind];
    return [`## ${title}`, text, ...waits.filter((wait) => wait.kind === kind).map(waitText)];
  });
  return `${[
    `# Waits

This page is made by \`npm run docs\` from the dictionary of wait objects: ${waits.length} objects. Names are those of the performance
schema without the leading \`wait/\`; a \`*\` stands for anything. Version spans include both ends. Percona Server has the names of
the MySQL version that it is built from.`,
    ...sections,
    '## Functions in profiles and stacks',
    'What a function means that stands out in a CPU profile (perf) or in stack samples (pmp, gdb). Compare with a profile of a good hour.',
    functionTable(describedFunctions()),
  ].join('\n\n')}\n`;
}

const kinds: Record<WaitKind, { title: string; text: string }> = {
  latch: {
    title: 'Mutexes and read-write locks',
    text: 'Short sections that one thread or one writer at a time may run.',
  },
  handover: {
    title: 'Waiting for another thread',
    text: 'The thread sleeps until another one has done something for it.',
  },
  io: { title: 'Files', text: 'Reading, writing and syncing.' },
  client: { title: 'Network', text: 'Time of the network and the client.' },
  enclosing: {
    title: 'Events that enclose others',
    text: 'They contain the waits above; sums of wait time leave them out, or the same time would count twice.',
  },
  idle: { title: 'Idle sessions', text: 'No waiting: sums leave them out.' },
  background: { title: 'Sleeping threads of the server', text: 'No waiting: sums leave them out.' },
};

function waitText(wait: WaitObject): string {
  const latches = (wait.innodb ?? []).map(({ file, mutex }) =>
    mutex === undefined ? `\`${file}\`` : `\`${file}\` (\`${mutex}\`)`,
  );
  return [
    `### ${wait.id}`,
    '',
    `${wait.title}. ${wait.guards}`,
    '',
    `- Hot when: ${wait.hot}`,
    `- Lever: ${wait.lever}`,
    ...(wait.variables.length === 0
      ? []
      : [
          `- Variables: ${wait.variables.map(({ variable, direction }) => `\`${variable}\` (${direction})`).join(', ')}`,
        ]),
    ...(wait.probe === null ? [] : [`- Probe: \`${wait.probe}\``]),
    ...(wait.names.length === 0 ? ['- Not instrumented in the performance schema'] : []),
    ...wait.names.map((name) => `- \`${name.event}\`: ${versionText(name)}`),
    ...(latches.length === 0
      ? []
      : [`- In SHOW ENGINE INNODB STATUS and MUTEX, created in: ${latches.join(', ')}`]),
    `- Source: ${wait.source}`,
  ].join('\n');
}

function versionText({ mysql, mariadb, plugin, isAurora }: WaitName): string {
  const parts = [
    ...(mysql === undefined ? [] : [`MySQL ${span(mysql)}`]),
    ...(mariadb === undefined ? [] : [`MariaDB ${span(mariadb)}`]),
    ...(isAurora === true ? ['Amazon Aurora, as documented'] : []),
  ];
  return `${parts.join('; ')}${plugin ? ' (with its plugin)' : ''}`;
}

function span(range: string): string {
  const [low = '', high = low] = range.split('..');
  if (low === '') return `up to ${high}`;
  if (high === '') return `from ${low}`;
  return low === high ? low : `${low} to ${high}`;
}

function functionTable(functions: readonly StackFunction[]): string {
  const rows = functions.map(({ functions: names, kind, meaning, next, wait, source }) =>
    [names.map((name) => `\`${name}\``).join(' '), kind, meaning, next, wait ?? '', source].join(' | '),
  );
  return [
    '| Functions | Kind | Meaning | Next | Object above | Source |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows.map((row) => `| ${row} |`),
  ].join('\n');
}
