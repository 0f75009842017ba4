import type { Cell } from '../../../shared/snapshot';
import type { ResultKind } from './result-kind';

const picosecondsInSecond = 1e12;
const seconds = /^\d{1,7}\.\d{2,9}$/;

/**
 * SHOW PROFILE, and information_schema.PROFILING: the stages of one statement in seconds, a stage as often as it was entered
 * (MySQL manual, "SHOW PROFILE Statement").
 */
export const profile: ResultKind = {
  title: 'profile of a statement',
  matches: (columns, { rows }) => {
    const at = columns.indexOf('duration');
    const isNamed = columns.includes('status') || columns.includes('state');
    return at >= 0 && isNamed && rows.length > 1 && rows.every((row) => seconds.test(row[at]?.trim() ?? ''));
  },
  pieces: (columns, { rows, at }) => {
    const name = Math.max(columns.indexOf('status'), columns.indexOf('state'));
    const duration = columns.indexOf('duration');
    const stages = new Map<string, { count: number; seconds: number }>();
    for (const row of rows) {
      const stage = row[name]?.trim() ?? '';
      const { count, seconds: before } = stages.get(stage) ?? { count: 0, seconds: 0 };
      stages.set(stage, { count: count + 1, seconds: before + Number(row[duration]) });
    }
    return [
      {
        kind: 'table',
        section: 'stages',
        columns: ['EVENT_NAME', 'COUNT_STAR', 'SUM_TIMER_WAIT'],
        rows: [...stages].map(([stage, { count, seconds: sum }]): Cell[] => [
          `stage/sql/${stage}`,
          count,
          Math.round(sum * picosecondsInSecond),
        ]),
        at,
      },
    ];
  },
};
