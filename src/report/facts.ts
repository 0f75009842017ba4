import type { Analysis, Finding } from '../shared/analysis';
import { shortText } from '../shared/base/short-text';
import { counted, formatCount, formatSeconds } from '../shared/base/units';
import { hostingWords, serverName } from '../shared/server';
import { averagedSeconds, type Section, type Snapshot } from '../shared/snapshot';
import { encryptedBy, type Transport, unencryptedWarning } from '../shared/transport';
import type { Fact } from '../view/fact';
import { texts } from './texts.ts';

/** What was looked at, when, for how long, by what. */
export function snapshotFacts(snapshot: Snapshot): Fact[] {
  const { server, origin, statements } = snapshot;
  const spent = statements.reduce((sum, statement) => sum + statement.tookMs, 0);
  const refused = statements.filter((statement) => statement.error !== undefined).length;
  const state = snapshot.complete
    ? 'complete'
    : texts.partial(snapshot.incomplete?.text ?? texts.itEndedBeforeItsTime);
  return [
    {
      name: 'Server',
      value: `${serverName(server)}${server.comment === '' ? '' : `, ${shortText(server.comment)}`}`,
    },
    { name: 'Hosting', value: hostingWords[server.hosting] },
    {
      name: texts.upFor,
      value: server.uptimeSeconds === null ? texts.notKnown : formatSeconds(server.uptimeSeconds),
    },
    {
      name:
        origin.kind === 'live'
          ? 'Connection'
          : origin.kind === 'import'
            ? texts.importedFrom
            : texts.metricsStore,
      value: origin.target,
    },
    ...encryption(origin.transport),
    {
      name: 'Taken',
      value: `${takenAt(snapshot.createdAt)} by ${snapshot.createdBy.replace(/^latchkey/, 'Latchkey')}`,
    },
    {
      name: 'Window',
      value:
        snapshot.windowSeconds === null || snapshot.windowSeconds === 0
          ? texts.noneOneMoment
          : `${formatSeconds(snapshot.windowSeconds)}, ${counted(snapshot.samples?.times.length ?? 0, 'sample')}${averagesText(snapshot)}`,
    },
    { name: 'State', value: state },
    { name: 'Literals', value: snapshot.literals === 'removed' ? 'removed' : texts.keptMindWhoReadsThis },
    {
      name: texts.statementsSent,
      value: texts.inAll(
        formatCount(statements.length),
        formatSeconds(spent / 1000),
        refused === 0 ? '' : texts.failed(refused),
      ),
    },
  ];
}

/** When it was taken and for how long, in one line. */
export function coverFacts({ createdAt, windowSeconds }: Snapshot): string {
  const window =
    windowSeconds === null || windowSeconds === 0
      ? texts.atOneMoment
      : texts.windowOf(formatSeconds(windowSeconds));
  return `${takenAt(createdAt)}, ${window}`;
}

/** How the server is and what to do first, as one paragraph. */
export function coverText({ findings, passed, notChecked }: Analysis): string {
  const of = (severity: Finding['severity']) => findings.filter((one) => one.severity === severity).length;
  const checked = findings.length + passed.length;
  const counts = texts.criticalAndOfCouldBe(
    of('critical'),
    counted(of('warning'), 'warning'),
    counted(of('notice'), 'notice'),
    formatCount(checked),
    counted(checked + notChecked.length, 'check'),
  );
  const first = findings.filter(({ standing, advice }) => standing === 'finding' && advice.length > 0);
  const todo = first.slice(0, 3).map(({ title }) => title);
  return todo.length === 0 ? counts : texts.whatToActOnFirst(counts, todo.join('; '));
}

/** What cannot be seen in the samples of a metrics store. */
function averagesText(snapshot: Snapshot): string {
  const seconds = averagedSeconds(snapshot);
  return seconds === null ? '' : texts.averagesOverNoMicroStalls(formatSeconds(seconds));
}

/** Nothing of a snapshot that does not know, or was imported. */
function encryption(transport: Transport | undefined): Fact[] {
  if (transport === undefined) return [];
  return [{ name: 'Encryption', value: unencryptedWarning(transport) ?? encryptedBy(transport) }];
}

/** `2026-11-21 17:27:54 UTC`: a document is read in any zone. */
function takenAt(iso: string): string {
  const match = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z$/.exec(iso);
  return match === null ? iso : `${match[1]} ${match[2]} UTC`;
}

/** One line on a section: rows and time, or why there is nothing. */
export function sectionState(section: Section): string {
  const bounds = [section.data?.start?.truncated, section.data?.end?.truncated].filter(
    (text) => text !== undefined,
  );
  const rows = section.rows === undefined ? '' : `${counted(section.rows, 'row')}, `;
  const took = `${rows}${formatSeconds(section.tookMs / 1000)}`;
  // What was gathered may carry a note (literals were removed); nothing is to be done about that.
  const note = section.reason === undefined ? '' : `. ${section.reason.text}`;
  const remedy = section.reason?.remedy === undefined ? '' : texts.remedy(section.reason.remedy);
  const details =
    section.status === 'ok' ? `${took}${note}` : `${section.reason?.text ?? texts.noReasonIsKnown}${remedy}`;
  return `${details}${bounds.length === 0 ? '' : ` (cut: ${bounds[0]})`}`;
}

/** Whether a snapshot was to hold statements at all; files of another tool may not. */
export function hasStatements({ sections }: Snapshot): boolean {
  return ['statement-digests', 'slow-log', 'prepared-statements'].some((id) => sections[id] !== undefined);
}

/** What stands where a plan has no change: nothing is advised, or nothing of it was chosen. */
export function noChangeText(findings: readonly Finding[]): string {
  return findings.some(({ advice }) => advice.length > 0)
    ? texts.noChangeIsChosenWhat
    : texts.noChangeOfConfiguration;
}
