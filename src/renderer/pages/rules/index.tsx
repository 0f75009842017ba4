import { useState } from 'react';
import { severities } from '../../../shared/analysis';
import { counted } from '../../../shared/base/units';
import type { RuleCheck } from '../../../shared/rules/rule-list';
import { SeverityMark } from '../../../view';
import { ScrollRegion } from '../../../view/base/scroll-region';
import { ErrorNotice } from '../../components/error-notice';
import { JobLine } from '../../components/job-line';
import { Loading } from '../../components/loading';
import { definePage } from '../../page';
import { useApp } from '../../state/app-state';
import { useCall } from '../../state/call';
import { useJob } from '../../state/job';
import { usePageState } from '../../state/page-state';
import { texts } from './texts';

export const page = definePage('rules', RulesPage);

/** Every rule, to be searched and read at length; and whether those of one's own are valid. */
function RulesPage() {
  const { go, reloadAnalysis } = useApp();
  const { loaded, reload } = useCall('rules.list', {});
  const { job, start, cancel } = useJob('rules.check');
  const [search, setSearch] = useState('');
  const [severity, setSeverity] = useState('');
  usePageState('rules', loaded.state);
  if (loaded.state === 'loading') return <Loading what={texts.readingTheRules} />;
  if (loaded.state === 'failed') return <ErrorNotice error={loaded.error} onRetry={reload} />;
  const { rules, ownFolder } = loaded.value;
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = rules.filter(
    (rule) =>
      (severity === '' || rule.severity === severity) &&
      words.every((word) => `${rule.area}/${rule.id} ${rule.title}`.toLowerCase().includes(word)),
  );
  const check = async () => {
    await start({});
    reload();
    reloadAnalysis();
  };
  return (
    <div className="page rules">
      <h1>{texts.rules}</h1>
      <p>{texts.aRuleIsAFile(<span className="path">{ownFolder}</span>)}</p>
      <div className="actions">
        <button type="button" disabled={job.state === 'running'} onClick={() => void check()}>
          {texts.checkAllRules}
        </button>
        <span className="soft">{texts.areTheyValidAndDo}</span>
      </div>
      {job.state === 'running' && <JobLine label={texts.checkingTheRules} {...job} onCancel={cancel} />}
      {job.state === 'failed' && <ErrorNotice error={job.error} />}
      {job.state === 'done' && <Checked check={job.value} />}
      <div className="toolbar">
        <p role="status" className="strong">
          {shown.length === rules.length
            ? `${counted(rules.length, 'rule')}`
            : `${shown.length} of ${counted(rules.length, 'rule')}`}
        </p>
        <span className="push" />
        <input
          type="search"
          aria-label={texts.searchRules}
          placeholder={texts.search}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <select
          aria-label={texts.severity}
          value={severity}
          onChange={(event) => setSeverity(event.target.value)}
        >
          <option value="">{texts.allSeverities}</option>
          {severities.map((item) => (
            <option key={item}>{item}</option>
          ))}
        </select>
      </div>
      <ScrollRegion className="scroll-x" label={texts.tableOfRules}>
        <table className="data">
          <thead>
            <tr>
              <th scope="col">{texts.rule}</th>
              <th scope="col">{texts.severity}</th>
              <th scope="col">{texts.area}</th>
              <th scope="col">{texts.name}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((rule) => (
              <tr key={rule.id}>
                <th scope="row">
                  <button
                    type="button"
                    className="link"
                    onClick={() => go({ page: 'rule', ruleId: rule.id })}
                  >
                    {rule.title}
                  </button>
                </th>
                <td>
                  <SeverityMark severity={rule.severity} />
                </td>
                <td>{rule.area}</td>
                <td>
                  <code>{rule.id}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </div>
  );
}

function Checked({ check: { rules, faults, failures } }: { check: RuleCheck }) {
  if (faults.length === 0 && failures.length === 0) {
    return <p role="status">{texts.validAndAllExamplesHold(counted(rules, 'rule'))}</p>;
  }
  return (
    <div className="notice notice-error" role="alert">
      <ul className="plain">
        {faults.map(({ path, message }) => (
          <li key={path}>{message}</li>
        ))}
        {failures.map(({ path, example, problem }) => (
          <li key={path}>{texts.example(path, example, problem)}</li>
        ))}
      </ul>
    </div>
  );
}
