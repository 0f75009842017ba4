import { laterHours } from '../../evidence/history/later-hours';
import { everySecondSample } from '../../evidence/series/every-second';
import { JsonBudget, type JsonLimits, JsonRefused } from '../../shared/base/json-budget';
import { hoursOf } from '../../shared/history';
import type { Section, Snapshot } from '../../shared/snapshot';

/** What a snapshot may hold without end, and a snapshot with less of it; null: there is no less. */
const growing: readonly { of(snapshot: Snapshot): unknown; less(snapshot: Snapshot): Snapshot | null }[] = [
  { of: ({ samples }) => samples, less: withFewerSamples },
  { of: ({ trigger }) => trigger, less: withFewerBefore },
  { of: ({ history }) => history, less: withShorterHistory },
  { of: ({ statements }) => statements, less: withFewerStatements },
  { of: ({ sections }) => sections, less: withoutLargestSection },
];

/**
 * The JSON of a snapshot, which Latchkey reads again: one that would pass the limits of reading is written with less of
 * what is largest in it. Of samples every second one goes, of a history the earlier half, of statements the later half; a section that is too large
 * is `failed`, and says so.
 * @throws JsonRefused where it passes them all the same; the message goes on from "it"
 */
export function readableJson(snapshot: Snapshot, limits: JsonLimits): string {
  const whole = jsonOf(snapshot);
  if (refusalOf(whole, limits) === null) return whole ?? '';
  let fitting = withoutRefusedSections(snapshot, limits);
  for (;;) {
    const json = jsonOf(fitting);
    const refusal = refusalOf(json, limits);
    if (refusal === null) return json ?? '';
    const [less] = growing
      .map(({ of, less }) => ({ size: jsonOf(of(fitting))?.length ?? Number.POSITIVE_INFINITY, less }))
      .sort((a, b) => b.size - a.size)
      .flatMap(({ less }) => less(fitting) ?? []);
    if (less === undefined) throw refusal;
    fitting = less;
  }
}

/** null: longer than a text can be, of which JSON.stringify throws a RangeError. */
function jsonOf(value: unknown): string | null {
  try {
    return JSON.stringify(value) ?? '';
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function refusalOf(json: string | null, limits: JsonLimits): JsonRefused | null {
  if (json === null) return new JsonRefused('is longer than a text can be');
  try {
    new JsonBudget(limits).push(Buffer.from(json));
    return null;
  } catch (error) {
    if (error instanceof JsonRefused) return error;
    throw error;
  }
}

function withFewerSamples(snapshot: Snapshot): Snapshot | null {
  const { samples } = snapshot;
  if (samples === null) return null;
  return { ...snapshot, samples: samples.times.length > 2 ? everySecondSample(samples) : null };
}

function withFewerBefore(snapshot: Snapshot): Snapshot | null {
  const { trigger } = snapshot;
  if (trigger === undefined || trigger.before === null) return null;
  const { before } = trigger;
  return {
    ...snapshot,
    trigger: { ...trigger, before: before.times.length > 2 ? everySecondSample(before) : null },
  };
}

/** Without the earlier half of its hours; one hour that is too large goes whole. */
function withShorterHistory(snapshot: Snapshot): Snapshot | null {
  const { history, ...others } = snapshot;
  if (history === undefined) return null;
  const hours = hoursOf(history);
  return hours > 1 ? { ...others, history: laterHours(history, Math.floor(hours / 2)) } : others;
}

function withFewerStatements(snapshot: Snapshot): Snapshot | null {
  const { statements } = snapshot;
  if (statements.length === 0) return null;
  return { ...snapshot, statements: statements.slice(0, Math.floor(statements.length / 2)) };
}

function withoutLargestSection(snapshot: Snapshot): Snapshot | null {
  const [largest] = Object.entries(snapshot.sections)
    .filter(([, { data }]) => data !== undefined)
    .map(([name, section]) => ({ name, size: jsonOf(section)?.length ?? Number.POSITIVE_INFINITY }))
    .sort((a, b) => b.size - a.size);
  if (largest === undefined) return null;
  return withSections(snapshot, (name, section) =>
    name === largest.name ? tooLarge(section, 'With it the snapshot could not be read again.') : section,
  );
}

/** Without those that could not be read whatever else there is. */
function withoutRefusedSections(snapshot: Snapshot, limits: JsonLimits): Snapshot {
  return withSections(snapshot, (name, section) => {
    const refusal = refusalOf(jsonOf({ sections: { [name]: section } }), limits);
    return refusal === null
      ? section
      : tooLarge(section, `It could not be read again: it ${refusal.message}.`);
  });
}

function withSections(snapshot: Snapshot, change: (name: string, section: Section) => Section): Snapshot {
  const sections = Object.entries(snapshot.sections).map(([name, section]): [string, Section] => [
    name,
    change(name, section),
  ]);
  return { ...snapshot, sections: Object.fromEntries(sections) };
}

function tooLarge({ tookMs }: Section, text: string): Section {
  return { status: 'failed', reason: { code: 'too-large', text }, tookMs };
}
