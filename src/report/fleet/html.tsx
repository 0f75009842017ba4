import { type Fleet, fleetSchema } from '../../shared/fleet';
import { fleetSentence, minuteText } from '../../shared/fleet-text';
import { FleetDrift, FleetMatrix, FleetProblems, FleetServers, PlanGroups } from '../../view';
import fleetStyle from '../../view/fleet.css?raw';
import { embeddedJson } from '../embed';
import { htmlDocument } from '../html-document';
import { texts } from './texts';

/** One HTML file with its style and its data inside. Its policy lets nothing be loaded and nothing run. */
export function renderFleetHtml(fleet: Fleet): string {
  const { servers, findings, groups, problems, madeAt } = fleet;
  return htmlDocument({
    title: texts.latchkeyFleetReport,
    style: fleetStyle,
    data: { id: 'latchkey-fleet', json: embeddedJson(fleetSchema.parse(fleet)) },
    page: (
      <main className="report">
        <p className="soft report-kicker">{texts.latchkeyFleetReportMadeUtc(minuteText(madeAt))}</p>
        <h1>{fleetSentence(fleet)}</h1>
        <section className="report-part">
          <h2>{texts.findingsByServer(findings.length)}</h2>
          <FleetMatrix fleet={fleet} />
        </section>
        <section className="report-part">
          <h2>{texts.servers(servers.length)}</h2>
          <FleetServers servers={servers} />
        </section>
        <section className="report-part">
          <h2>{texts.drift}</h2>
          <FleetDrift drift={fleet.drift} />
        </section>
        <section className="report-part">
          <h2>{texts.samePlan(groups.length)}</h2>
          <PlanGroups groups={groups} />
        </section>
        {problems.length > 0 && (
          <section className="report-part">
            <h2>{texts.notJudged(problems.length)}</h2>
            <FleetProblems problems={problems} />
          </section>
        )}
      </main>
    ),
  });
}
