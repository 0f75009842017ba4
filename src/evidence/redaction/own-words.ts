import { z } from 'zod';
import { listedStatusVariables } from '../../knowledge/catalog/status/status-catalog';
import { catalogedVariables } from '../../knowledge/catalog/variable-catalog';
import { pureFunctions } from '../../knowledge/sql/functions';
import { describedWaits } from '../../knowledge/waits/wait-objects';
import { withoutEnd } from '../../shared/base/without-end';
import { snapshotSchema } from '../../shared/snapshot';
import { ownIdentifiers } from './own-identifiers';

/** Words that digests print bare: keywords of SQL, in the manuals' order of letters. Functions come from their own list. */
const keywords = `
  ACCESSIBLE ACCOUNT ACTION ADD AFTER AGAINST AGGREGATE ALGORITHM ALL ALTER ALWAYS ANALYZE AND ANY AS ASC ASENSITIVE AT ATTRIBUTE
  AUTOEXTEND_SIZE AUTO_INCREMENT AVG_ROW_LENGTH BACKUP BEFORE BEGIN BETWEEN BIGINT BINARY BINLOG BIT BLOB BLOCK BODY BOOL BOOLEAN
  BOTH BTREE BUCKETS BULK BY BYTE CACHE CALL CASCADE CASCADED CATALOG_NAME CHAIN CHANGE CHANGED CHANNEL CHARACTER CHARSET CHECK
  CHECKSUM CIPHER CLASS_ORIGIN CLIENT CLONE CLOSE CODE COLLATE COLLATION COLUMN COLUMNS COLUMN_FORMAT COLUMN_NAME COMMENT COMMIT
  COMMITTED COMPACT COMPLETION COMPONENT COMPRESSED COMPRESSION CONCURRENT CONDITION CONNECTION CONSISTENT CONSTRAINT
  CONSTRAINT_CATALOG CONSTRAINT_NAME CONSTRAINT_SCHEMA CONTAINS CONTEXT CONTINUE CPU CREATE CROSS CUBE CURRENT CURRENT_ROLE CURSOR
  CURSOR_NAME DATA DATABASES DATAFILE DATETIME DAY_HOUR DAY_MICROSECOND DAY_MINUTE DAY_SECOND DEALLOCATE DEC DECIMAL DECLARE
  DEFAULT DEFAULT_AUTH DEFINER DEFINITION DELAYED DELAY_KEY_WRITE DELETE DESC DESCRIBE DESCRIPTION DETERMINISTIC DIAGNOSTICS
  DIRECTORY DISABLE DISCARD DISK DISTINCT DISTINCTROW DIV DO DOUBLE DROP DUAL DUMPFILE DUPLICATE DYNAMIC EACH ELSE ELSEIF EMPTY
  ENABLE ENCLOSED ENCRYPTION END ENDS ENFORCED ENGINE ENGINES ENUM ERROR ERRORS ESCAPE ESCAPED EVENT EVENTS EVERY EXCEPT EXCHANGE
  EXCLUDE EXCLUSIVE EXECUTE EXISTS EXIT EXPANSION EXPIRE EXPLAIN EXPORT EXTENDED EXTENT_SIZE FALSE FAST FAULTS FETCH FIELDS FILE
  FILTER FIRST FIXED FLOAT FLUSH FOLLOWING FOLLOWS FOR FORCE FOREIGN FOUND FROM FULL FULLTEXT FUNCTION GENERAL GENERATE GENERATED
  GEOMETRY GET GLOBAL GRANT GRANTS GROUP GROUPING GROUPS GROUP_REPLICATION HANDLER HASH HAVING HELP HIGH_PRIORITY HISTOGRAM HISTORY
  HOST HOSTS HOUR_MICROSECOND HOUR_MINUTE HOUR_SECOND IDENTIFIED IGNORE IGNORED IGNORE_SERVER_IDS IMMEDIATE IMPORT IN INDEX INDEXES
  INFILE INITIAL_SIZE INNER INOUT INSENSITIVE INSERT_METHOD INSTALL INSTANCE INT INTEGER INTERSECT INTERVAL INTO INVISIBLE INVOKER
  IO IO_THREAD IS ISOLATION ISSUER ITERATE JOIN JSON JSON_TABLE KEY KEYS KEY_BLOCK_SIZE KILL LANGUAGE LAST LATERAL LEADING LEAVE
  LEAVES LESS LEVEL LIKE LIMIT LINEAR LINES LIST LOAD LOCAL LOCK LOCKED LOCKS LOGFILE LOGS LONG LONGBLOB LONGTEXT LOOP LOW_PRIORITY
  MASTER MAXVALUE MAX_ROWS MAX_SIZE MEDIUM MEDIUMBLOB MEDIUMINT MEDIUMTEXT MEMBER MEMORY MERGE MESSAGE_TEXT MIGRATE MINUTE_SECOND
  MIN_ROWS MODE MODIFIES MODIFY MULTILINESTRING MULTIPOINT MULTIPOLYGON MUTEX NAME NAMES NATIONAL NATURAL NCHAR NESTED NETWORK NEVER
  NEW NEXT NO NODEGROUP NONE NOT NOWAIT NULL NULLS NUMBER NUMERIC OF OFF OFFSET OLD ON ONE ONLY OPEN OPTIMIZE OPTION OPTIONAL
  OPTIONALLY OPTIONS OR ORDER ORDINALITY ORGANIZATION OTHERS OUT OUTER OUTFILE OVER OVERLAPS OWNER PACKAGE PACK_KEYS PAGE PARSER
  PARTIAL PARTITION PARTITIONING PARTITIONS PASSWORD PATH PERSIST PERSIST_ONLY PHASE PLUGIN PLUGINS POLYGON PORT PRECEDES PRECEDING
  PRECISION PREPARE PRESERVE PREV PRIMARY PRIVILEGES PROCEDURE PROCESS PROCESSLIST PROFILE PROFILES PROXY PURGE QUERY QUICK RAISE
  RANGE READ READS READ_ONLY READ_WRITE REAL REBUILD RECOVER RECURSIVE REDUNDANT REFERENCE REFERENCES REGEXP RELAY RELAYLOG RELEASE
  RELOAD REMOVE RENAME REORGANIZE REPAIR REPEATABLE REPLICA REPLICAS REPLICATE_DO_DB REPLICATION REQUIRE RESET RESIGNAL RESOURCE
  RESPECT RESTART RESTORE RESTRICT RESUME RETURN RETURNED_SQLSTATE RETURNING RETURNS REUSE REVOKE RLIKE ROLE ROLLBACK ROLLUP ROTATE
  ROUTINE ROW ROWS ROW_COUNT ROW_FORMAT RTREE SAVEPOINT SCHEDULE SCHEMAS SCHEMA_NAME SECURITY SELECT SENSITIVE SEPARATOR SEQUENCE
  SERIAL SERIALIZABLE SERVER SESSION SET SHARE SHARED SHOW SHUTDOWN SIGNAL SIGNED SIMPLE SKIP SLAVE SLAVES SLOW SMALLINT SNAPSHOT
  SOCKET SOME SONAME SOUNDS SOURCE SPATIAL SPECIFIC SQL SQLEXCEPTION SQLSTATE SQLWARNING SQL_BIG_RESULT SQL_BUFFER_RESULT SQL_CACHE
  SQL_CALC_FOUND_ROWS SQL_NO_CACHE SQL_SMALL_RESULT SQL_THREAD SSL STACKED START STARTING STARTS STATEMENT STATS_AUTO_RECALC
  STATS_PERSISTENT STATS_SAMPLE_PAGES STATUS STOP STORAGE STORED STRAIGHT_JOIN STREAM STRING SUBJECT SUBPARTITION SUBPARTITIONS
  SUPER SUSPEND SWAPS SWITCHES SYSTEM SYSTEM_TIME TABLE TABLES TABLESAMPLE TABLESPACE TABLE_CHECKSUM TABLE_NAME TEMPORARY TEMPTABLE
  TERMINATED TEXT THAN THEN TIES TINYBLOB TINYINT TINYTEXT TO TRAILING TRANSACTION TRIGGER TRIGGERS TRUE TYPE TYPES UNBOUNDED
  UNCOMMITTED UNDEFINED UNDO UNDOFILE UNICODE UNINSTALL UNION UNIQUE UNKNOWN UNLOCK UNSIGNED UNTIL UPDATE UPGRADE USE USER_RESOURCES
  USE_FRM USING VALIDATION VALUE VALUES VARBINARY VARCHAR VARCHARACTER VARIABLES VARYING VCPU VERSIONING VIA VIEW VIRTUAL VISIBLE
  WAIT WARNINGS WHEN WHERE WHILE WINDOW WITH WITHIN WITHOUT WORK WRAPPER WRITE X509 XA XID XML XOR YEAR_MONTH ZEROFILL ZONE
  CASE DATABASE SCHEMA SLEEP UUID LAST_INSERT_ID FOUND_ROWS`;

