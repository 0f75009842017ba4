/** Why a statement that Latchkey did not write is not sent; the first reason that is found. */
export type NotPlain =
  | 'not-select'
  | 'unreadable'
  | 'no-values'
  | 'several'
  | 'comment'
  | 'hint'
  | 'variable'
  | 'locks'
  | 'writes'
  | 'sequence'
  | 'function'
  | 'system-schema'
  | 'no-table'
  | 'no-schema'
  | 'ambiguous'
  | 'not-found'
  | 'not-table'
  | 'engine'
  | 'loadable-function';

/** The reasons for people, as the end of "... were left out: ". */
export const notPlainTexts: Readonly<Record<NotPlain, string>> = {
  'not-select': 'no SELECT',
  unreadable: 'cut off, or not to be read for certain',
  'no-values': 'prepared, without their values',
  several: 'several statements in one',
  comment: 'with a comment that the server runs',
  hint: 'with a hint that sets a variable',
  variable: 'with variables',
  locks: 'SELECT that locks rows',
  writes: 'SELECT INTO',
  sequence: 'with sequences',
  function: 'with functions that are not known to only compute on this server',
  'system-schema': 'on system schemas',
  'no-table': 'without a table',
  'no-schema': 'on tables whose schema is not known',
  ambiguous: 'with a name that may mean a table or a WITH',
  'not-found': 'on tables that are gone, or that the account may not read',
  'not-table': 'on views, or other than base tables',
  engine: 'on tables of an engine that may read elsewhere',
  'loadable-function': 'with functions that this server has loaded',
};
