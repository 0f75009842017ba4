import type { NotChecked } from '../../shared/analysis';
import { reasonWords } from '../../shared/reason';

/**
 * Rules that could not judge, each with what was missing and why.
 * @param words puts the reasons into the words of the place where they are shown
 * @param onOpen shows the rule at length; absent: its title is no link
 */
export function NotCheckedList({
  notChecked,
  words = (text) => text,
  onOpen,
}: {
  notChecked: readonly NotChecked[];
  words?: (text: string) => string;
  onOpen?: (ruleId: string) => void;
}) {
  return (
    <ul className="not-checked">
      {notChecked.map((rule) => (
        <li key={rule.ruleId}>
          {onOpen === undefined ? (
            <span className="strong">{rule.title}</span>
          ) : (
            <button type="button" className="link" onClick={() => onOpen(rule.ruleId)}>
              {rule.title}
            </button>
          )}
          <ul className="plain soft">
            {rule.reasons.map((reason) => (
              <li key={`${reason.input} ${reason.code}`}>
                <span className="tag">{reasonWords[reason.code]}</span> {words(reason.text)}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
