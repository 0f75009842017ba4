import { threadStates } from '../../../knowledge/waits/thread-states';
import type { FactDefinition } from '../inputs/definition';
import { type FactReader, onceForFacts } from '../inputs/fact-reader';
import { cellNumber } from '../inputs/observed';

const source =
  'stages by name: SHOW PROFILE that a text quotes, or performance_schema.events_stages_summary_global_by_event_name; MySQL manual, "General Thread States"';
const needs = ['section.stages'] as const;
const picosecondsInSecond = 1e12;

/** Facts on the stages in which statements spent their time. */
export const quotedProfileFacts: FactDefinition[] = [
  {
    id: 'stage_seconds',
    unit: 'seconds',
    type: 'number',
    needs,
    doc: { what: 'Time in all stages that are listed.', formula: 'sum of SUM_TIMER_WAIT', source },
    compute: (read) => secondsOf(stagesOf(read)),
  },
  {
    id: 'top_stage',
    unit: 'none',
    type: 'string',
    needs,
    doc: { what: 'Stage with most of that time.', formula: 'largest SUM_TIMER_WAIT', source },
    compute: (read) => topStage(read).name,
  },
  {
    id: 'top_stage_share',
    unit: 'ratio',
    type: 'number',
    needs,
    doc: { what: 'Its share of that time.', formula: 'its SUM_TIMER_WAIT / the sum of all', source },
    compute: (read) => topStage(read).seconds / secondsOf(stagesOf(read)),
  },
  {
    id: 'top_stage_look',
    unit: 'none',
    type: 'string',
    needs,
    doc: {
      what: 'Where to look next after that stage.',
      formula: 'its entry in the table of thread states',
      source,
    },
    compute: (read) => {
      const { name } = topStage(read);
      const state = threadStates.find(({ pattern }) => pattern.test(name));
      return state?.look ?? 'Look at EXPLAIN of the statement, and at what it waits for in that stage.';
    },
  },
];

interface Stage {
  /** As the server words it, without the path of the instrument. */
  name: string;
  seconds: number;
}

/** Heaviest first. */
const stagesOf = onceForFacts((read): Stage[] =>
  read
    .rows('stages')
    .map(({ event_name, sum_timer_wait }) => ({
      name: String(event_name ?? '').replace(/^stage\/\w+\//, ''),
      seconds: (cellNumber(sum_timer_wait) ?? 0) / picosecondsInSecond,
    }))
    .sort((a, b) => b.seconds - a.seconds),
);

function secondsOf(stages: readonly Stage[]): number {
  return stages.reduce((sum, { seconds }) => sum + seconds, 0);
}

function topStage(read: FactReader): Stage {
  const [first] = stagesOf(read);
  if (first === undefined || first.seconds === 0)
    return read.missing('absent', 'No stage has taken any time.');
  return first;
}
