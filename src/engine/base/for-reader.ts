import type { Analysis } from '../../shared/analysis';
import type { Reason } from '../../shared/reason';
import type { Host, Snapshot } from '../../shared/snapshot';
import type { TopSql } from '../../shared/top-sql';
import { type Reader, wordsFor } from '../../shared/window/window-words';

/** What a report is made of. */
interface Reported {
  snapshot: Snapshot;
  analysis: Analysis;
  top: TopSql;
}

/** The same, with what is said to be done in the words of who reads it: controls of the window, or flags. Data is left as it is. */
export function forReader({ snapshot, analysis, top }: Reported, reader: Reader): Reported {
  if (reader === 'command line') return { snapshot, analysis, top };
  const words = wordsFor(reader);
  const sections = Object.entries(snapshot.sections).map(([name, section]) => [
    name,
    reworded(section, words),
  ]);
  const facts = Object.entries(snapshot.host).map(([name, fact]) => [
    name,
    fact === undefined ? fact : reworded(fact, words),
  ]);
  return {
    snapshot: {
      ...snapshot,
      sections: Object.fromEntries(sections),
      host: Object.fromEntries(facts) as Host,
    },
    analysis: everyText(analysis, words),
    top: {
      ...top,
      remarks: top.remarks.map(words),
      unknown: top.unknown.map((one) => ({ ...one, reason: words(one.reason) })),
      reason: top.reason === null ? null : reasonIn(top.reason, words),
    },
  };
}

function reworded<T extends { reason?: Reason | undefined }>(one: T, words: (text: string) => string): T {
  return one.reason === undefined ? one : { ...one, reason: reasonIn(one.reason, words) };
}

function reasonIn<R extends { text: string; remedy?: string | undefined }>(
  reason: R,
  words: (text: string) => string,
): R {
  const { remedy } = reason;
  return { ...reason, text: words(reason.text), ...(remedy === undefined ? {} : { remedy: words(remedy) }) };
}

/** A document of the same shape: an analysis is texts throughout, and those of the server hold no such phrase. */
function everyText<T>(value: T, words: (text: string) => string): T {
  if (typeof value === 'string') return words(value) as T;
  if (Array.isArray(value)) return value.map((one) => everyText(one, words)) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, everyText(one, words)])) as T;
}
