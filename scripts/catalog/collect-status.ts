// `node scripts/catalog/collect-status.ts`: the status variables of every server that is set up here, with what
// src/knowledge/catalog/status/status-variables.ts says of them; those it lacks come last. For adding a new server version.
import mysql from 'mysql2/promise';
import { runnerImport } from 'vite';
import { serverAvailability, serverIds, startServer } from '../servers/index.ts';

const { module: catalog } = await runnerImport<
  typeof import('../../src/knowledge/catalog/status/status-catalog.ts')
>('./src/knowledge/catalog/status/status-catalog.ts');

const reportedBy = new Map<string, string[]>();
for (const id of serverIds) {
  const found = await serverAvailability(id);
  if (!found.available) {
    console.error(`${id}: ${found.reason}`);
    continue;
  }
  // The performance schema brings status variables of its own; MariaDB has it off.
  const server = await startServer(id, { options: { performance_schema: 'ON' } });
  try {
    const connection = await mysql.createConnection({ socketPath: server.socket, user: 'root' });
    const [rows] = await connection.query<mysql.RowDataPacket[]>('SHOW GLOBAL STATUS');
    for (const row of rows) {
      const name = String(row.Variable_name);
      reportedBy.set(name, [...(reportedBy.get(name) ?? []), id]);
    }
    await connection.end();
  } finally {
    await server.stop();
  }
}

const lines = [...reportedBy].sort().map(([name, servers]) => {
  const known = catalog.statusVariable(name);
  return { known, line: [name, known?.kind ?? 'MISSING', known?.unit ?? '', servers.join(',')].join('\t') };
});
for (const { line } of lines.filter(({ known }) => known !== undefined)) console.log(line);
for (const { line } of lines.filter(({ known }) => known === undefined)) console.log(line);
