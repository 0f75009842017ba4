import type { ApplyOutcome } from '../../shared/apply';
import { field, fields, harmless } from './style';

/** What became of an apply, for people. @param path the snapshot as it was named */
export function applyText(given: ApplyOutcome, path: string): string {
  const outcome = fields(given);
  const file = field(path);
  const later = outcome.later.map(({ variable, optionText }) => `  ${variable} = ${optionText}\n`);
  const waiting =
    later.length === 0
      ? []
      : [`Waits for a restart; put it into an option file (latchkey plan ${file}):\n`, ...later];
  if (outcome.status === 'nothing') {
    return harmless(
      ['Nothing of this plan can be set while the server runs. Nothing was set.\n', ...waiting].join(''),
    );
  }
  if (outcome.status === 'failed') {
    return harmless(
      `Not applied.${outcome.restore === null ? '' : ` ${outcome.restore.status}: ${outcome.restore.detail}`}\n`,
    );
  }
  return harmless(
    [
      'Set and read back:\n',
      ...outcome.settings.flatMap(({ variable, original, stored, remarks }) => [
        `  ${variable}: ${original} -> ${stored}\n`,
        ...remarks.map((remark) => `    ${remark}\n`),
      ]),
      ...outcome.alsoChanged.map(
        ({ variable, from, to }) => `  ${variable}: ${from} -> ${to}, also changed by the server\n`,
      ),
      ...outcome.meanwhile.map(
        ({ variable, from, to }) => `  ${variable}: ${from} -> ${to}, by somebody else as far as known\n`,
      ),
      ...outcome.leftOut.map(({ variable, reason }) => `  ${variable}: left out, ${reason}\n`),
      ...(outcome.sessions.length === 0 ? [] : ['Open connections:\n']),
      ...outcome.sessions.map(({ text }) => `  ${text}\n`),
      ...waiting,
      `Undo: latchkey undo ${outcome.entryId ?? ''}\n`,
      `Measure again and compare: latchkey recheck ${file}\n`,
    ].join(''),
  );
}
