import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../../scripts/servers/index.ts';
import { prepareSysbench, startSysbench } from '../../../scripts/servers/sysbench.ts';
import { analyze } from '../../../src/analysis';
import { openSession } from '../../../src/server';
import type { Analysis } from '../../../src/shared/analysis';
import { type Snapshot, sectionRows } from '../../../src/shared/snapshot';
import { productRules } from '../../analysis/rule-files';
import { describeEachVersion } from '../../server/real-server.ts';
import { takeSnapshot } from '../../server/take-snapshot.ts';
import { clientsOnPath, printLikeClients } from './clients.ts';
import { folderOf, runImport, values } from './run-import';

const rules = productRules();
const clients = clientsOnPath();

/** What was judged, by rule. */
function verdicts(analysis: Analysis): Map<string, 'found' | 'passed'> {
  return new Map([
    ...analysis.findings.map(({ ruleId }) => [ruleId, 'found'] as const),
    ...analysis.passed.map(({ ruleId }) => [ruleId, 'passed'] as const),
  ]);
}

await describeEachVersion(
  `import of what ${clients === null ? 'a client would print' : 'the real clients print'}`,
  (id) => {
    let server: RunningServer;
    let folder: string;
    let own: Snapshot;
    let imported: Snapshot;

    beforeAll(async () => {
      server = await startServer(id);
      const tables = { socket: server.socket, tables: 1, rows: 1000 };
      await prepareSysbench(tables);
      const load = startSysbench({
        ...tables,
        workload: 'oltp_read_write',
        // One client: two would wait for each other's rows in one of the windows and not in the other.
        threads: 1,
        seconds: 60,
        rate: 40,
      });
      try {
        const session = await openSession(
          { socket: server.socket, user: 'root' },
          {},
          { signal: new AbortController().signal },
        );
        // Both watch the same seconds.
        const taking = takeSnapshot(session, { windowSeconds: 5 });
        const printed = (await clients?.(server.socket)) ?? (await printLikeClients(server.socket));
        own = await taking;
        await session.close();
        folder = await folderOf({});
        for (const [name, text] of Object.entries(printed)) await writeFile(join(folder, name), text);
        imported = (await runImport(folder)).snapshot;
      } finally {
        await load.stop();
      }
    });
    afterAll(async () => {
      await server?.stop();
    });

    test('flavour, version and every variable are those that Latchkey reads itself', () => {
      expect(imported.server).toMatchObject({ flavour: own.server.flavour, version: own.server.version });
      const found = values(imported, 'variables');
      const wrong = sectionRows(own, 'variables').filter(
        ({ name, value }) =>
          found.has(String(name)) && found.get(String(name)) !== String(value) && !moving.test(String(name)),
      );
      expect(wrong.map(({ name }) => name)).toEqual([]);
      expect(found.size).toBeGreaterThan(400);
    });

    test('the series has five readings, and its rate of statements is that of the load', () => {
      expect(imported.samples?.times.length).toBe(5);
      const rate = (snapshot: Snapshot) => {
        const series = snapshot.samples?.series.Com_update?.values ?? [];
        return Number(series.at(-1)) / (snapshot.windowSeconds ?? 1);
      };
      expect(rate(own)).toBeGreaterThan(1);
      expect(Math.abs(rate(imported) / rate(own) - 1)).toBeLessThan(0.6);
    });

    test('wherever both analyses could check a rule, they agree', () => {
      const [mine, theirs] = [own, imported].map((snapshot) =>
        verdicts(analyze(snapshot, rules, { path: null })),
      );
      const both = [...(theirs ?? [])].filter(([rule]) => mine?.has(rule) === true);
      expect(both.length).toBeGreaterThan(12);
      expect(both.filter(([rule, verdict]) => mine?.get(rule) !== verdict)).toEqual([]);
    });
  },
);

/** Values that change while the server runs, or that the two ways print differently. */
const moving =
  /^(?:gtid_|timestamp|pseudo_thread_id|rand_seed|last_insert_id|server_audit_loc_info|in_transaction)/;
