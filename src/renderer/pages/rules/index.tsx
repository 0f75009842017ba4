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

export const page = definePage('rules', RulesPage);

/** Every rule, to be searched and read at length; and whether those of one's own are valid. */
function RulesPage() {
  const { go, reloadAnalysis } = useApp();
  const { loaded, reload } = useCall('rules.list', {});
  const { job, start, cancel } = useJob('rules.check');
  const [search, setSearch] = useState('');
  const [severity, setSeverity] = useState('');
  usePageState('rules', loaded.state);
  if (loaded.state === 'loading') return <Loading what="Reading the rules" />;
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
      <h1>Rules</h1>
      <p>
        A rule is a file: what it asks of a snapshot, what it advises, and why. Rules of your own lie in{' '}
        <span className="path">{ownFolder}</span> and are read at each start; a check reads them again.
      </p>
      <div className="actions">
        <button type="button" disabled={job.state === 'running'} onClick={() => void check()}>
          Check all rules
        </button>
        <span className="soft">Are they valid, and do their examples turn out as they say?</span>
      </div>
      {job.state === 'running' && <JobLine label="Checking the rules" {...job} onCancel={cancel} />}
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
          aria-label="Search rules"
          placeholder="Search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <select aria-label="Severity" value={severity} onChange={(event) => setSeverity(event.target.value)}>
          <option value="">All severities</option>
          {severities.map((item) => (
            <option key={item}>{item}</option>
          ))}
        </select>
      </div>
      <ScrollRegion className="scroll-x" label="Table of rules">
        <table className="data">
          <thead>
            <tr>
              <th scope="col">Rule</th>
              <th scope="col">Severity</th>
              <th scope="col">Area</th>
              <th scope="col">Name</th>
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
    return <p role="status">{`${counted(rules, 'rule')}: valid, and all examples hold.`}</p>;
  }
  return (
    <div className="notice notice-error" role="alert">
      <ul className="plain">
        {faults.map(({ path, message }) => (
          <li key={path}>{message}</li>
        ))}
        {failures.map(({ path, example, problem }) => (
          <li key={path}>{`${path}: example “${example}” ${problem}`}</li>
        ))}
      </ul>
    </div>
  );
}
