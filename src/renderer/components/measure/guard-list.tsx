import type { ProbePlan } from '../../../shared/probe';
import { texts } from './texts';

/** What is watched, for those who have to consent. @param what is dropped where only a part is in trouble */
export function GuardList({ guards, what }: Pick<ProbePlan, 'guards'> & { what: string }) {
  if (guards.length === 0) return null;
  return (
    <details>
      <summary>{texts.guardsThatDropAOr(what, guards.length)}</summary>
      <ul className="probe-remarks">
        {guards.map(({ guard, text }) => (
          <li key={guard}>{text}</li>
        ))}
      </ul>
    </details>
  );
}
