import { lex, type SqlToken } from '../../knowledge/sql/lexer';

/** Words of the language in a SELECT, UPDATE or DELETE; nearly all are reserved, so that no name without quotes is one of them. */
const language = new Set(
  `ALL AND ANY AS ASC BETWEEN BINARY BY CASE COLLATE CROSS DELETE DESC DISTINCT DISTINCTROW DIV ELSE END ESCAPE EXCEPT EXISTS FALSE
   FOR FORCE FROM GROUP HAVING IGNORE IN INDEX INNER INTERSECT INTERVAL INTO IS JOIN KEY LEFT LIKE LIMIT LOCK MOD MODE NATURAL NOT
   NULL OFFSET ON OR ORDER OUTER PARTITION REGEXP RIGHT RLIKE SELECT SET SHARE SOME SQL_CALC_FOUND_ROWS SQL_NO_CACHE STRAIGHT_JOIN
   THEN TRUE UNION UPDATE USE USING VALUES WHEN WHERE WITH XOR`.split(/\s+/),
);

/**
 * A statement as somebody wrote it, without its literals, in the form that `parseStatement` reads: names in backticks, as in
 * a DIGEST_TEXT. What stands before a parenthesis is the name of a function.
 */
export function asDigest(statement: string): string {
  const tokens = [...lex(statement)].filter(({ kind }) => kind !== 'space');
  return tokens
    .map((token, at) => (isName(token, tokens[at + 1]) ? `\`${token.text}\`` : token.text))
    .join(' ');
}

function isName({ kind, text }: SqlToken, next: SqlToken | undefined): boolean {
  return kind === 'word' && !/^\d/.test(text) && next?.text !== '(' && !language.has(text.toUpperCase());
}
