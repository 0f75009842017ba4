import type { Analysis } from '../../shared/analysis';
import type { PlanFormat, TuningPlan } from '../../shared/plan';
import { type Reader, wordsFor } from '../../shared/window/window-words';
import { jsonDocument } from '../../shared/writers/json';
import type { Written } from '../../shared/writers/written';
import { renderAnsible } from './ansible';
import { renderAws, renderRdsJson } from './aws';
import { renderAz } from './az';
import { renderHtml, renderMarkdown } from './documents';
import { renderGcloud } from './gcloud';
import { carried, leftOutTexts } from './left-out';
import { renderNowAndFile } from './now-and-file';
import { applyToOptionFile, renderDiff, renderOptionFile } from './option-file';
import {
  exactly,
  type PlanOrigin,
  type PresentVariables,
  type RenderContext,
  reversed,
} from './render-context';
import { rolloutSteps } from './rollout-steps';
import { awsServiceOf, serviceParameters, serviceRemarks } from './service-parameters';
import { renderSetGlobal, renderSetPersist, renderSetPersistOnly } from './sql';
import { targetRemarks } from './target-remarks';
import type { UserOptionFile } from './user-option-file';

interface Form {
  fileName: string;
  render(context: RenderContext): Written<string>;
}

const forms: Record<PlanFormat, Form> = {
  cnf: {
    fileName: 'my.cnf',
    render: (context) =>
      context.myCnf === null ? renderOptionFile(context) : applyToOptionFile(context, context.myCnf.text),
  },
  diff: { fileName: 'my.cnf.diff', render: renderDiff },
  'set-global': { fileName: 'set-global.sql', render: renderSetGlobal },
  'set-persist': { fileName: 'set-persist.sql', render: renderSetPersist },
  'set-persist-only': { fileName: 'set-persist-only.sql', render: renderSetPersistOnly },
  'now-and-file': { fileName: 'now-and-file.sql', render: renderNowAndFile },
  'rds-json': { fileName: 'parameter-group.json', render: renderRdsJson },
  aws: { fileName: 'parameter-group.sh', render: renderAws },
  gcloud: { fileName: 'database-flags.sh', render: renderGcloud },
  az: { fileName: 'server-parameters.sh', render: renderAz },
  ansible: { fileName: 'mysql-options.yml', render: renderAnsible },
  markdown: { fileName: 'plan.md', render: renderMarkdown },
  html: { fileName: 'plan.html', render: renderHtml },
  json: {
    fileName: 'plan.json',
    render: ({ plan, undo }) => jsonDocument(undo ? reversed(plan) : plan),
  },
};

export interface RenderOptions {
  /** Rollback from the plan. */
  undo?: boolean;
  /** Variables of the snapshot, for what is persisted or also changed. */
  present?: PresentVariables;
  /** Server and time of the snapshot, which the heading names. */
  origin?: PlanOrigin | null;
  /** Who reads it; default: at a terminal. */
  reader?: Reader;
}

/**
 * Renders a plan in one of its formats, with the file name it would be saved under.
 * @param myCnf the user's option file, which `cnf` edits and `diff` compares with; null: a new file
 * @returns `remarks`: what is odd about the user's files, and how to proceed where the format cannot say it itself
 */
export function renderPlan(
  plan: TuningPlan,
  analysis: Analysis,
  format: PlanFormat,
  myCnf: UserOptionFile | null,
  { undo = false, present = new Map(), origin = null, reader = 'command line' }: RenderOptions = {},
): { text: string; fileName: string; remarks: string[] } {
  const { server } = analysis.snapshot;
  const { plan: written, leftOut } = carried(
    format === 'json' ? plan : exactly(plan, server, present),
    format,
    server,
  );
  const words = wordsFor(reader);
  const context: RenderContext = {
    plan: format === 'json' ? written : inWords(written, words),
    analysis,
    myCnf,
    undo,
    present,
    origin,
    leftOut,
    words,
  };
  const { render, fileName } = forms[format];
  return {
    text: render(context).text,
    fileName: undo ? `undo-${fileName}` : fileName,
    remarks: [...targetRemarks(context), ...remarksOf(format, context)].map(words),
  };
}

/** What the plan itself says to do. */
function inWords(plan: TuningPlan, words: (text: string) => string): TuningPlan {
  return {
    ...plan,
    summary: words(plan.summary),
    leftOut: plan.leftOut.map(({ variable, reason }) => ({ variable, reason: words(reason) })),
    withheld: plan.withheld.map((one) => ({ ...one, reason: words(one.reason) })),
    memoryCheck: { ...plan.memoryCheck, text: words(plan.memoryCheck.text) },
  };
}

function remarksOf(format: PlanFormat, context: RenderContext): string[] {
  if (format === 'json' || format === 'diff' || (format === 'cnf' && context.myCnf !== null)) {
    return [
      ...rolloutSteps(format, context),
      ...leftOutTexts(context),
      ...(format === 'cnf' ? setAgain(context) : []),
    ];
  }
  if (format !== 'rds-json') return [];
  const service = awsServiceOf(context.analysis.snapshot.server.hosting);
  return [
    ...rolloutSteps(format, context),
    ...leftOutTexts(context),
    ...serviceRemarks(serviceParameters(context, service)),
  ];
}

/** The one file that is printed cannot hold an edit of another. */
function setAgain({ myCnf }: RenderContext): string[] {
  const includes = myCnf?.tree === undefined ? 0 : myCnf.tree.files.size - 1;
  return includes === 0
    ? []
    : [
        'This is the one file, which sets them again behind what it includes; --format diff edits the file that decides.',
      ];
}
