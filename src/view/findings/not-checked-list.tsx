import type { NotChecked } from '../../shared/analysis';
import { groupTitle, notCheckedGroups } from '../../shared/not-checked';
import { reasonWords } from '../../shared/reason';
import { unbroken } from '../base/unbroken';

/** Groups of more rules than this are folded. */
const openGroup = 6;

/**
 * Rules that could not judge, by what would unlock them, each with what was missing and why.
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
  return notCheckedGroups(notChecked).map((group) => (
    <details key={group.steps.join(' ')} className="not-checked-group" open={group.rules.length <= openGroup}>
      <summary>
        <h3>{unbroken(words(groupTitle(group)))}</h3>
      </summary>
      <ul className="not-checked">
        {group.rules.map((rule) => (
          <li key={rule.ruleId}>
            {onOpen === undefined ? (
              <span className="strong">{unbroken(rule.title)}</span>
            ) : (
              <button type="button" className="link" onClick={() => onOpen(rule.ruleId)}>
                {unbroken(rule.title)}
              </button>
            )}
            <ul className="plain soft">
              {rule.reasons.map((reason) => (
                <li key={`${reason.input} ${reason.code}`}>
                  <span className="tag">{reasonWords[reason.code]}</span> {unbroken(words(reason.text))}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </details>
  ));
}
