import { counted } from '../../shared/base/units';
import type { ChangePlan } from '../../shared/change';
import { settingWithBytes } from '../../shared/size-variables';
import { fields, harmless } from './style';
import { texts } from './texts';

/** Statements shown before the rest is only counted. */
const shownStatements = 12;

/** What a change would do, for the person who has to consent. @param full every statement to its end */
export function changePlanText(given: ChangePlan, full: boolean): string {
  const plan = fields(given);
  const changes = plan.changes.map(
    ({ variable, current, proposed }) =>
      `  ${variable}: ${settingWithBytes(variable, current)} -> ${settingWithBytes(variable, proposed)}\n`,
  );
  const moved = plan.mayMove.map(({ variable, current }) =>
    texts.nowMayAlsoChange(variable, settingWithBytes(variable, current)),
  );
  const switched = plan.instruments.map(
    ({ group, rows }) => `  ${counted(rows.length, 'row')} of ${group}\n`,
  );
  const statements = full ? plan.statements : plan.statements.slice(0, shownStatements);
  const hidden = plan.statements.length - statements.length;
  return harmless(
    [
      plan.purpose === 'apply' ? texts.thisWouldBeChangedOn : texts.thisWouldBeChangedOnThe,
      ...changes,
      ...moved,
      ...switched,
      texts.statements,
      ...statements.map((sql) => `  ${full ? sql : shortened(sql)}\n`),
      hidden > 0 ? texts.andMoreOfTheSame(hidden) : '',
      ...(plan.risks.length === 0 ? [] : [texts.knowThat, ...plan.risks.map((risk) => `  - ${risk}\n`)]),
    ].join(''),
  );
}

/** A list of names is cut after the second one. */
function shortened(sql: string): string {
  return sql.replace(/IN \(((?:'[^']*', ){2})(.*)\)$/, (whole, first: string, rest: string) => {
    const left = rest.split("', '").length;
    return left < 2 ? whole : texts.inAndMore(first, left);
  });
}
