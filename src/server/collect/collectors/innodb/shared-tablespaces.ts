import { type Collector, fetchTable } from '../../collector';

/**
 * What the system tablespace, the undo tablespaces and the temporary tablespace take on disk, each kind summed up; the
 * names, which somebody may have chosen, are not read. Sources: MySQL manual, "The INFORMATION_SCHEMA FILES Table" (InnoDB
 * since 5.7.8); MariaDB, INNODB_SYS_TABLESPACES (10.2 lists none of these, 10.11 does).
 */
export const sharedTablespaces: Collector = {
  id: 'shared-tablespaces',
  costClass: 'medium',
  timeoutMs: 5_000,
  when: 'end',
  // MySQL 5.7 answers without rows.
  needs: { privilege: 'process', silent: true },
  sources: [
    {
      flavours: ['mysql'],
      from: [5, 7, 8],
      sql: `SELECT CASE FILE_TYPE WHEN 'UNDO LOG' THEN 'undo' WHEN 'TEMPORARY' THEN 'temporary' ELSE 'system' END AS KIND,
COUNT(*) AS FILES, SUM(TOTAL_EXTENTS * EXTENT_SIZE) AS FILE_SIZE
FROM information_schema.FILES WHERE FILE_TYPE IN ('UNDO LOG', 'TEMPORARY') OR TABLESPACE_NAME = 'innodb_system'
GROUP BY KIND`,
    },
    {
      flavours: ['mariadb'],
      from: [10, 11, 0],
      sql: `SELECT CASE NAME WHEN 'innodb_system' THEN 'system' WHEN 'innodb_temporary' THEN 'temporary' ELSE 'undo' END AS KIND,
COUNT(*) AS FILES, SUM(FILE_SIZE) AS FILE_SIZE
FROM information_schema.INNODB_SYS_TABLESPACES
WHERE NAME IN ('innodb_system', 'innodb_temporary') OR (NAME LIKE 'innodb_undo___' AND NAME NOT LIKE '%/%')
GROUP BY KIND`,
    },
  ],
  fetch: async (context, source) => {
    // The files of all tables are looked through.
    await context.shared.withinTableLimit(context, 'the files of their tablespaces');
    return fetchTable(context, sharedTablespaces, source);
  },
};
