import { type SessionClass, sessionClasses, sessionClassTitles } from '../knowledge/waits/session-waits';
import { type Area, type Finding, type Headline, isRootCause, type NotChecked } from '../shared/analysis';
import { counted, formatSeconds, formatValue } from '../shared/base/units';
import type { FactSet } from './facts/inputs/fact-set';
import { classShareFact } from './facts/sessions/session-waits';
import { rootOf } from './rules/causes';

/** Everything that the one sentence of the diagnosis depends on. */
export interface Judged {
  findings: Finding[];
  /** Headline sentences by rule, for the rules that have one. */
  sentences: ReadonlyMap<string, string>;
  /** Resources as clauses, by rule: "The CPUs are 97 % busy". */
  measures: ReadonlyMap<string, string>;
  passed: number;
  /** Areas with a rule that was judged, whether it passed or fired. */
  judgedAreas: ReadonlySet<Area>;
  /** Areas of the rules that were not checked. An area without one and without a judged rule is none of such a server. */
  uncheckedAreas: ReadonlyMap<Area, NotChecked>;
  notChecked: NotChecked[];
  facts: FactSet;
}

const shownFollowers = 2;

/** Where the bottlenecks of a database sit. A server is called healthy only if something was judged in each. */
const decisiveAreas: readonly Area[] = ['memory', 'redo', 'flushing', 'contention'];

/**
 * The diagnosis in a sentence. The top-ranked warning that names a bottleneck and that nothing explains speaks: causes,
 * never what they bring about. A resource (CPU used, a disk busy) that it explains is the measure its sentence begins with;
 * one that nothing explains speaks itself where no lever does. Then come the active sessions by wait class as sampled, and
 * the next causes. Where sessions mostly wait and no finding says why, the wait itself is named. Without one the server is healthy, idle, or was not
 * instrumented enough to say. Settings that put data at risk are no bottleneck: they are named in a sentence of their
 * own, which comes first where no bottleneck speaks, and so is every other warning.
 */
export function headlineOf(judged: Judged): Headline {
  const [top, ...others] = speakers(judged);
  const idle = judged.facts.reading('idle');
  const safety = safetySentence(judged.findings);
  if (idle.known && idle.value === true) {
    const text = `${idleSentence(judged.facts)}${fixSentence(judged.findings)}`;
    return { kind: 'idle', text: riskFirst(safety, text), ruleId: null };
  }
  const load = loadByWait(judged.facts);
  const loadText = load === null ? '' : ` ${loadSentence(load)}`;
  if (top !== undefined) {
    const next = others.slice(0, shownFollowers).map(({ title }) => lowerFirst(title));
    const then = next.length === 0 ? '' : ` Next: ${next.join('; ')}.`;
    const text = markInferred(sentenceOf(top, judged), top);
    return { kind: 'bottleneck', text: `${text}${loadText}${then}${safety}`, ruleId: top.ruleId };
  }
  const waits =
    load !== null && isBottleneck(load) ? waitSentence(load, judged, `${loadText}${safety}`) : null;
  if (waits !== null) return { kind: 'bottleneck', ...waits };
  const fixes = fixSentence(judged.findings);
  const blind = decisiveAreas.filter(
    (area) => !judged.judgedAreas.has(area) && judged.uncheckedAreas.has(area),
  );
  if (!judged.facts.reading('busy_threads').known || blind.length > 0) {
    return {
      kind: 'not-instrumented',
      text: riskFirst(safety, `${blindSentence(judged, blind)}${fixes}`),
      ruleId: null,
    };
  }
  // What sessions do most is reported there too, in particular where it is no fault: commits that wait for their sync.
  const busy = load !== null && isBusyWaiting(load) ? loadText : '';
  const text = riskFirst(safety, `${healthySentence(judged)}${busy}${fixes}`);
  return { kind: 'healthy', text, ruleId: null };
}

/**
 * Who speaks, by rank. A notice is no alarm, but what takes a large part of the time is not silent under "no bottleneck",
 * and speaks first where its rank is before that of every warning.
 */
