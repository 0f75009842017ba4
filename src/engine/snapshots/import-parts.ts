import { SeriesBuilder } from '../../evidence/series/series';
import type { SnapshotParts } from '../../files/import';
import { detectHosting } from '../../server/connect/account/hosting';
import { unknownHost, withDeclared } from '../../server/machine/facts';
import { sampledVariable } from '../../server/sample/status-source';

/** What makes an imported snapshot like a collected one: the same series and host facts. */
export const snapshotParts: SnapshotParts = {
  samples: (startedAt, intervalMs, readings) => {
    const builder = new SeriesBuilder(startedAt, intervalMs, sampledVariable);
    for (const { timeMs, values } of readings) builder.add(timeMs, values);
    return builder.build();
  },
  host: (declared, unknownBecause) => withDeclared(unknownHost(unknownBecause), declared),
  // Where the files were made is not known, so that only what the server itself shows can decide.
  hosting: (variables, versionText) =>
    detectHosting(variables, versionText, { host: 'unknown.invalid' }, null),
};
