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

module.exports = {
  forbidden: [
    ...directions,
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
