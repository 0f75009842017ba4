import type { Analysis } from '../../shared/analysis';
import type { FleetEntry, FleetSettings } from '../../shared/fleet';
import { type Cell, type Snapshot, sectionRows } from '../../shared/snapshot';
import { reportsOrigins, settingsAtRestart } from '../facts/inputs/next-start';
import { plainText } from '../outputs/render-context';

/** Characters of a text that a fleet keeps; what is longer is read in the finding itself. */
const mostText = 400;
/** Changes of a history that a fleet keeps: the last ones. */
const mostEffects = 50;

/** What a fleet needs of a judged snapshot: a pure function of both. */
export function fleetEntry(snapshot: Snapshot, analysis: Analysis): FleetEntry {
  const { flavour, version, versionText, hosting, serverKey } = snapshot.server;
  return {
    id: snapshot.id,
    createdAt: snapshot.createdAt,
    complete: snapshot.complete,
    windowSeconds: analysis.snapshot.windowSeconds,
    target: snapshot.origin.target,
    server: { flavour, version, versionText, hosting, serverKey },
    headline: analysis.headline,
    findings: analysis.findings.map((finding) => ({
      ruleId: finding.ruleId,
      title: finding.title,
      area: finding.area,
      severity: finding.severity,
      standing: finding.standing,
      explained: finding.explainedBy.length > 0,
      share: finding.impact.share,
      impact: finding.impact.text.slice(0, mostText),
    })),
    notChecked: analysis.notChecked.map(({ ruleId }) => ruleId),
    muted: analysis.muted.map(({ ruleId }) => ruleId),
    changes: analysis.plan.changes.map(({ variable, from, stored, when, why }) => ({
      variable,
      from: plainText(from),
      to: plainText(stored),
      when,
      why,
    })),
    ...effectsOf(analysis),
    plugins: pluginsOf(snapshot),
    set: setOf(snapshot),
    atRestart: atRestartOf(snapshot),
    replication: replicationOf(snapshot),
  };
}

/** The global variables of a snapshot as the server prints them; none where they were not read. */
export function fleetSettings(snapshot: Snapshot): FleetSettings {
  return new Map(
    sectionRows(snapshot, 'variables').map(({ name, value }) => [
      String(name).toLowerCase(),
      value == null ? '' : String(value),
    ]),
  );
}

function effectsOf({ history }: Analysis): Pick<FleetEntry, 'effects'> {
  if (history === undefined) return {};
  return {
    effects: history.changes.slice(-mostEffects).map(({ at, settings, text: said }) => ({
      ...{ at, text: said.slice(0, mostText) },
      variables: settings.map(({ name }) => name),
    })),
  };
}

/** Those that are compiled in come with the version; what was loaded beside them is a choice. */
function pluginsOf(snapshot: Snapshot): FleetEntry['plugins'] {
  const loaded = sectionRows(snapshot, 'plugins')
    .filter(({ plugin_library: library }) => library != null && library !== '')
    .map(({ plugin_name: name, plugin_version: version, plugin_status: status }) => ({
      name: text(name),
      state: `${text(version)} ${text(status)}`.trim(),
    }));
  const components = sectionRows(snapshot, 'components').map(({ component_urn: urn }) => ({
    name: text(urn),
    state: 'component',
  }));
  return [...loaded, ...components];
}

/** How servers name the origin of a value that nobody set: as compiled, or worked out at start. */
const ofNobody = /^(compiled|compile-time|auto)$/i;

function setOf(snapshot: Snapshot): FleetEntry['set'] {
  const variables = sectionRows(snapshot, 'variables');
  if (!reportsOrigins(variables)) return null;
  return variables
    .filter(({ source }) => source != null && !ofNobody.test(String(source)))
    .map(({ name }) => text(name).toLowerCase());
}

function atRestartOf(snapshot: Snapshot): FleetEntry['atRestart'] {
  const variables = sectionRows(snapshot, 'variables');
  if (!reportsOrigins(variables)) return null;
  const wasRead = snapshot.sections['option-files']?.status === 'ok';
  return settingsAtRestart(
    variables,
    wasRead ? sectionRows(snapshot, 'option-files') : null,
    snapshot.server,
  );
}

function replicationOf(snapshot: Snapshot): FleetEntry['replication'] {
  const settings = fleetSettings(snapshot);
  return {
    serverId: settings.get('server_id') ?? '',
    uuid: settings.get('server_uuid') ?? '',
    host: settings.get('report_host') || settings.get('hostname') || '',
    port: settings.get('port') ?? '',
    // MySQL renamed the columns in 8.0.22 (SHOW REPLICA STATUS).
    sources: sectionRows(snapshot, 'replication').map((row) => ({
      channel: text(row.channel_name ?? row.connection_name),
      host: text(row.source_host ?? row.master_host),
      port: text(row.source_port ?? row.master_port),
      uuid: text(row.source_uuid ?? row.master_uuid),
      serverId: text(row.source_server_id ?? row.master_server_id),
    })),
  };
}

function text(cell: Cell | undefined): string {
  return cell == null ? '' : String(cell);
}
