// The dependency direction of docs/architecture.md. Each room names the only rooms it may import.
const rooms = {
  shared: [],
  knowledge: ['shared'],
  experiment: ['shared'],
  evidence: ['shared', 'knowledge', 'experiment'],
  analysis: ['shared', 'knowledge', 'experiment', 'evidence'],
  server: ['shared', 'knowledge', 'experiment', 'evidence'],
  files: ['shared', 'knowledge', 'experiment', 'evidence'],
  store: ['shared'],
  view: ['shared'],
  report: ['shared', 'view'],
  engine: ['shared', 'knowledge', 'experiment', 'evidence', 'analysis', 'server', 'files', 'store', 'report'],
  'engine-process': ['shared', 'engine'],
  cli: ['shared', 'engine'],
  main: ['shared'],
  preload: ['shared'],
  renderer: ['shared', 'view'],
};

const directions = Object.entries(rooms).map(([room, allowed]) => ({
  name: `${room}-imports-only-${allowed.join('-') || 'itself'}`,
  severity: 'error',
  // Tests stand beside their code, but may build their input with any room.
  from: { path: `^src/${room}/`, pathNot: '\\.test\\.tsx?$' },
  to: { path: '^src/', pathNot: `^src/(${[room, ...allowed].join('|')})/` },
}));

// Inside a room: each part names the only parts of its room that it may import. A part of a part (`facts/inputs`) is one
// of its own. What stands beside the parts composes them, and no part imports it.
const parts = {
  knowledge: {
    sql: [],
    catalog: [],
    'innodb-status': [],
    stacks: [],
    'buffer-pool': ['catalog'],
    'option-file': ['catalog'],
    waits: ['catalog'],
    metrics: ['catalog'],
  },
  experiment: { statistics: [], design: ['statistics'], verdict: ['statistics', 'design'] },
  evidence: { sections: [], series: [], history: [], redaction: ['sections'] },
  analysis: {
    'index-advice': [],
    sizing: [],
    history: [],
    'facts/inputs': [],
    memory: ['facts/inputs'],
    settings: ['facts/inputs', 'sizing'],
    facts: ['facts/inputs', 'memory', 'index-advice', 'sizing', 'history'],
    rules: ['facts/inputs', 'facts', 'settings'],
    'held-hours': ['facts/inputs', 'history', 'rules'],
    watch: ['rules'],
    plan: ['facts/inputs', 'facts', 'memory', 'settings', 'sizing', 'rules'],
    outputs: ['facts/inputs', 'settings'],
    compare: ['facts/inputs', 'facts', 'top-sql'],
    fleet: ['facts/inputs', 'outputs', 'compare'],
    'top-sql': ['facts/inputs', 'facts', 'index-advice'],
  },
  server: {
    connect: [],
    machine: ['connect'],
    sample: ['connect', 'machine'],
    change: ['connect'],
    foreign: ['connect'],
    collect: ['connect', 'machine', 'sample', 'foreign'],
    history: ['connect', 'machine', 'sample'],
    deep: ['connect', 'machine', 'change', 'collect'],
    workload: ['connect', 'machine', 'foreign'],
    probe: ['connect', 'machine', 'foreign', 'change', 'workload'],
  },
  engine: {
    base: [],
    analyses: ['base'],
    changes: ['base'],
    probes: ['base'],
    recordings: ['base'],
    snapshots: ['base', 'changes'],
    fleets: ['base', 'changes', 'snapshots', 'analyses'],
  },
  cli: { text: [] },
  'analysis/facts': {
    inputs: [],
    innodb: ['inputs'],
    replication: ['inputs'],
    server: ['inputs'],
    sessions: ['inputs'],
    statements: ['inputs', 'innodb'],
    history: ['inputs'],
  },
  'server/change': {
    session: [],
    journal: [],
    guard: ['session', 'journal'],
    gate: ['session', 'journal', 'guard'],
    restore: ['session', 'journal', 'guard', 'gate'],
    plan: ['session', 'guard', 'gate', 'restore'],
  },
  'server/connect': {
    handshake: [],
    login: ['handshake'],
    ssh: ['handshake'],
    driver: ['handshake', 'login', 'ssh'],
  },
  'server/probe': { definitions: [], runner: ['definitions'], proof: ['definitions', 'runner'] },
};

const innerDirections = Object.entries(parts).flatMap(([room, allowedOf]) =>
  Object.entries(allowedOf).map(([part, allowed]) => {
    const inner = Object.keys(allowedOf).filter((other) => other.startsWith(`${part}/`));
    // What is allowed of a part is not what is allowed of the parts in it.
    const others = [part, ...allowed].flatMap((one) => {
      const within = Object.keys(allowedOf).filter(
        (other) => other.startsWith(`${one}/`) && ![part, ...allowed].includes(other),
      );
      return within.length === 0
        ? [`${one}/`]
        : [`${one}/(?!${within.map((w) => w.slice(one.length + 1)).join('|')})`];
    });
    return {
      name: `${room}-${part}-imports-only-${allowed.join('-') || 'itself'}`,
      severity: 'error',
      from: {
        path: `^src/${room}/${part}/`,
        pathNot: ['\\.test\\.tsx?$', ...inner.map((one) => `^src/${room}/${one}/`)],
      },
      to: { path: `^src/${room}/`, pathNot: `^src/${room}/(${others.join('|')})` },
    };
  }),
);

module.exports = {
  forbidden: [
    ...directions,
    ...innerDirections,
    {
      name: 'a-domain-of-the-engine-knows-no-other',
      comment: 'A call passes one of them: what two need is in a folder of the engine.',
      severity: 'error',
      from: {
        path: '^src/engine/[^/]+\\.ts$',
        pathNot: ['\\.test\\.ts$', '^src/engine/(domains|index|services)\\.ts$'],
      },
      to: { path: '^src/engine/[^/]+\\.ts$', pathNot: '^src/engine/(services|texts)\\.ts$' },
    },
    {
      name: 'a-command-knows-no-other',
      severity: 'error',
      from: { path: '^src/cli/commands/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/cli/commands/', pathNot: '/texts\\.ts$' },
    },
    {
      name: 'only-the-program-knows-the-commands',
      severity: 'error',
      from: { path: '^src/', pathNot: ['\\.test\\.ts$', '^src/cli/program\\.ts$', '^src/cli/commands/'] },
      to: { path: '^src/cli/commands/' },
    },
    { name: 'no-cycles', severity: 'error', from: { path: '^src/' }, to: { circular: true } },
    {
      name: 'pure-rooms-do-no-input-or-output',
      severity: 'error',
      from: {
        path: '^src/(shared|knowledge|experiment|evidence/(sections|series)|analysis|view)/',
        pathNot: '\\.test\\.tsx?$',
      },
      to: { path: ['^node:', '^(fs|path|os|net|child_process)$', 'mysql2', 'better-sqlite3', '^electron$'] },
    },
    {
      name: 'the-window-has-no-node',
      severity: 'error',
      from: { path: '^src/renderer/', pathNot: '\\.test\\.tsx?$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'only-engine-process-main-preload-know-electron',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(engine-process|main|preload)/' },
      to: { path: 'node_modules/electron/' },
    },
    {
      name: 'only-server-speaks-to-servers',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/server/' },
      to: { path: 'node_modules/mysql2/' },
    },
    {
      name: 'only-store-knows-sqlite',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/store/' },
      to: { path: 'node_modules/better-sqlite3/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default'],
    },
  },
};
