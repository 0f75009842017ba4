import type { NotChecked } from '../shared/analysis';

/**
 * Rules that could not judge, each with what was missing and why.
 * @param words puts the reasons into the words of the place where they are shown
 */
export function NotCheckedList({
  notChecked,
  words = (text) => text,
}: {
  notChecked: readonly NotChecked[];
  words?: (text: string) => string;
}) {
  return (
    <ul className="not-checked">
      {notChecked.map((rule) => (
        <li key={rule.ruleId}>
          <span className="strong">{rule.title}</span>
          <ul className="plain soft">
            {rule.reasons.map((reason) => (
              <li key={`${reason.input} ${reason.code}`}>
                <span className="tag">{reason.code}</span> {words(reason.text)}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
