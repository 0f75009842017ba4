import { type Analysis, type Area, areas } from '../../../shared/analysis';
import { checksText } from '../../../shared/not-checked';
import { inWindowWords, NotCheckedList, SeverityMark } from '../../../view';
import { ErrorNotice } from '../../components/error-notice';
import { Loading } from '../../components/loading';
import { NoSource } from '../../components/no-source';
import { definePage } from '../../page';
import { useApp, useShared } from '../../state/app-state';
import { usePageState } from '../../state/page-state';

export const page = definePage('checks', ChecksPage);

/** Every check of the snapshot: what fired, what was looked for and not found, and what could not be checked. */
function ChecksPage() {
  const { reloadAnalysis } = useApp();
  const source = useShared('source');
  const analysis = useShared('analysis');
  usePageState('checks', source === null ? 'ready' : analysis.state);
  if (source === null) return <NoSource what="Checks" />;
  if (analysis.state === 'loading') return <Loading what="Judging the snapshot" />;
  if (analysis.state === 'failed') return <ErrorNotice error={analysis.error} onRetry={reloadAnalysis} />;
  return <Checks analysis={analysis.value} />;
}

function Checks({ analysis: { findings, passed, notChecked } }: { analysis: Analysis }) {
  const { go } = useApp();
  const open = (ruleId: string) => go({ page: 'rule', ruleId });
  const made = findings.length + passed.length;
  return (
    <div className="page checks">
      <h1>Checks</h1>
      <p>
        {made} of {checksText(made + notChecked.length)} could be made. Each opens to its conditions, with the
        value of each input.
      </p>
      <section className="section" aria-label="Fired">
        <h2>Fired ({findings.length})</h2>
        <ul className="plain">
          {findings.map(({ ruleId, title, severity }) => (
            <li key={ruleId}>
              <SeverityMark severity={severity} /> <RuleLink title={title} onOpen={() => open(ruleId)} />
            </li>
          ))}
        </ul>
      </section>
      <section className="section" aria-label="Not checked">
        <h2>Not checked ({notChecked.length})</h2>
        {notChecked.length === 0 ? (
          <p className="soft">Every check could be made.</p>
        ) : (
          <NotCheckedList notChecked={notChecked} words={inWindowWords} onOpen={open} />
        )}
      </section>
      <section className="section" aria-label="Passed">
        <h2>Passed: looked for, not found ({passed.length})</h2>
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
                  <RuleLink title={`Not found: ${title}`} onOpen={() => open(ruleId)} />
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
  if (area === null) return 'Other';
  return area === 'io' ? 'I/O' : area.charAt(0).toUpperCase() + area.slice(1);
}
