import { redactStatement } from '../evidence/redaction/sql-text';
import { SeriesBuilder } from '../evidence/series/series';
import type { SnapshotParts } from '../files/import';
import { collectors } from '../server/collect/registry';
import { detectHosting } from '../server/connect/account/hosting';
import { unknownHost, withDeclared } from '../server/machine/facts';
import { sampledVariable } from '../server/sample/status-source';

/** What makes an imported snapshot like a collected one: the same sections, removal of literals, series and host facts. */
export const snapshotParts: SnapshotParts = {
  sections: collectors.map(({ id }) => id),
  redact: (section, capture, keepLiterals) => {
    const collector = collectors.find(({ id }) => id === section);
    return collector?.redact === undefined
      ? capture
      : { ...capture, ...collector.redact(capture, keepLiterals) };
  },
  redactStatement,
  samples: (startedAt, intervalMs, readings) => {
    const builder = new SeriesBuilder(startedAt, intervalMs, sampledVariable);
    for (const { timeMs, values } of readings) builder.add(timeMs, values);
    return builder.build();
  },
  host: (declared, unknownBecause) => withDeclared(unknownHost(unknownBecause), declared),
  // Where the files were made is not known, so that only what the server itself shows can tell.
  hosting: (variables, versionText) =>
    detectHosting(variables, versionText, { host: 'unknown.invalid' }, null),
};
