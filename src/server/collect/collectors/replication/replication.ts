import { redactError } from '../../../../evidence/redaction/error-text';
import { type Collector, mapColumns } from '../../collector';

const errorColumns = ['last_error', 'last_sql_error', 'last_io_error'];

/** State of this server as a replica, one row per channel; no row: it is none. */
export const replication: Collector = {
  id: 'replication',
  title: 'Replication',
  costClass: 'light',
  timeoutMs: 5_000,
  when: 'end',
  needs: { privilege: 'replication' },
  sources: [
    { flavours: ['mysql'], from: [8, 0, 22], sql: 'SHOW REPLICA STATUS' },
    { flavours: ['mariadb'], sql: 'SHOW ALL SLAVES STATUS' },
    { flavours: ['mysql'], before: [8, 0, 22], sql: 'SHOW SLAVE STATUS' },
  ],
  // The errors quote the statement or row that failed.
  redact: (reading, keepLiterals) =>
    reading.table === undefined
      ? reading
      : {
          ...reading,
          table: mapColumns(reading.table, errorColumns, (text) => redactError(text, keepLiterals)),
        },
};
