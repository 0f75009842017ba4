import { counted } from '../../shared/base/units';
import type { ChangePlan } from '../../shared/change';
import { fields, harmless } from './style';

/** Statements shown before the rest is only counted. */
const shownStatements = 12;

/** What a change would do, for the person who has to consent. @param full every statement to its end */
export function changePlanText(given: ChangePlan, full: boolean): string {
  const plan = fields(given);
  const changes = plan.changes.map(
    ({ variable, current, proposed }) => `  ${variable}: ${current} -> ${proposed}\n`,
  );
  const moved = plan.mayMove.map(
    ({ variable, current }) => `  ${variable}, now ${current}, may also change\n`,
  );
  const switched = plan.instruments.map(
    ({ group, rows }) => `  ${counted(rows.length, 'row')} of ${group}\n`,
  );
  const statements = full ? plan.statements : plan.statements.slice(0, shownStatements);
  const hidden = plan.statements.length - statements.length;
  return harmless(
    [
      plan.purpose === 'apply'
        ? 'This would be changed on the server, and stay until it is undone or the server restarts:\n'
        : 'This would be changed on the server, and restored afterwards:\n',
      ...changes,
      ...moved,
      ...switched,
      'Statements:\n',
      ...statements.map((sql) => `  ${full ? sql : shortened(sql)}\n`),
      hidden > 0 ? `  and ${hidden} more of the same kind\n` : '',
      ...(plan.risks.length === 0 ? [] : ['Know that:\n', ...plan.risks.map((risk) => `  - ${risk}\n`)]),
    ].join(''),
  );
}

/** A list of names is cut after the second one. */
function shortened(sql: string): string {
  return sql.replace(/IN \(((?:'[^']*', ){2})(.*)\)$/, (whole, first: string, rest: string) => {
    const left = rest.split("', '").length;
    return left < 2 ? whole : `IN (${first}and ${left} more)`;
  });
}
