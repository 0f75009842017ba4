import type { Severity } from '../../shared/analysis';
import type { Fleet, FleetServer } from '../../shared/fleet';
import { expositionFile, foreignLabelName, type MetricFamily } from '../../shared/writers/exposition';
import { texts } from './texts.ts';

/** Alert rules compare with these: `latchkey_finding >= 2` is a warning or worse. */
const level: Readonly<Record<Severity, number>> = { notice: 1, warning: 2, critical: 3 };

/**
 * Gauges of a fleet for the textfile collector of node_exporter, or any scrape of a file. Names and labels of servers are
 * texts of others.
 */
export function renderPrometheus(fleet: Fleet): string {
  return expositionFile([...findingFamilies(fleet), ...serverFamilies(fleet), driftFamily(fleet)]).text;
}

function findingFamilies({ findings, servers }: Fleet): MetricFamily[] {
  const cells = findings.flatMap(({ ruleId, area, cells: all }) =>
    all.map((cell) => ({
      cell,
      labels: [
        ['server', cell.server],
        ['rule', ruleId],
        ['area', area],
        ['severity', cell.severity],
      ] as const,
    })),
  );
  return [
    {
      name: 'latchkey_finding',
      help: texts.findingsOfTheNewestSnapshot,
      samples: cells.map(({ cell, labels }) => ({ labels, value: level[cell.severity] })),
    },
    {
      name: 'latchkey_finding_share_ratio',
      help: texts.shareOfDatabaseTimeOf,
      samples: cells.flatMap(({ cell, labels }) =>
        cell.share === null ? [] : [{ labels: labels.slice(0, 2), value: cell.share }],
      ),
    },
    {
      name: 'latchkey_finding_since_timestamp_seconds',
      help: texts.whenTheFirstSnapshotWas,
      samples: cells.map(({ cell, labels }) => ({
        labels: labels.slice(0, 2),
        value: unixSeconds(cell.since),
      })),
    },
    {
      name: 'latchkey_findings',
      help: texts.findingsOfEachServerBy,
      samples: servers
        .filter(({ snapshot }) => snapshot !== null)
        .flatMap(({ name, counts }) =>
          (['critical', 'warning', 'notice'] as const).map((severity) => ({
            labels: [
              ['server', name],
              ['severity', severity],
            ] as const,
            value: counts[severity],
          })),
        ),
    },
  ];
}

function serverFamilies({ servers, madeAt }: Fleet): MetricFamily[] {
  const present = servers.flatMap((server) =>
    server.snapshot === null || server.headline === null
      ? []
      : [{ server, at: unixSeconds(server.snapshot.createdAt), headline: server.headline }],
  );
  const label = (server: FleetServer) => [['server', server.name]] as const;
  return [
    {
      name: 'latchkey_headline',
      help: texts.classOfTheHeadlineBottleneck,
      samples: present.map(({ server, headline }) => ({
        labels: [...label(server), ['kind', headline.kind], ['rule', headline.ruleId ?? '']] as const,
        value: 1,
      })),
    },
    {
      name: 'latchkey_snapshot_timestamp_seconds',
      help: texts.whenTheNewestSnapshotOf,
      samples: present.map(({ server, at }) => ({ labels: label(server), value: at })),
    },
    {
      name: 'latchkey_snapshot_age_seconds',
      help: texts.ageOfTheNewestSnapshot,
      samples: present.map(({ server, at }) => ({
        labels: label(server),
        value: Math.max(0, Math.round(unixSeconds(madeAt) - at)),
      })),
    },
    {
      name: 'latchkey_server_info',
      help: texts.versionHostingAndLabelsOf,
      samples: present.map(({ server }) => ({ labels: infoLabels(server), value: 1 })),
    },
    {
      name: 'latchkey_snapshot_failed',
      help: texts.serversOfWhichTheLast,
      samples: servers.flatMap((server) =>
        server.error === undefined
          ? []
          : [{ labels: [...label(server), ['code', server.error.code]] as const, value: 1 }],
      ),
    },
  ];
}

function infoLabels({ name, version, hosting, labels }: FleetServer): [string, string][] {
  // Two names that become one would be refused: the first is kept.
  const own = new Map(
    Object.entries(labels)
      .reverse()
      .map(([label, value]) => [foreignLabelName(label).toLowerCase(), value]),
  );
  return [['server', name], ['version', version], ['hosting', hosting], ...own];
}

/** Settings of each server that most of its role, or the baseline, have otherwise. */
function driftFamily({ drift }: Fleet): MetricFamily {
  return {
    name: 'latchkey_drift_settings',
    help: texts.settingsOfEachServerThat,
    samples: drift.groups.flatMap(({ servers, settings }) =>
      servers.map((server) => ({
        labels: [['server', server]] as const,
        value: settings.filter(
          ({ expected, values }) =>
            expected !== null && values.slice(1).some((value) => value.servers.includes(server)),
        ).length,
      })),
    ),
  };
}

function unixSeconds(moment: string): number {
  return Date.parse(moment) / 1000;
}
