import type { Advice } from '../../shared/analysis';
import { unbroken } from '../base/unbroken';
import { DiffView } from './diff-view';
import { settingText } from './setting-text';
import { texts } from './texts';

/**
 * The option file lines that a finding's advice would change.
 * @internal exported to tests
 */
export function adviceDiff(advice: readonly Advice[]): string {
  return advice
    .map(({ variable, current, proposed, unit }) => {
      const before = current === null ? '' : `-${variable} = ${settingText(current, unit)}\n`;
      return `${before}+${variable} = ${settingText(proposed, unit)}`;
    })
    .join('\n');
}

/** What to change: the lines, then for each variable when it takes effect, what it costs and when to stop. */
export function ChangeSnippet({ advice }: { advice: readonly Advice[] }) {
  return (
    <div className="change">
      <DiffView text={adviceDiff(advice)} label={texts.changeOfTheOptionFile} />
      {advice.map((item) => (
        <dl key={item.variable} className="facts">
          <dt>{item.variable}</dt>
          <dd>
            <span className="tag">
              {item.dynamic && !item.restart ? texts.takesEffectAtOnce : texts.needsARestart}
            </span>
          </dd>
          {item.presumed !== undefined && <Fact name="Now" text={item.presumed} />}
          {item.memoryEffect !== null && <Fact name="Memory" text={item.memoryEffect} />}
          <Fact name="Risk" text={item.risk} />
          <Fact name="Side effects" text={item.sideEffects} />
          <Fact name="Enough when" text={item.stopWhen} />
        </dl>
      ))}
    </div>
  );
}

function Fact({ name, text }: { name: string; text: string }) {
  if (text === '') return null;
  return (
    <>
      <dt className="soft">{name}</dt>
      <dd>{unbroken(text)}</dd>
    </>
  );
}
