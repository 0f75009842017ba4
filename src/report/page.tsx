import type { ReactNode } from 'react';
import type { Analysis } from '../shared/analysis';
import { shortText } from '../shared/base/short-text';
import type { Snapshot } from '../shared/snapshot';
import {
  advisedUnits,
  FindingDetail,
  FindingsList,
  Headline,
  MemoryBar,
  NotCheckedList,
  PlanRemarks,
  PlanTable,
  StatementsTable,
  TimeChart,
  topWaits,
  WaitsTable,
} from '../view';
import type { Fact } from '../view/fact';
import { chartData, loadData } from './chart-data';
import { noChangeText, sectionState, snapshotFacts, windowStatements } from './facts';
import { hostFacts } from './host-facts';
import { stackFacts } from './stack-facts';

/** The body of the HTML report. */
export function ReportPage({ snapshot, analysis }: { snapshot: Snapshot; analysis: Analysis }) {
  const { findings, notChecked, passed } = analysis;
  return (
    <main className="report">
      <p className="soft report-kicker">Latchkey report on {shortText(snapshot.origin.target)}</p>
      <Headline headline={analysis.headline} notChecked={analysis.notChecked.length} />
      <FactTable caption="Snapshot" facts={snapshotFacts(snapshot)} />
      <Part title={`Findings (${findings.length})`}>
        {findings.length === 0 ? <p>None.</p> : <FindingsList findings={findings} />}
      </Part>
      <PlanPart analysis={analysis} />
      {findings.length > 0 && (
        <Part title="Findings in full">
          {findings.map((finding) => (
            <FindingDetail
              key={finding.ruleId}
              finding={finding}
              heading={3}
              titleOf={(id) => findings.find(({ ruleId }) => ruleId === id)?.title ?? id}
            />
          ))}
        </Part>
      )}
      <WindowPart snapshot={snapshot} />
      <StatementsPart snapshot={snapshot} />
      <Part title={`Not checked (${notChecked.length})`}>
        {notChecked.length === 0 ? (
          <p>Every rule could be checked.</p>
        ) : (
          <NotCheckedList notChecked={notChecked} />
        )}
      </Part>
      <Part title={`Passed (${passed.length})`}>
        <ul className="plain report-columns">
          {passed.map(({ ruleId, title }) => (
            <li key={ruleId}>{title}</li>
          ))}
        </ul>
      </Part>
      <Part title="Host">
        <FactTable caption="Host" facts={hostFacts(snapshot.host)} />
      </Part>
      <StacksPart snapshot={snapshot} />
      <Part title="What was gathered">
        <SectionTable snapshot={snapshot} />
      </Part>
    </main>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="report-part">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function StacksPart({ snapshot }: { snapshot: Snapshot }) {
  const stacks = stackFacts(snapshot);
  if (stacks === null) return null;
  return (
    <Part title="Stacks">
      <FactTable caption={stacks.heading} facts={stacks.facts} />
    </Part>
  );
}

function PlanPart({ analysis: { plan, findings } }: { analysis: Analysis }) {
  const units = advisedUnits(findings);
  const titles = new Map(findings.map(({ ruleId, title }) => [ruleId, title]));
  const words = {
    unitOf: (variable: string) => units.get(variable) ?? ('none' as const),
    titleOf: (ruleId: string) => titles.get(ruleId) ?? ruleId,
  };
  return (
    <Part title="Plan">
      {plan.summary !== '' && <p>{plan.summary}</p>}
      {plan.changes.length === 0 ? <p>{noChangeText(findings)}</p> : <PlanTable plan={plan} {...words} />}
      <PlanRemarks plan={plan} {...words} />
      {plan.locked.length > 0 && <p className="soft">Locked: {plan.locked.join(', ')}</p>}
      <h3>Memory</h3>
      <MemoryBar now={plan.memoryNow} planned={plan.memory} />
    </Part>
  );
}

function WindowPart({ snapshot: { samples, sections } }: { snapshot: Snapshot }) {
  const charts = samples === null ? [] : chartData(samples);
  const section = sections['pfs-waits-global'];
  const waits = section === undefined ? null : topWaits(section, 15);
  const load = samples === null ? null : loadData(samples);
  if (charts.length === 0 && waits === null && load === null) return null;
  return (
    <Part title="The window">
      {load !== null && <TimeChart title="Active sessions by wait class" data={load} />}
      {waits !== null && waits.length > 0 && <WaitsTable waits={waits} />}
      <div className="report-charts">
        {charts.map(({ id, title, data }) => (
          <TimeChart key={id} title={title} data={data} />
        ))}
      </div>
    </Part>
  );
}

function StatementsPart({ snapshot }: { snapshot: Snapshot }) {
  const statements = windowStatements(snapshot);
  if (statements === null) return null;
  return (
    <Part title="Statements of the window">
      {statements.rows.length === 0 ? (
        <p>{statements.instead}</p>
      ) : (
        <StatementsTable statements={statements.rows} />
      )}
    </Part>
  );
}

function FactTable({ caption, facts }: { caption: string; facts: Fact[] }) {
  return (
    <table className="data report-facts">
      <caption className="unseen">{caption}</caption>
      <tbody>
        {facts.map(({ name, value }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function SectionTable({ snapshot }: { snapshot: Snapshot }) {
  return (
    <table className="data">
      <caption className="unseen">What was gathered</caption>
      <thead>
        <tr>
          <th scope="col">Section</th>
          <th scope="col">Status</th>
          <th scope="col">Details</th>
        </tr>
      </thead>
      <tbody>
        {Object.entries(snapshot.sections).map(([name, section]) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>
            </th>
            <td>{section.status}</td>
            <td className="soft">{sectionState(section)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
