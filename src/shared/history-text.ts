import { counted, formatValue } from './base/units';
import type { HistoryJudgement } from './history-judgement';

/** One line of what a history says: a label and a sentence. */
export interface HistoryLine {
  label: string;
  text: string;
}

/** What a history says, line by line, as the command line, the report and the window show it. Texts of others are as they are. */
export function historyLines(history: HistoryJudgement): HistoryLine[] {
  const { peaks, pattern, growth, changes, restarts, gaps, missing } = history;
  const interruptions = [
    ...(restarts.length === 0 ? [] : [counted(restarts.length, 'restart')]),
    ...(gaps === 0 ? [] : [counted(gaps, 'gap')]),
  ];
  return [
    { label: 'Source', text: sourceText(history) },
    ...peaks.map(({ label, unit, at, value, p95, p99 }) => ({
      label,
      text: `${formatValue(value, unit)} in the busiest hour (${moment(at)}); 99 % of the hours up to ${formatValue(p99, unit)}, 95 % up to ${formatValue(p95, unit)}`,
    })),
    ...(pattern === null ? [] : [{ label: 'Busy', text: `${pattern}${/\d/.test(pattern) ? ' UTC' : ''}` }]),
    ...growth.map(({ label, text }) => ({ label, text })),
    ...changes.map(({ text }) => ({ label: 'Change', text })),
    ...(interruptions.length === 0 ? [] : [{ label: 'Interrupted', text: interruptions.join(', ') }]),
    ...missing.map(({ what, text }) => ({ label: `Not in it: ${what}`, text })),
  ];
}

/** `14 days (336 of 336 hours known) of db1:9104, by mysqld_exporter in http://...; 15 s averages: ...` */
function sourceText({ source, from, to, hours, seenHours, stepText }: HistoryJudgement): string {
  const span = `${moment(from)} to ${moment(to)}, ${seenHours} of ${counted(hours, 'hour')} known`;
  return `${span}: ${source.server}, ${source.dialect}, ${source.url}. ${stepText}`;
}

/** @param at ISO 8601 */
function moment(at: string): string {
  return `${at.slice(0, 16).replace('T', ' ')} UTC`;
}
