import { type Finding, type Headline, isRootCause } from '../shared/analysis';
import { formatSeconds, formatValue } from '../shared/base/units';
import { checksText, type NotCheckedGroup, notCheckedGroups } from '../shared/not-checked';
import type { Average } from './facts/inputs/fact-value';
import { averageText } from './facts/inputs/since-start';
import { type Judged, lowerFirst, riskFirst } from './headline';
import { secondReading, windowStep } from './rules/unlock';

/**
 * The headline of a snapshot that holds one reading: what its findings say, over which time its averages are, and what one
 * more step would unlock. Nothing is called too little to judge by while there is a finding, or a load that was judged.
 * @param average what rates were averaged over; undefined: the uptime is too short, or not known
 */
export function headlineOfReading(
  judged: Judged,
  headline: Headline,
  average: Average | undefined,
): Headline {
  const unlocks = unlockSentence(judged);
  const answer = headline.kind === 'not-instrumented' ? answerOf(judged, average) : null;
  if (answer === null)
    return { ...headline, text: `${spanOf(headline, judged)}${sharesOf(headline, judged)}${unlocks}` };
  return { ...answer, text: `${answer.text}${sharesOf(answer, judged)}${unlocks}` };
}

/** Of which statements the shares in the text are, where not all of them were given. */
function sharesOf({ text }: Headline, { facts }: Judged): string {
  const given = facts.reading('statements_given');
  if (!given.known || !/% of (?:the )?statement time/.test(text)) return '';
  return given.value === 1
    ? ' No other statement was given.'
    : ` Shares of statement time are of the ${given.value} statements that were given.`;
}

/** The sentence of the finding that speaks, with the time that its figures are averages over. */
function spanOf({ text, ruleId }: Headline, { findings }: Judged): string {
  const seconds = findings.find((finding) => finding.ruleId === ruleId)?.averagedOver;
  if (seconds === undefined || text.includes('average since')) return text;
  return `${text} Figures are ${averageText({ seconds, since: 'start' }).replace('average', 'averages')}.`;
}

/** Areas of which a finding is no answer to what limits the server. */
const asides: readonly Finding['area'][] = ['durability', 'versions', 'observability'];

/** null: nothing was judged at all. */
function answerOf(judged: Judged, average: Average | undefined): Headline | null {
  const { findings, passed, facts, sentences } = judged;
  const standing = findings.filter(isRootCause);
  const serious = standing.filter(({ severity }) => severity !== 'notice');
  const [top, ...others] = serious.filter(({ area }) => !asides.includes(area));
  const risk = named(
    'Data is at risk',
    serious.filter(({ area }) => area === 'durability'),
  );
  if (top !== undefined) {
    const text = `${top.title.replace(/\.$/, '')}: ${lowerFirst(top.impact.text)}.${named('Next', others)}`;
    return { kind: 'bottleneck', text: `${text}${risk}`, ruleId: top.ruleId };
  }
  if (findings.length + passed === 0) return null;
  const span = average === undefined ? '' : ` (${averageText(average)})`;
  const uptime =
    average === undefined ? ' The uptime is too short, or not known, so rates cannot be judged.' : '';
  // One reading knows no "earlier": what was counted or logged since the start is all that there is, whatever its area.
  const happened = findings.filter(({ standing: kind }) => kind === 'earlier');
  const notable = [...standing.filter(({ area }) => !asides.includes(area)), ...happened].filter(
    ({ severity }) => severity === 'notice',
  );
  const fixes = named(
    'Also worth fixing',
    serious.filter(({ area }) => asides.includes(area) && area !== 'durability'),
  );
  const isSeen =
    average !== undefined && facts.reading('statement_rate').known && facts.reading('pool_miss_ratio').known;
  // A few lines that show one thing were posted for it, also where it is no more than a remark.
  const remarks = findings.filter(
    ({ standing: kind, area, explainedBy }) =>
      kind === 'remark' && !asides.includes(area) && explainedBy.length === 0,
  );
  const [first, ...further] = notable.length > 0 ? notable : remarks;
  if (first !== undefined && !isSeen) {
    // Who pasted some lines asks what they show.
    const said =
      sentences.get(first.ruleId) ?? `${first.title.replace(/\.$/, '')}: ${lowerFirst(first.impact.text)}.`;
    const shown = `${said}${named('Also worth a look', further)}`;
    const graver = `Nothing more serious stands out in this single reading${span}: ${checksText(passed)} passed.${uptime}`;
    return {
      kind: 'not-instrumented',
      text: riskFirst(risk, `${shown} ${graver}${fixes}`),
      ruleId: first.ruleId,
    };
  }
  const nothing = risk === '' ? 'Nothing' : 'Nothing else';
  const heaviest = heaviestGiven(judged);
  const text =
    heaviest === ''
      ? `${nothing} stands out in this single reading${span}: ${checksText(passed)} passed.${uptime}`
      : `${heaviest} Nothing else stands out: ${checksText(passed)} passed.`;
  const kind = isSeen ? 'healthy' : 'not-instrumented';
  return { kind, text: riskFirst(risk, `${text}${fixes}${named('Worth a look', notable)}`), ruleId: null };
}

/** Where statements were given and none is at fault: the one to begin with. '' without any, or where none takes long. */
function heaviestGiven({ facts }: Judged): string {
  const given = facts.reading('statements_given');
  const [share, seconds, text] = ['top_digest_share', 'top_digest_seconds', 'top_digest'].map((id) =>
    facts.reading(id),
  );
  if (!given.known || !share?.known || !seconds?.known || !text?.known) return '';
  if (Number(seconds.value) < worthALook) return '';
  const mean = formatSeconds(Number(seconds.value));
  if (given.value === 1) return `The statement that was given takes ${mean} on average: ${text.value}.`;
  const part = formatValue(100 * Number(share.value), 'percent');
  return `Of the ${given.value} statements that were given, one takes ${part} of the time, ${mean} on average: ${text.value}.`;
}

/** Seconds of a statement from which somebody waits for it. */
const worthALook = 0.1;

/** Names the first findings; '' without one. */
function named(beginning: string, findings: Finding[]): string {
  return findings.length === 0 ? '' : ` ${beginning}: ${titles(findings.slice(0, 3))}.`;
}

function titles(findings: Finding[]): string {
  return findings.map(({ title }) => lowerFirst(title)).join('; ');
}

/** What one step would add: " 27 checks need a second reading: mysqladmin extended-status -i10 -c2." */
function unlockSentence({ notChecked }: Judged): string {
  const groups = notCheckedGroups(notChecked).filter(({ steps }) => steps.length === 1);
  const isReading = ({ steps: [one] }: NotCheckedGroup) =>
    one === windowStep.import || one === windowStep.live;
  const first = groups.find(isReading) ?? groups[0];
  const [step] = first?.steps ?? [];
  if (first === undefined || step === undefined) return '';
  const checks = checksText(first.rules.length);
  const verb = first.rules.length === 1 ? 'needs' : 'need';
  if (step === windowStep.import) return ` ${checks} ${verb} a second reading: ${secondReading}.`;
  return ` ${checks.replace(' ', ' more ')} can be made: ${lowerFirst(step)}.`;
}
