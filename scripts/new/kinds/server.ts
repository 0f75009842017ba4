import type { Kind } from '../kind.ts';

export const serverKind: Kind = {
  id: 'server',
  title: 'a server for tests',
  generated: false,
  steps: [
    {
      path: 'scripts/setup/server-recipes.mjs',
      does: 'by hand',
      what: 'the recipe: where it comes from (pinned, with a checksum), how it starts, how its data folder is made',
    },
    {
      path: 'scripts/setup/server-recipes.test.mjs',
      does: 'by hand',
      what: 'what set-up says where it is not available',
    },
    {
      path: 'scripts/servers/recipe.ts',
      does: 'by hand',
      what: 'its id in `serverIds`, its title in `serverTitles`; the compiler then asks for the tables of tests',
    },
    {
      path: 'test/scripts/servers.live.test.ts',
      does: 'by hand',
      what: 'that it starts, restarts and leaves nothing behind',
    },
    {
      path: 'test/server/collect.live.test.ts',
      does: 'by hand',
      what: 'in `absentIn` and `offIn`, the sections that it lacks',
    },
    {
      path: 'test/probe/each-probe.live.test.ts',
      does: 'by hand',
      what: 'in `refusals`, the probes that make no sense on it',
    },
    {
      path: 'scripts/catalog/collect-variables.ts',
      does: 'by hand',
      what: 'run on it: writes the variables that it reports into `src/knowledge/catalog/reported`',
    },
    {
      path: 'scripts/catalog/collect-options.ts',
      does: 'by hand',
      what: 'run after it: writes in what its option names differ from its variables',
    },
    { path: 'src/knowledge/catalog/reported/index.ts', does: 'by hand', what: 'the list of these variables' },
    {
      path: 'test/server/real-server.ts',
      does: 'by hand',
      what: 'in `needed`, when a run on CI is to fail without it',
    },
    { path: 'README.md', does: 'by hand', what: 'the table of servers' },
  ],
  remarks: [
    '`npm run servers -- start mysql97 --innodb-buffer-pool-size=64M` starts one and prints its socket and port; in tests: `startServer` of `scripts/servers/index.ts`; `describeEachVersion` of `test/server/real-server.ts` for what another version may answer otherwise, `describeCorePair` (MySQL 8.0, MariaDB 11.4) for the rest. `npm test -- --full` runs the tests of the pair on all servers.',
    'A server that is not available makes its tests fail on CI (`CI=true`) and skip, with the reason, elsewhere.',
  ],
  tests: ['scripts/setup', '--project live test/scripts/servers.live.test.ts'],
};
