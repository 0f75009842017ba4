import type { Snapshot } from '../shared/snapshot';
import { describeServer, describeWindow } from './text/analysis-text';
import { harmless } from './text/style';

/** What was gathered and what was not, with the reasons. */
export function snapshotText(file: string, snapshot: Snapshot): string {
  const sections = Object.entries(snapshot.sections);
  const gathered = sections.filter(([, section]) => section.status === 'ok');
  const missing = sections.filter(([, section]) => section.status !== 'ok');
  const partial = snapshot.complete
    ? ''
    : `, partial: ${snapshot.incomplete?.text ?? 'it ended before its time'}`;
  const lines = [
    `${file}: ${describeServer(snapshot.server)}, ${describeWindow(snapshot.windowSeconds)}, ${gathered.length} of ${sections.length} sections${partial}`,
    ...missing.map(
      ([name, { status, reason }]) => `  ${name} ${status}: ${reason?.text ?? 'no reason is known'}`,
    ),
    ...(snapshot.literals === 'kept' ? ['  Query literals were kept: mind whom you give this file to.'] : []),
  ];
  return harmless(`${lines.join('\n')}\n`);
}

/** `latchkey-db1.example.com-3306-20261121T030405Z.lks` */
export function defaultSnapshotName(target: string, now: Date): string {
  const place = target
    .replace(/^[^@]*@/, '')
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  const stamp = now.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  return `latchkey-${place.slice(-60)}-${stamp}.lks`;
}
