import { compareVersions, type ServerIdentity, type VersionTriple } from '../../shared/server';

type Server = Pick<ServerIdentity, 'flavour' | 'version'>;

interface FunctionGroup {
  /** First versions that have them; null: none has. */
  mysql: VersionTriple | null;
  mariadb: VersionTriple | null;
  /** First version of MySQL without them. */
  mysqlUntil?: VersionTriple;
  names: string;
}

const always = { mysql: [5, 6, 0], mariadb: [10, 0, 0] } satisfies Pick<FunctionGroup, 'mysql' | 'mariadb'>;

/**
 * Functions of the server itself that only compute, by the version from which on they are its own: to an older server the
 * same name is a stored or loadable function of somebody. Once it is built in, no such function is reached by the name
 * written right before the parenthesis (manual, "Function Name Parsing and Resolution"). Left out are those that wait, lock,
 * read files, or hold or tell the state of a session: SLEEP, BENCHMARK, GET_LOCK and its kin, MASTER_POS_WAIT, LOAD_FILE,
 * FOUND_ROWS, LAST_INSERT_ID, NEXTVAL, DATABASE, UUID; what makes a table (JSON_TABLE); and what a version has dropped.
 * Sources: MySQL manual, "Built-In Function and Operator Reference" and release notes; MariaDB documentation, page of each
 * function. Tried, each by the side of a stored function of its name, on MySQL 5.6.24, 5.7.22, 8.0.31, 9.7.4 and MariaDB 10.2.11,
 * 10.11.18, 11.4.5, 11.8.6. A version to come may drop more; then no function is reached by such a name either, as the session
 * has a default schema without functions and what is loaded is looked up.
 */
