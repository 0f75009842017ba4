import type { ApplyOutcome } from '../../shared/apply';
import { settingWithBytes } from '../../shared/size-variables';
import { field, fields, harmless } from './style';
import { texts } from './texts';

/** What became of an apply, for people. @param path the snapshot as it was named */
export function applyText(given: ApplyOutcome, path: string): string {
  const outcome = fields(given);
  const file = field(path);
  const later = outcome.later.map(({ variable, optionText }) => `  ${variable} = ${optionText}\n`);
  const waiting = later.length === 0 ? [] : [texts.waitsForARestartPut(file), ...later];
  if (outcome.status === 'nothing') {
    return harmless([texts.nothingOfThisPlanCan, ...waiting].join(''));
  }
  if (outcome.status === 'failed') {
    return harmless(
      texts.notApplied(
        outcome.restore === null ? '' : ` ${outcome.restore.status}: ${outcome.restore.detail}`,
      ),
    );
  }
  return harmless(
    [
      texts.setAndReadBack,
      ...outcome.settings.flatMap(({ variable, original, stored, remarks }) => [
        `  ${variable}: ${settingWithBytes(variable, original)} -> ${settingWithBytes(variable, stored)}\n`,
        ...remarks.map((remark) => `    ${remark}\n`),
      ]),
      ...outcome.alsoChanged.map(
        ({ variable, from, to }) =>
          `  ${variable}: ${settingWithBytes(variable, from)} -> ${settingWithBytes(variable, to)}, also changed by the server\n`,
      ),
      ...outcome.meanwhile.map(
        ({ variable, from, to }) =>
          `  ${variable}: ${settingWithBytes(variable, from)} -> ${settingWithBytes(variable, to)}, by someone else as far as known\n`,
      ),
      ...outcome.leftOut.map(({ variable, reason }) => texts.leftOut(variable, reason)),
      ...(outcome.sessions.length === 0 ? [] : [texts.openConnections]),
      ...outcome.sessions.map(({ text }) => `  ${text}\n`),
      ...waiting,
      texts.undoLatchkeyUndo(outcome.entryId ?? ''),
      texts.measureAgainAndCompareLatchkey(file),
    ].join(''),
  );
}
