import type { Fleet } from '../../shared/fleet';
import { labelsText } from '../../shared/fleet-text';
import { toCsv } from '../../shared/writers/csv';
import { jsonLines } from '../../shared/writers/json';

/** One server and finding a row. */
export function renderCsv(fleet: Fleet): string {
  const servers = new Map(fleet.servers.map((server) => [server.name, server]));
  return `${toCsv({
    columns: [
      'server',
      'labels',
      'version',
      'snapshot',
      'severity',
      'rule',
      'title',
      'share',
      'since',
      'impact',
    ],
    rows: fleet.findings.flatMap(({ ruleId, title, cells }) =>
      cells.map((cell) => {
        const server = servers.get(cell.server);
        return [
          cell.server,
          server === undefined ? '' : labelsText(server),
          server?.version ?? '',
          server?.snapshot?.createdAt ?? '',
          cell.severity,
          ruleId,
          title,
          cell.share,
          cell.since,
          cell.impact,
        ];
      }),
    ),
  })}\r\n`;
}

/** A document a line: each server, then each finding of each server. */
export function renderJsonLines({ servers, findings }: Fleet): string {
  return jsonLines([
    ...servers.map((server) => ({ kind: 'server', ...server })),
    ...findings.flatMap(({ ruleId, title, area, cells }) =>
      cells.map((cell) => ({ kind: 'finding', ruleId, title, area, ...cell })),
    ),
  ]).text;
}
