import type { Severity } from '../../shared/analysis';
import type { Fleet } from '../../shared/fleet';
import { jsonDocument } from '../../shared/writers/json';

const levels: Readonly<Record<Severity, string>> = { critical: 'error', warning: 'warning', notice: 'note' };

/** SARIF 2.1.0 (OASIS): one result a server and finding, at the file of the snapshot. */
export function renderSarif(fleet: Fleet, version: string): string {
  const { findings, servers } = fleet;
  const fileOf = new Map(servers.map(({ name, snapshot }) => [name, snapshot?.path ?? '']));
  const results = findings.flatMap(({ ruleId, title, cells }, ruleIndex) =>
    cells.map(({ server, severity, impact, share, since, explained }) => ({
      ruleId,
      ruleIndex,
      level: levels[severity],
      message: { text: [`${server}: ${title}.`, impact].filter((text) => text !== '').join(' ') },
      locations: [
        {
          physicalLocation: { artifactLocation: { uri: uriOf(fileOf.get(server) ?? '') } },
          logicalLocations: [{ fullyQualifiedName: server, kind: 'resource' }],
        },
      ],
      partialFingerprints: { 'serverAndRule/v1': `${server}/${ruleId}` },
      properties: { server, share, since, explained },
    })),
  );
  return jsonDocument({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Latchkey',
            version,
            rules: findings.map(({ ruleId, title, severity }) => ({
              id: ruleId,
              shortDescription: { text: title },
              defaultConfiguration: { level: levels[severity] },
            })),
          },
        },
        results,
      },
    ],
  }).text;
}

/** Each folder encoded by itself, as RFC 3986 has it. */
function uriOf(path: string): string {
  // Halves of surrogate pairs have no encoding.
  const parts = path.replaceAll(/\p{Cs}/gu, '�').split(/[\\/]/);
  return parts.map(encodeURIComponent).join('/');
}