/** Words of Latchkey and the servers that stand in a snapshot whoever's server it is of. */
const documentWords = `
  latchkey snapshot removed host_ user_ name_ statement_ database accounts localhost default percona hosts users
  latest detected deadlock foreign error semaphores transactions background thread file insert buffer adaptive index individual
  pool memory operations monitor output threads source distribution community enterprise server-gpl ubuntu debian bookworm release
  production test testing debug lib var run usr sbin share tmp etc socket sock log binlog relay mysqld mariadbd innodb undo ibdata
  ibtmp general slow audit primary secondary main master slave replica group event scheduler system admin application service
  microsecond millisecond byte bytes count ratio percent page pages second operation none true false utf8mb4 utf8mb3 latin1 general_ci
  persisted compiled dynamic explicit global command-line login absent not-supported no-privilege cancelled timeout too-large unused
  disabled enabled active idle sleeping running waiting locked granted pending query sleep execute daemon connect binlog dump quit prepare
  fetch init ping statistics debug refresh shutdown field list process info kill create drop change user registered read committed
  information_schema performance_schema mysql.user information performance thread/sql/one_connection thread/innodb
  filesort intersect sort_union materialized impossible firstmatch loosescan optimized
  repeatable serializable uncommitted shared exclusive intention record auto-inc gap insert`;