function speakers(judged: Judged): Finding[] {
  const loud = judged.findings.filter((finding) => speaks(finding, judged));
  const large = judged.findings.filter((one) => takesMuch(one, judged) && !loud.includes(one));
  const [first] = large;
  if (loud[0] === undefined) return large;
  return first !== undefined && first.rank < loud[0].rank ? [first, ...loud] : loud;
}

/**
 * A cause above a notice that names a bottleneck, by a sentence of its own or of what it brings about, or because a large
 * part of the measured time goes into it; and whatever is critical, except what only endangers data, which has its own sentence.
 */
function speaks(finding: Finding, { findings, sentences }: Judged): boolean {
  if (finding.severity === 'notice' || !isRootCause(finding)) return false;
  if (finding.severity === 'critical' && finding.area !== 'durability') return true;
  if (finding.role === 'lever' && (finding.impact.share ?? 0) >= largePart) return true;
  return [finding, ...broughtAboutBy(finding, findings)].some(({ ruleId }) => sentences.has(ruleId));
}

/** A notice that names what a large part of the measured time goes into. */
function takesMuch(finding: Finding, { sentences }: Judged): boolean {
  return isRootCause(finding) && (finding.impact.share ?? 0) >= largePart && sentences.has(finding.ruleId);
}

/** Of the busy time: from there on everybody would feel it gone. */
const largePart = 0.4;

/** The cause in a sentence, with the resource that it takes most of: "The CPUs are 97 % busy, and tables are opened ...". */
function sentenceOf(cause: Finding, { findings, sentences, measures }: Judged): string {
  const effects = broughtAboutBy(cause, findings);
  const [effect] = effects.filter(
    ({ role, explainedBy }) => role === 'lever' && explainedBy[0]?.ruleId === cause.ruleId,
  );
  const seen = effect && (sentences.get(effect.ruleId) ?? effect.impact.text);
  const sentence = sentences.get(cause.ruleId) ?? joined(seen, cause);
  const [measure] = effects.flatMap(({ ruleId }) => measures.get(ruleId) ?? []);
  return measure === undefined ? sentence : `${measure.replace(/\.$/, '')}, and ${lowerFirst(sentence)}.`;
}

/**
 * A cause that has no sentence of its own, behind the next thing that it brings about: what everybody sees comes first. Its title
 * names what to change.
 */
function joined(effect: string | undefined, { title, impact }: Finding): string {
  if (effect === undefined) return `${title}: ${lowerFirst(impact.text)}.`;
  const seen = effect.split(/[.] (?=[A-Z])/)[0] ?? effect;
  const link = / because /.test(seen) ? ':' : ', because';
  return `${seen.replace(/\.$/, '')}${link} ${lowerFirst(impact.text)} (${title}).`;
}

/** The findings whose nearest cause, or the cause of that and so on, is this one, by rank. */
function broughtAboutBy(cause: Finding, findings: Finding[]): Finding[] {
  return findings.filter((finding) => finding !== cause && rootOf(finding, findings).ruleId === cause.ruleId);
}

/** What active sessions were found doing, as sampled. */
interface Load {
  active: number;
  /** Classes that are waits, those with the most sessions first. */
  waits: { name: SessionClass; where: string; share: number }[];
  /** What most sessions waited for, where it has a name. */
  object: string | null;
  /** Which waits could be seen at all: those of thread states, of instruments that are on, or those of latches too. */
  seen: 'states' | 'instruments' | 'latches';
}

/** Classes whose title alone makes no sentence. */
const whereabouts: Partial<Record<SessionClass, string>> = {
  dataIo: 'in data file I/O',
  redoIo: 'in redo log I/O',
  binlog: 'in the binary log and group commit',
};

/** Sessions on a CPU, inside the engine or waiting for the client hold nobody back by a wait that has a name. */
const noWaits: readonly SessionClass[] = ['running', 'engine', 'network', 'other'];

