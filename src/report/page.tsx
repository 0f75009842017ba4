import type { ReactNode } from 'react';
import type { Analysis, Area } from '../shared/analysis';
import { shortText } from '../shared/base/short-text';
import { serverName } from '../shared/server';
import type { Snapshot } from '../shared/snapshot';
import type { TopSql } from '../shared/top-sql';
import { ownStatementsText, topSqlSpanText } from '../shared/top-sql-text';
import {
  advisedUnits,
  FindingDetail,
  FindingsList,
  Headline,
  HistoryList,
  MemoryBar,
  NotCheckedList,
  PlanRemarks,
  PlanTable,
  StatementDetail,
  signsOfArea,
  TimeChart,
  TopSqlTable,
  topWaits,
  unbroken,
  unitIn,
  WaitsTable,
} from '../view';
import type { Fact } from '../view/fact';
import { chartData, loadData } from './chart-data';
import { coverFacts, coverText, hasStatements, noChangeText, sectionState, snapshotFacts } from './facts';
import { hostFacts } from './host-facts';
import { stackFacts } from './stack-facts';
import { texts } from './texts';

/** The body of the HTML report. */
export function ReportPage({
  snapshot,
  analysis,
  top,
}: {
  snapshot: Snapshot;
  analysis: Analysis;
  top: TopSql;
}) {
  const { findings, notChecked, passed } = analysis;
  const charts = snapshot.samples === null ? [] : chartData(snapshot.samples);
  return (
    <main className="report">
      <Cover snapshot={snapshot} analysis={analysis} />
      <Part title={texts.snapshot}>
        <FactTable caption={texts.snapshot} facts={snapshotFacts(snapshot)} />
      </Part>
      <Part title={texts.findings(findings.length)}>
        {findings.length === 0 ? <p>{texts.none}</p> : <FindingsList findings={findings} />}
      </Part>
      {analysis.history !== undefined && (
        <Part title={texts.history}>
          <HistoryList history={analysis.history} />
        </Part>
      )}
      <PlanPart analysis={analysis} />
      {findings.length > 0 && (
        <Part title={texts.findingsInFull}>
          {findings.map((finding) => (
            <FindingDetail
              key={finding.ruleId}
              finding={finding}
              heading={3}
              titleOf={(id) => findings.find(({ ruleId }) => ruleId === id)?.title ?? id}
              chart={<AreaChart area={finding.area} charts={charts} />}
            />
          ))}
        </Part>
      )}
      <WindowPart snapshot={snapshot} charts={charts} />
      {hasStatements(snapshot) && <TopSqlPart top={top} />}
      <Part title={texts.notChecked(notChecked.length)}>
        {notChecked.length === 0 ? (
          <p>{texts.everyRuleCouldBeChecked}</p>
        ) : (
          <NotCheckedList notChecked={notChecked} />
        )}
      </Part>
      <Part title={texts.passed(passed.length)}>
        <ul className="plain report-columns">
          {passed.map(({ ruleId, title }) => (
            <li key={ruleId}>{title}</li>
          ))}
        </ul>
      </Part>
      <Part title={texts.host}>
        <FactTable caption={texts.host} facts={hostFacts(snapshot.host)} />
      </Part>
      <StacksPart snapshot={snapshot} />
      <Part title={texts.whatWasGathered}>
        <SectionTable snapshot={snapshot} />
      </Part>
    </main>
  );
}

type Chart = ReturnType<typeof chartData>[number];

/** Of what, when, and how it is in one paragraph; on paper a page of its own. */
function Cover({ snapshot, analysis }: { snapshot: Snapshot; analysis: Analysis }) {
  return (
    <header className="report-cover">
      <p className="soft report-kicker">{texts.latchkeyReportOn(shortText(snapshot.origin.target))}</p>
      <p className="report-server">{serverName(snapshot.server)}</p>
      <p className="soft">{coverFacts(snapshot)}</p>
      <Headline analysis={analysis} />
      <p>{unbroken(coverText(analysis))}</p>
    </header>
  );
}

/** The vital sign in which findings of an area show most. */
function AreaChart({ area, charts }: { area: Area; charts: readonly Chart[] }) {
  const found = (signsOfArea[area] ?? []).flatMap((sign) => charts.filter(({ id }) => id === sign))[0];
  return found === undefined ? null : <TimeChart title={found.title} data={found.data} />;
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
    <Part title={texts.stacks}>
      <FactTable caption={stacks.heading} facts={stacks.facts} />
    </Part>
  );
}

function PlanPart({ analysis: { plan, findings } }: { analysis: Analysis }) {
  const titles = new Map(findings.map(({ ruleId, title }) => [ruleId, title]));
  const words = {
    unitOf: unitIn(advisedUnits(findings)),
    titleOf: (ruleId: string) => titles.get(ruleId) ?? ruleId,
  };
  return (
    <Part title={texts.plan}>
      {plan.summary !== '' && <p>{unbroken(plan.summary)}</p>}
      {plan.changes.length === 0 ? <p>{noChangeText(findings)}</p> : <PlanTable plan={plan} {...words} />}
      <PlanRemarks plan={plan} {...words} />
      {plan.locked.length > 0 && <p className="soft">{texts.locked(plan.locked.join(', '))}</p>}
      <h3>{texts.memory}</h3>
      <MemoryBar now={plan.memoryNow} planned={plan.memory} />
    </Part>
  );
}

function WindowPart({
  snapshot: { samples, sections },
  charts,
}: {
  snapshot: Snapshot;
  charts: readonly Chart[];
}) {
  const section = sections['pfs-waits-global'];
  const waits = section === undefined ? null : topWaits(section, 15);
  const load = samples === null ? null : loadData(samples);
  if (charts.length === 0 && waits === null && load === null) return null;
  return (
    <Part title={texts.theWindow}>
      {load !== null && <TimeChart title={texts.activeSessionsByWaitClass} data={load} />}
      {waits !== null && waits.length > 0 && <WaitsTable waits={waits} />}
      <div className="report-charts">
        {charts.map(({ id, title, data }) => (
          <TimeChart key={id} title={title} data={data} />
        ))}
      </div>
    </Part>
  );
}

const detailedStatements = 3;

function TopSqlPart({ top }: { top: TopSql }) {
  const { statements, reason, remarks, unknown } = top;
  const own = ownStatementsText(top);
  if (reason !== null)
    return (
      <Part title={texts.topSql}>
        <p>
          {reason.text} {reason.remedy}
        </p>
      </Part>
    );
  return (
    <Part title={texts.topSql}>
      <p>{topSqlSpanText(top)}</p>
      {remarks.map((remark) => (
        <p key={remark} className="soft">
          {remark}
        </p>
      ))}
      <TopSqlTable statements={statements} />
      {unknown.map(({ title, reason: why }) => (
        <p key={title} className="soft">
          {texts.unknown2(title, why)}
        </p>
      ))}
      {own !== null && <p className="soft">{own}</p>}
      {statements.slice(0, detailedStatements).map((statement, index) => (
        <section key={statement.key} className="report-statement">
          <h3>{texts.statement2(index + 1)}</h3>
          <StatementDetail
            statement={statement}
            textOf={(key) => statements.find((one) => one.key === key)?.text}
          />
        </section>
      ))}
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
      <caption className="unseen">{texts.whatWasGathered}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.section}</th>
          <th scope="col">{texts.status}</th>
          <th scope="col">{texts.details}</th>
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
