import { counted } from '../../shared/base/units';
import {
  type ArmVerdict,
  changeText,
  type GuardBreach,
  type MetricId,
  metricFacts,
  namedArmText,
  type ProbeResult,
} from '../../shared/probe';
import { texts } from './texts.ts';

export const verdictWords: Record<ArmVerdict, string> = {
  baseline: texts.presentSettings,
  better: 'better',
  worse: 'worse',
  'worse-stopped': texts.worseStopped,
  equivalent: texts.noDifferenceThatMatters,
  inconclusive: texts.notDecided,
};

export const guardHead = [texts.guard, texts.state, texts.howItsLimitIsMade];

/** One row for each guard: name, what became of it, how its limit is made. */
export function guardRows({ guards, arms }: ProbeResult): string[][] {
  return guards.map(({ guard, text, breach, off }) => [
    guard.replaceAll('-', ' '),
    off !== undefined
      ? texts.off(off.text)
      : breach === null
        ? texts.watchedNeverBreached
        : texts.whereTheLimitWas(
            breachText(breach, arms),
            shownValue(breach.value),
            shownValue(breach.limit),
          ),
    text,
  ]);
}

/** What a guard did. @param arms those of the result */
export function breachText({ action, arm }: GuardBreach, arms: ProbeResult['arms']): string {
  const name = namedArmText(arm, arms);
  return action === 'arm-dropped' ? texts.dropped(name) : texts.endedTheRunIn(name);
}

/** Metrics on which no verdict rests. */
export function otherMetrics({ arms, metric }: ProbeResult): { title: string; rows: string[][] }[] {
  const others = [...new Set(arms.flatMap(({ metrics }) => metrics.map((each) => each.metric)))];
  return others
    .filter((id: MetricId) => id !== metric.id)
    .map((id) => {
      const { text, unit, higherIsBetter } = metricFacts[id];
      const rows = arms.map((arm) => {
        const found = arm.metrics.find((each) => each.metric === id);
        const change = found === undefined || arm.verdict === 'baseline' ? '' : changeText(found);
        return [arm.name, change, shownValue(found?.value ?? null)];
      });
      return { title: texts.isBetter(text, unit, higherIsBetter ? 'more' : 'less'), rows };
    });
}

/** Whole from 100 on, three digits below; '' where nothing was measured. */
export function shownValue(value: number | null): string {
  if (value === null) return '';
  return value >= 100 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(3)));
}

/** A statement with hundreds of names fills a page and says no more than its beginning. */
export function shortenedSql(sql: string): string {
  return sql.length > 240 ? `${sql.slice(0, 160)} … (${counted(sql.length, 'character')})` : sql;
}