/** null where sessions were not sampled or none was active. */
function loadByWait(facts: FactSet): Load | null {
  const active = numberOf(facts, 'active_sessions');
  if (active === null) return null;
  const waits = sessionClasses
    .filter((name) => !noWaits.includes(name))
    .flatMap((name) => {
      const share = numberOf(facts, classShareFact(name));
      return share === null || share < 0.05
        ? []
        : [{ name, where: whereabouts[name] ?? sessionClassTitles[name], share }];
    })
    .sort((a, b) => b.share - a.share);
  const object = facts.reading('top_session_object');
  // Row locks have no object of their own: then the top one belongs to another, lesser wait.
  const isOfTop = (numberOf(facts, 'top_session_object_share') ?? 0) > 0.5 * (waits[0]?.share ?? 0);
  // SLEEP() and a client that reads slowly are no waits of the server.
  const isWait = object.known && !['user sleep', 'network'].includes(String(object.value).toLowerCase());
  const isOn = (id: string) => {
    const reading = facts.reading(id);
    return reading.known && reading.value === true;
  };
  const seen = !isOn('sessions_by_waits') ? 'states' : isOn('sync_instrumented') ? 'latches' : 'instruments';
  const title = waits[0] === undefined ? '' : sessionClassTitles[waits[0].name];
  const isNews = object.known && String(object.value).toLowerCase() !== title.toLowerCase();
  return {
    active,
    waits,
    object: object.known && isOfTop && isNews && isWait ? String(object.value) : null,
    seen,
  };
}

/** More than half of the time of at least two sessions. */
function isBottleneck({ active, waits }: Load): boolean {
  return active >= 2 && (waits[0]?.share ?? 0) > 0.5;
}

function isBusyWaiting({ active, waits }: Load): boolean {
  return active >= 1 && (waits[0]?.share ?? 0) >= 0.5;
}

/**
 * What sessions mostly wait for, where no finding above a notice names a bottleneck: by the cause, if a notice gives one.
 * null: durable commits wait by their nature, and the rules about them find no fault with how long.
 */
function waitSentence(
  { waits: [top] }: Load,
  judged: Judged,
  more: string,
): Pick<Headline, 'text' | 'ruleId'> | null {
  const { findings, sentences } = judged;
  const measured = findings.find(({ ruleId, role }) => role === 'resource' && sentences.has(ruleId));
  if (measured !== undefined) {
    const cause = rootOf(measured, findings);
    return { text: `${markInferred(sentenceOf(cause, judged), cause)}${more}`, ruleId: cause.ruleId };
  }
  if (top === undefined || top.name === 'redoIo' || top.name === 'binlog') return null;
  const unexplained = findings.some(({ standing }) => standing === 'finding') ? '' : ', and no rule says why';
  return {
    text: `Most active sessions were ${top.where}${unexplained}.${more}`,
    ruleId: null,
  };
}

/** Active sessions below which nothing is said of what they did. */
const tooFew = 0.5;

/** What is said where no class of waits stands out: no more than what could be seen. */
const noWaitSeen: Record<Load['seen'], string> = {
  states: 'no wait class visible (wait instruments are off)',
  instruments: 'hardly any of them in an instrumented wait',
  latches: 'hardly any of them waiting',
};

function loadSentence({ active, waits, object, seen }: Load): string {
  const sessions = `${formatValue(active, 'count')} active session${formatValue(active, 'count') === '1' ? '' : 's'} on average`;
  if (active === 0) return 'Load: no session was active at any sample.';
  // Shares of so few are shares of a handful of samples.
  if (active < tooFew) return `Load: ${sessions}.`;
  if (waits.length === 0) return `Load: ${sessions}, ${noWaitSeen[seen]}.`;
  const parts = waits.slice(0, 3).map(({ where, share }) => `${Math.round(100 * share)} % ${where}`);
  const most = object === null ? '' : `; top wait: ${object}`;
  return `Load: ${sessions}, of them ${parts.join(', ')}${most}.`;
}