const words = (text: string) => text.toLowerCase().trim().split(/\s+/);
const keywordSet: ReadonlySet<string> = new Set([
  ...words(keywords),
  ...[
    ...pureFunctions({ flavour: 'mysql', version: [9, 0, 0] }),
    ...pureFunctions({ flavour: 'mariadb', version: [11, 8, 0] }),
  ].map((name) => name.toLowerCase()),
]);

const separator = '\n';
/** Everything above, and the names that the catalogs know, as one text in which a word is looked for. */
const vocabulary = [
  ...keywordSet,
  ...words(documentWords),
  // Every field of the document, and every value of those that have a closed list.
  JSON.stringify(z.toJSONSchema(snapshotSchema, { unrepresentable: 'any' })),
  ...ownIdentifiers(),
  ...catalogedVariables(),
  ...listedStatusVariables().map(({ name }) => name),
  ...describedWaits().flatMap(({ names }) => names.map(({ event }) => event)),
]
  .join(separator)
  .toLowerCase();

/** Shorter ones stand in other words by chance. */
const leastLetters = 4;
const address = /^(?:\d{1,3}(?:[.-]\d{1,3}){3}|(?=.*:.*:)[0-9a-f:.]{6,})$/i;

/** True for a word that a digest prints bare though it is no name. */
export function isSqlWord(word: string): boolean {
  return keywordSet.has(word.toLowerCase());
}

/**
 * True where finding the name anywhere, as part of another word too, means that it was left: it is long enough, has
 * letters, and is no part of a word that stands in a snapshot whoever's server it is of. Addresses count as well.
 */
export function isTelling(name: string): boolean {
  const text = name.toLowerCase();
  if (address.test(text)) return true;
  // What a number or a digest may hold by chance.
  if (text.length < leastLetters || !/\p{L}/u.test(text) || /^[0-9a-f-]{1,7}$/.test(text)) return false;
  const stem = withoutEnd(text, '0123456789');
  return stem.length > 0 && !vocabulary.includes(stem);
}