const groups: readonly FunctionGroup[] = [
  {
    ...always,
    names: `
      AVG BIT_AND BIT_OR BIT_XOR COUNT GROUP_CONCAT MAX MIN STD STDDEV STDDEV_POP STDDEV_SAMP SUM VAR_POP VAR_SAMP VARIANCE
      CAST COALESCE CONVERT GREATEST IF IFNULL INTERVAL ISNULL LEAST NULLIF
      ASCII BIN BIT_LENGTH CHAR CHAR_LENGTH CHARACTER_LENGTH CONCAT CONCAT_WS ELT EXPORT_SET FIELD FIND_IN_SET FORMAT HEX
      INSERT INSTR LCASE LEFT LENGTH LOCATE LOWER LPAD LTRIM MAKE_SET MATCH MID OCT OCTET_LENGTH ORD POSITION QUOTE REPEAT
      REPLACE REVERSE RIGHT RPAD RTRIM SOUNDEX SPACE STRCMP SUBSTR SUBSTRING SUBSTRING_INDEX TRIM UCASE UNHEX UPPER
      ABS ACOS ASIN ATAN ATAN2 BIT_COUNT CEIL CEILING CONV COS COT CRC32 DEGREES EXP FLOOR LN LOG LOG10 LOG2 MOD PI POW POWER
      RADIANS RAND ROUND SIGN SIN SQRT TAN TRUNCATE
      ADDDATE ADDTIME CONVERT_TZ CURDATE CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP CURTIME DATE DATE_ADD DATE_FORMAT
      DATE_SUB DATEDIFF DAY DAYNAME DAYOFMONTH DAYOFWEEK DAYOFYEAR EXTRACT FROM_DAYS FROM_UNIXTIME GET_FORMAT HOUR LAST_DAY
      LOCALTIME LOCALTIMESTAMP MAKEDATE MAKETIME MICROSECOND MINUTE MONTH MONTHNAME NOW PERIOD_ADD PERIOD_DIFF QUARTER
      SEC_TO_TIME SECOND STR_TO_DATE SUBDATE SUBTIME SYSDATE TIME TIME_FORMAT TIME_TO_SEC TIMEDIFF TIMESTAMP TIMESTAMPADD
      TIMESTAMPDIFF TO_DAYS TO_SECONDS UNIX_TIMESTAMP UTC_DATE UTC_TIME UTC_TIMESTAMP WEEK WEEKDAY WEEKOFYEAR YEAR YEARWEEK
      SHA2 INET_ATON INET_NTOA CURRENT_USER SESSION_USER USER VERSION
      ST_ASTEXT ST_CONTAINS ST_DISTANCE ST_GEOMFROMTEXT ST_INTERSECTS ST_WITHIN ST_X ST_Y`,
  },
  // Moved into a component that is to be installed (manual 9.6, "Legacy Hashing Component").
  { ...always, mysqlUntil: [9, 6, 0], names: 'MD5 SHA SHA1' },
  {
    mysql: [5, 6, 3],
    mariadb: [10, 0, 12],
    names: 'FROM_BASE64 TO_BASE64 INET6_ATON INET6_NTOA WEIGHT_STRING',
  },
  { mysql: [5, 6, 0], mariadb: null, names: 'MBRCONTAINS MBRINTERSECTS MBRWITHIN' },
  { mysql: [5, 7, 5], mariadb: null, names: 'ANY_VALUE' },
  { mysql: [5, 7, 6], mariadb: [10, 6, 0], names: 'ST_DISTANCE_SPHERE' },
  {
    mysql: [5, 7, 9],
    mariadb: [10, 2, 7],
    names: `JSON_ARRAY JSON_CONTAINS JSON_CONTAINS_PATH JSON_DEPTH JSON_EXTRACT JSON_KEYS JSON_LENGTH JSON_OBJECT JSON_QUOTE
      JSON_SEARCH JSON_TYPE JSON_UNQUOTE JSON_VALID`,
  },
  { mysql: [5, 7, 22], mariadb: [10, 5, 0], names: 'JSON_ARRAYAGG JSON_OBJECTAGG' },
  { mysql: [8, 0, 3], mariadb: null, names: 'BIN_TO_UUID UUID_TO_BIN GROUPING' },
  {
    mysql: [8, 0, 3],
    mariadb: [10, 2, 7],
    names:
      'CUME_DIST DENSE_RANK FIRST_VALUE LAG LAST_VALUE LEAD NTH_VALUE NTILE PERCENT_RANK RANK ROW_NUMBER',
  },
  { mysql: [8, 0, 4], mariadb: [10, 0, 5], names: 'REGEXP_INSTR REGEXP_REPLACE REGEXP_SUBSTR' },
  { mysql: [8, 0, 4], mariadb: null, names: 'REGEXP_LIKE' },
  { mysql: [8, 0, 17], mariadb: [10, 9, 1], names: 'JSON_OVERLAPS' },
  { mysql: [8, 0, 21], mariadb: [10, 2, 7], names: 'JSON_VALUE' },
  { mysql: null, mariadb: [10, 2, 7], names: 'JSON_QUERY' },
  { mysql: null, mariadb: [10, 3, 2], names: 'NVL NVL2' },
];

/** Functions that are built into this server and only compute, in upper case. */
export function pureFunctions({ flavour, version }: Server): ReadonlySet<string> {
  const found = groups.filter(({ mysql, mariadb, mysqlUntil }) => {
    const from = flavour === 'mariadb' ? mariadb : mysql;
    const gone =
      flavour !== 'mariadb' && mysqlUntil !== undefined && compareVersions(version, mysqlUntil) >= 0;
    return from !== null && compareVersions(version, from) >= 0 && !gone;
  });
  return new Set(found.flatMap(({ names }) => names.trim().split(/\s+/)));
}

/** Functions within whose parentheses a FROM or FOR belongs to the call. */
export const functionsWithFrom: ReadonlySet<string> = new Set([
  'EXTRACT',
  'TRIM',
  'SUBSTRING',
  'SUBSTR',
  'MID',
]);
