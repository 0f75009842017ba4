import type { NotChecked } from '../shared/analysis';

/** Rules that could not judge, each with what was missing and why. */
export function NotCheckedList({ notChecked }: { notChecked: readonly NotChecked[] }) {
  return (
    <ul className="not-checked">
      {notChecked.map((rule) => (
        <li key={rule.ruleId}>
          <span className="strong">{rule.title}</span>
          <ul className="plain soft">
            {rule.reasons.map((reason) => (
              <li key={`${reason.input} ${reason.code}`}>
                <span className="tag">{reason.code}</span> {reason.text}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
