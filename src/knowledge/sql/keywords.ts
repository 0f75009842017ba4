import { compareVersions, type ServerIdentity, type VersionTriple } from '../../shared/server';

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/**
 * Words of the language that may stand in an expression of a SELECT as they are, in upper case: none of them can bring in
 * an object or a function. Every other word is sent in backticks, as the name that it then is.
 */
export const expressionWords = words(`
  AGAINST ALL AND ANY AS ASC AT BETWEEN BINARY BOOLEAN BOTH BY CASE CHAR CHARACTER COLLATE CURRENT CURRENT_DATE CURRENT_TIME
  CURRENT_TIMESTAMP CURRENT_USER DATE DATETIME DAY DAY_HOUR DAY_MICROSECOND DAY_MINUTE DAY_SECOND DECIMAL DESC DISTINCT
  DISTINCTROW DIV DOUBLE ELSE END ESCAPE EXCLUDE EXISTS EXPANSION FALSE FETCH FIRST FLOAT FOLLOWING GROUP GROUPS HAVING HOUR
  HOUR_MICROSECOND HOUR_MINUTE HOUR_SECOND IN INT INTEGER INTERVAL IS JSON LANGUAGE LAST LEADING LIKE LIMIT LOCALTIME
  LOCALTIMESTAMP MEMBER MICROSECOND MINUTE MINUTE_MICROSECOND MINUTE_SECOND MOD MODE MONTH NCHAR NOT NULL NULLS OF OFFSET ONLY
  OR ORDER OVER PARTITION PRECEDING QUARTER RANGE REAL REGEXP RESPECT RETURNING RLIKE ROLLUP ROW ROWS SECOND
  SECOND_MICROSECOND SEPARATOR SET SIGNED SOME SOUNDS SQL_BIG_RESULT SQL_BUFFER_RESULT SQL_CALC_FOUND_ROWS SQL_NO_CACHE
  SQL_SMALL_RESULT THEN TIME TIMESTAMP TRAILING TRUE UNBOUNDED UNKNOWN UNSIGNED USING UTC_DATE UTC_TIME UTC_TIMESTAMP VARCHAR
  WEEK WHEN WHERE WINDOW XOR YEAR YEAR_MONTH ZONE
  SQL_TSI_SECOND SQL_TSI_MINUTE SQL_TSI_HOUR SQL_TSI_DAY SQL_TSI_WEEK SQL_TSI_MONTH SQL_TSI_QUARTER SQL_TSI_YEAR
`);

/**
 * Words after which a parenthesis opens no call. None can be the name of a function without quotes, but for those of
 * `wordsOnlyAfter`.
 */
export const wordsBeforeParenthesis = words(`
  AGAINST ALL AND ANY AS BETWEEN BINARY BY CASE CHAR CROSS DATETIME DECIMAL DISTINCT DISTINCTROW DIV DOUBLE ELSE EXCEPT EXISTS
  FLOAT FROM HAVING IN INDEX INTERSECT INTERVAL IS JOIN KEY LIKE MOD NCHAR NOT OF ON OR OVER PARTITION REGEXP RLIKE ROW SELECT
  SOME STRAIGHT_JOIN THEN TIME UNION USING VARCHAR WHEN WHERE XOR
`);

/**
 * Words that MariaDB takes for the name of a function where they stand elsewhere (sql_yacc.yy, IDENT_func; tried on
 * 10.11.18, 11.8.6), and what they stand after as words of the language: MATCH (...) AGAINST (...), MEMBER OF (...).
 */
export const wordsOnlyAfter: ReadonlyMap<string, string> = new Map([
  ['AGAINST', ')'],
  ['OF', 'MEMBER'],
]);

/**
 * Those of them that older servers do not know: to these they are names, and with a parenthesis a call (MySQL manual,
 * "Keywords and Reserved Words"; MariaDB, "Reserved Words").
 */
const newerWords: readonly { words: string; mysql: VersionTriple; mariadb: VersionTriple }[] = [
  { words: 'OVER', mysql: [8, 0, 2], mariadb: [10, 2, 0] },
  { words: 'OF', mysql: [8, 0, 17], mariadb: [10, 3, 4] },
  { words: 'EXCEPT INTERSECT', mysql: [8, 0, 31], mariadb: [10, 3, 0] },
];

/** Words of the language that are none to this server, in upper case. */
export function unknownWords({
  flavour,
  version,
}: Pick<ServerIdentity, 'flavour' | 'version'>): ReadonlySet<string> {
  const none = newerWords.filter(
    ({ mysql, mariadb }) => compareVersions(version, flavour === 'mariadb' ? mariadb : mysql) < 0,
  );
  return words(none.map((each) => each.words).join(' '));
}

export const setOperators = words('UNION EXCEPT INTERSECT');
export const joinWords = words('JOIN INNER CROSS LEFT RIGHT OUTER NATURAL STRAIGHT_JOIN');
/** What may follow the tables of a FROM. */
export const clauseWords = words('WHERE GROUP HAVING ORDER LIMIT WINDOW OFFSET FETCH');
/** What follows the name of a table and is no alias; or what would name something else than a table in its place. */
export const noAlias = words(
  'AS ON USING USE FORCE IGNORE PARTITION FOR SET SELECT WITH FROM LATERAL TABLE VALUES JSON_TABLE TABLESAMPLE LOCK INTO PROCEDURE',
);
