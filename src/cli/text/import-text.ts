import { addTo } from '../../shared/base/grouped';
import { counted } from '../../shared/base/units';
import type { ImportOutcome } from '../../shared/import';
import type { Snapshot } from '../../shared/snapshot';
import { describeServer, describeWindow } from './analysis-text';
import { field, fields, harmless, wrap } from './style';
import { texts } from './texts';

/** Files that are listed one by one; beyond it they are counted. */
const listed = 12;

/** What was made of which files, what was left out and why, and what to know about it. */
export function importText(file: string, snapshot: Snapshot, given: ImportOutcome, width: number): string {
  const outcome = fields(given);
  const used = outcome.files.filter((one) => one.outcome === 'used');
  const ignored = outcome.files.filter((one) => one.outcome === 'ignored');
  const reasons = new Map<string, string[]>();
  for (const { path, text } of ignored) addTo(reasons, text, path);
  const lines = [
    texts.madeOfOf(
      field(file),
      describeServer(fields(snapshot.server)),
      describeWindow(snapshot.windowSeconds),
      used.length,
      counted(outcome.files.length, 'file'),
      outcome.tool,
    ),
    ...used.slice(0, listed).map((one) => wrap(`${one.path}: ${one.kind ?? ''}: ${one.text}`, width, '  ')),
    ...(used.length > listed ? [texts.andMore3(used.length - listed)] : []),
    ...[...reasons].map(([text, paths]) => wrap(texts.ignored(text, list(paths)), width, '  ')),
    ...outcome.remarks.map((remark) => wrap(texts.note(remark), width, '  ')),
  ];
  return harmless(`${lines.join('\n')}\n`);
}

function list(paths: string[]): string {
  const names = paths.slice(0, 4).join(', ');
  return paths.length > 4 ? texts.andMore4(names, paths.length - 4) : names;
}