function numberOf(facts: FactSet, id: string): number | null {
  const reading = facts.reading(id);
  return reading.known && typeof reading.value === 'number' ? reading.value : null;
}

/** A cause that is inferred says so, unless its sentence does already. */
function markInferred(text: string, { confidence }: Finding): string {
  if (!/^inferred/i.test(confidence.reason) || /inferred/i.test(text)) return text;
  return `${text.replace(/\.$/, '')} (inferred).`;
}

function idleSentence(facts: FactSet): string {
  const seconds = facts.reading('window_seconds');
  const length =
    seconds.known && typeof seconds.value === 'number' ? ` in ${formatSeconds(seconds.value)}` : '';
  return `The server was idle: fewer than one statement a second${length}, so its bottlenecks cannot be judged. Take a snapshot under load.`;
}

function blindSentence({ notChecked, uncheckedAreas }: Judged, blind: readonly Area[]): string {
  const [area] = blind;
  const example = area === undefined ? notChecked[0] : uncheckedAreas.get(area);
  const first = example?.reasons[0]?.text;
  const areas = blind.length === 0 ? '' : ` (nothing was seen of ${blind.join(', ')})`;
  return `There is too little data to judge: ${counted(notChecked.length, 'rule')} could not be checked${areas}${first === undefined ? '.' : `, for example because: ${first}`}`;
}

function healthySentence({ facts, findings, passed, notChecked }: Judged): string {
  const rate = facts.reading('statement_rate');
  const seconds = facts.reading('window_seconds');
  const load =
    rate.known && typeof rate.value === 'number' && seconds.known && typeof seconds.value === 'number'
      ? ` at ${formatValue(rate.value, 'count/s').replace('/', ' statements/')}${appliedText(facts)} over ${formatSeconds(seconds.value)}`
      : '';
  const checked = findings.length + passed;
  if (notChecked.length === 0) return `No bottleneck found${load}: all ${checked} checks were made.`;
  return `No bottleneck in what could be checked (${checked} of ${counted(checked + notChecked.length, 'check')})${load}.`;
}

/** What a replica writes comes from its source and is no statement of a client. */
function appliedText(facts: FactSet): string {
  const replica = facts.reading('is_replica');
  const writes = numberOf(facts, 'row_write_rate');
  if (!replica.known || replica.value !== true || writes === null) return '';
  return ` of clients and ${formatValue(writes, 'count/s').replace('/', ' writes/')}`;
}

function safetySentence(findings: Finding[]): string {
  return namedSentence(
    'Data is at risk',
    findings.filter(({ area }) => area === 'durability'),
  );
}

/** Where nothing limits the server, that its data is at risk is the news. */
export function riskFirst(risk: string, text: string): string {
  return `${risk} ${text}`.trim();
}

function fixSentence(findings: Finding[]): string {
  return namedSentence(
    'Also worth fixing',
    findings.filter(({ area }) => area !== 'durability'),
  );
}

/** Names up to three of the findings above a notice; '' without one. */
function namedSentence(beginning: string, findings: Finding[]): string {
  const serious = findings.filter(
    ({ severity, explainedBy }) => severity !== 'notice' && explainedBy.length === 0,
  );
  if (serious.length === 0) return '';
  const named = serious.slice(0, 3).map(({ title }) => lowerFirst(title));
  const rest = serious.length > 3 ? `; and ${serious.length - 3} more` : '';
  return ` ${beginning}: ${named.join('; ')}${rest}.`;
}

/** A title within a sentence. */
export function lowerFirst(text: string): string {
  const trimmed = text.replace(/\.$/, '');
  // A word in capitals (MDL, InnoDB) keeps them.
  return /^([A-Z][a-z]+|A)\b/.test(trimmed) &&
    !/^(InnoDB|Latchkey|Performance Schema|Aria|Galera|Percona)\b/.test(trimmed)
    ? trimmed.charAt(0).toLowerCase() + trimmed.slice(1)
    : trimmed;
}
