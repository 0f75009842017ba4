import { counted } from '../shared/base/units';
import { averagedSeconds, type Section, type Snapshot } from '../shared/snapshot';
import { fileName, fileNamePart } from '../shared/writers/file-name';
import { describeServer, describeWindow } from './text/analysis-text';
import { field, fields, harmless, wrap } from './text/style';
import { texts } from './texts';

/** What was gathered and what was not, with the reasons, each once. */
export function snapshotText(file: string, snapshot: Snapshot, width: number): string {
  const sections = Object.entries(snapshot.sections);
  const gathered = sections.filter(([, section]) => section.status === 'ok');
  const missing = sections.filter(([, section]) => section.status !== 'ok');
  const partial = snapshot.complete
    ? ''
    : texts.partial(field(snapshot.incomplete?.text ?? texts.itEndedBeforeItsTime));
  const lines = [
    `${field(file)}: ${describeServer(fields(snapshot.server))}, ${describeWindow(snapshot.windowSeconds, averagedSeconds(snapshot))}, ${gathered.length} of ${counted(sections.length, 'section')}${partial}`,
    ...missingLines(missing, width),
    ...deepLines(snapshot, width),
    ...(snapshot.literals === 'kept' ? [texts.queryLiteralsWereKeptMind] : []),
  ];
  return harmless(`${lines.join('\n')}\n`);
}

/** What deep mode switched, what could not be, and what it cost. */
function deepLines({ deep: given }: Snapshot, width: number): string[] {
  if (given === undefined) return [];
  const deep = fields(given);
  const switched = deep.switched.map(({ group, rows }) => `${counted(rows, 'row')} of ${group}`);
  const said = switched.length === 0 ? texts.everythingWasOnAlready : texts.enabled(switched.join(', '));
  return [
    wrap(texts.deepMode(said, deep.restore.detail), width, '  '),
    wrap(texts.itsCost(deep.cost.text), width, '  '),
    ...deep.left.flatMap(({ text, remedy }) => [
      wrap(text, width, '  '),
      ...(remedy === undefined ? [] : [`    ${remedy}`]),
    ]),
  ];
}

/** One entry for each thing that is in the way: the sections it would open, the reason, and what to do about it. */
function missingLines(missing: [string, Section][], width: number): string[] {
  const groups = new Map<string, { names: string[]; head: string; remedy: string | undefined }>();
  for (const [name, { status, reason }] of missing) {
    // The server's own refusal names one table or command each, so it would set equal reasons apart.
    const text = field((reason?.text ?? texts.noReasonIsKnown).replace(/ The server says: .*$/s, ''));
    const key = JSON.stringify([status, text, reason?.remedy]);
    const group = groups.get(key) ?? { names: [], head: `${status}: ${text}`, remedy: reason?.remedy };
    groups.set(key, group);
    group.names.push(field(name));
  }
  return [...groups.values()].flatMap(({ names, head, remedy }) => [
    wrap(`${names.join(', ')} ${head}`, width, '  '),
    ...(remedy === undefined
      ? []
      : [
          texts.withWord(names.length === 1 ? texts.itComes : texts.theyCome),
          ...remedy.split('\n').map((line) => `      ${field(line)}`),
        ]),
  ]);
}

/** `latchkey-db1.example.com-3306-20261121T030405Z.lks` */
export function defaultSnapshotName(target: string, now: Date): string {
  const place = fileNamePart(target.replace(/^[^@]*@/, ''), 60);
  const stamp = now.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  return fileName(`latchkey-${place}-${stamp}`, 'lks');
}
