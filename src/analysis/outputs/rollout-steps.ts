import { optionRefusal } from '../../knowledge/catalog/setting-places';
import { changesNow, type PlanChange, type PlanFormat } from '../../shared/plan';
import { compareVersions } from '../../shared/server';
import { plannedEdits } from './option-edits';
import { alsoChangedBy, type RenderContext } from './render-context';
import { serviceWay } from './service-steps';

type Place = 'server' | 'file' | 'persisted' | 'service' | 'both' | 'reading';

const places: Record<PlanFormat, Place> = {
  cnf: 'file',
  diff: 'file',
  ansible: 'file',
  'set-global': 'server',
  'set-persist': 'server',
  'set-persist-only': 'persisted',
  'now-and-file': 'both',
  'rds-json': 'service',
  aws: 'service',
  gcloud: 'service',
  az: 'service',
  markdown: 'reading',
  html: 'reading',
  json: 'reading',
};

/** What to do in which order, and what needs a restart: one sentence a step. [] where nothing is to be done. */
export function rolloutSteps(format: PlanFormat, context: RenderContext): string[] {
  return context.plan.changes.length === 0 ? [] : stepsOf(format, context).map(context.words);
}

function stepsOf(format: PlanFormat, context: RenderContext): string[] {
  const { plan } = context;
  const { hosting } = context.analysis.snapshot.server;
  const way = serviceWay(hosting);
  if (way !== null && !['service', 'reading'].includes(places[format])) return [way];
  const namesOf = (changes: readonly PlanChange[]) => changes.map(({ variable }) => variable).join(', ');
  const now = namesOf(changesNow(plan.changes));
  const restart = namesOf(plan.changes.filter(({ when }) => when === 'restart'));
  const restartStep = restart === '' ? 'No restart is needed.' : `Restart the server: needed for ${restart}.`;
  switch (places[format]) {
    case 'file':
      return [
        fileCheck(context),
        restart === ''
          ? `No restart is needed: set ${now} on the running server too (--format set-global).`
          : now === ''
            ? restartStep
            : `${restartStep} ${now} can be set before it on the running server (--format set-global).`,
        ...refusedByFiles(context),
        ...(format === 'ansible' ? [] : elsewhere(context)),
      ];
    case 'server':
      return [
        ...(now === '' ? [] : ['Send the statements in the given order.', ...inOrder(context)]),
        ...(restart === ''
          ? []
          : [`Put ${restart} into the option file and restart the server; only a restart sets it.`]),
      ];
    case 'both':
      return [
        ...(now === '' ? [] : ['Send the statements in the given order.', ...inOrder(context)]),
        'Then put the option file in place, so that the values survive the next restart.',
        fileCheck(context),
        restartStep,
        ...refusedByFiles(context),
      ];
    case 'persisted':
      return ['Send the statements.', `Restart the server: every change takes effect only then.`];
    case 'service':
      return [
        restart === ''
          ? 'No restart is needed.'
          : `Restart the instance when the change is made: needed for ${restart}.`,
      ];
    case 'reading':
      return [
        ...(now === '' ? [] : [`Set now, without a restart: ${now}.`, ...inOrder(context)]),
        way ?? 'Put all of it into the option file, or it is forgotten at the next restart.',
        restartStep,
      ];
  }
}

function refusedByFiles({ plan, analysis }: RenderContext): string[] {
  return plan.changes.flatMap(({ variable }) => optionRefusal(variable, analysis.snapshot.server) ?? []);
}

function fileCheck({ analysis }: RenderContext): string {
  const { flavour, version } = analysis.snapshot.server;
  const validates = flavour !== 'mariadb' && compareVersions(version, [8, 0, 16]) >= 0;
  const program = flavour === 'mariadb' ? 'mariadbd' : 'mysqld';
  const how = validates ? '--validate-config' : '--verbose --help';
  return `Check the file before a restart: ${program} --defaults-file=FILE ${how}`;
}

/** Pairs whose order the servers mind, and what also changes. */
function inOrder({ plan, present, undo }: RenderContext): string[] {
  const now = changesNow(plan.changes).map(({ variable }) => variable);
  const pairs = [
    ['innodb_io_capacity', 'innodb_io_capacity_max'],
    ['innodb_max_dirty_pages_pct_lwm', 'innodb_max_dirty_pages_pct'],
    ['binlog_cache_size', 'max_binlog_cache_size'],
    ['binlog_stmt_cache_size', 'max_binlog_stmt_cache_size'],
  ].filter((pair) => pair.every((name) => now.includes(name)));
  return [
    ...pairs.map(
      ([low, high]) =>
        `The order matters for ${low} and ${high}: in the other order the server would adjust a value.`,
    ),
    ...(undo
      ? []
      : alsoChangedBy(plan.changes, present).map(
          ({ variable, value, by }) => `The server adjusts ${variable}, now ${value}, together with ${by}.`,
        )),
  ];
}

/** What keeps a file from deciding, or decides in another file. */
function elsewhere(context: RenderContext): string[] {
  const { plan, present, myCnf } = context;
  const persisted = plan.changes
    .filter(({ variable }) => (present.get(variable)?.persisted ?? null) !== null)
    .map(({ variable }) => variable);
  const included =
    myCnf?.tree === undefined
      ? []
      : plannedEdits(context).flatMap(({ variable, place }) =>
          place === null || place.path === myCnf.tree?.roots[0]
            ? []
            : [`${variable} is determined by ${place.path}, line ${place.line}.`],
        );
  return [
    ...(persisted.length === 0
      ? []
      : [
          `Set by SET PERSIST, which takes precedence over any option file: ${persisted.join(', ')}. Use --format set-persist, or RESET PERSIST first.`,
        ]),
    ...included,
  ];
}
