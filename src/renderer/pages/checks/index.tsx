import { type Analysis, type Area, areas } from '../../../shared/analysis';
import { checksText } from '../../../shared/not-checked';
import { inWindowWords } from '../../../shared/window/window-words';
import { NotCheckedList, SeverityMark } from '../../../view';
import { ErrorNotice } from '../../components/error-notice';
import { Loading } from '../../components/loading';
import { NoSource } from '../../components/no-source';
import { definePage } from '../../page';
import { useApp, useShared } from '../../state/app-state';
import { usePageState } from '../../state/page-state';
import { texts } from './texts';

export const page = definePage('checks', ChecksPage);

/** Every check of the snapshot: what fired, what was looked for and not found, and what could not be checked. */
function ChecksPage() {
  const { reloadAnalysis } = useApp();
  const source = useShared('source');
  const analysis = useShared('analysis');
  usePageState('checks', source === null ? 'ready' : analysis.state);
  if (source === null) return <NoSource what={texts.checks} />;
  if (analysis.state === 'loading') return <Loading what={texts.judgingTheSnapshot} />;
  if (analysis.state === 'failed') return <ErrorNotice error={analysis.error} onRetry={reloadAnalysis} />;
  return <Checks analysis={analysis.value} />;
}

function Checks({ analysis: { findings, passed, notChecked } }: { analysis: Analysis }) {
  const { go } = useApp();
  const open = (ruleId: string) => go({ page: 'rule', ruleId });
  const made = findings.length + passed.length;
  return (
    <div className="page checks">
      <h1>{texts.checks}</h1>
      <p>{texts.ofCouldBeMadeEach(made, checksText(made + notChecked.length))}</p>
      <section className="section" aria-label={texts.fired}>
        <h2>{texts.fired2(findings.length)}</h2>
        <ul className="plain">
          {findings.map(({ ruleId, title, severity }) => (
            <li key={ruleId}>
              <SeverityMark severity={severity} /> <RuleLink title={title} onOpen={() => open(ruleId)} />
            </li>
          ))}
        </ul>
      </section>
      <section className="section" aria-label={texts.notChecked}>
        <h2>{texts.notChecked2(notChecked.length)}</h2>
        {notChecked.length === 0 ? (
          <p className="soft">{texts.everyCheckCouldBeMade}</p>
        ) : (
          <NotCheckedList notChecked={notChecked} words={inWindowWords} onOpen={open} />
        )}
      </section>
      <section className="section" aria-label={texts.passed}>
        <h2>{texts.passedLookedForNotFound(passed.length)}</h2>
        {byArea(passed).map(({ area, rules }) => (
          <details key={area} className="fold">
            <summary>
              <h3>
                {areaTitle(area)} ({rules.length})
              </h3>
            </summary>
            <ul className="plain columns">
              {rules.map(({ ruleId, title }) => (
                <li key={ruleId}>
                  <RuleLink title={texts.notFound(title)} onOpen={() => open(ruleId)} />
                </li>
              ))}
            </ul>
          </details>
        ))}
      </section>
    </div>
  );
}

function RuleLink({ title, onOpen }: { title: string; onOpen: () => void }) {
  return (
    <button type="button" className="link" onClick={onOpen}>
      {title}
    </button>
  );
}

type Passed = Analysis['passed'][number];

function byArea(passed: readonly Passed[]): { area: Area | null; rules: Passed[] }[] {
  const all = [...areas, null].map((area) => ({
    area,
    rules: passed.filter((rule) => (rule.area ?? null) === area),
  }));
  return all.filter(({ rules }) => rules.length > 0);
}

function areaTitle(area: Area | null): string {
  if (area === null) return texts.other;
  if (area === 'myrocks') return 'MyRocks';
  return area === 'io' ? 'I/O' : area.charAt(0).toUpperCase() + area.slice(1);
}
