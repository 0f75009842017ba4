/** What a cell holds. `integer`: whole, as a number or, beyond 2^53, as a decimal string. */
export type ColumnType = 'text' | 'integer' | 'real' | 'time';

/** What a number counts; `none`: it identifies something, or is a text. */
export type ColumnUnit =
  | 'none'
  | 'count'
  | 'bytes'
  | 'pages'
  | 'picoseconds'
  | 'seconds'
  | 'percent'
  /** Of each row its own: what the variable or counter that the row names has. */
  | 'by-row';

/**
 * What the cells of a column say about people, machines and schemas.
 * - `own`: the server's own words (names of variables, events, states), which say nothing about whose server it is.
 * - `number`: a number that says no more. Text in such a column is unknown.
 * - `host-number`: a number that says which server it is, such as a port.
 * - `digest`: a statement without its literals; `statement`: one with them.
 * - `described`: the server's own words, with names or values of users in brackets.
 * - `setting`: the value of a variable; what it may name depends on which one.
 * - `text`: free text, which may quote anything.
 * - `unknown`: an export leaves the column out. So it does with every column that no contract names.
 */
export type PrivacyClass =
  | 'own'
  | 'number'
  | 'host'
  | 'host-number'
  | 'user'
  | 'schema'
  | 'object'
  | 'digest'
  | 'described'
  | 'statement'
  | 'path'
  | 'setting'
  | 'text'
  | 'unknown';

/** How literals, and always passwords, are taken out of a column before a snapshot holds it. */
export type LiteralRemoval = 'statement' | 'error' | 'log' | 'setting';

export interface ColumnContract {
  type: ColumnType;
  unit: ColumnUnit;
  privacy: PrivacyClass;
  /** Absent: the server prints no literals there. */
  literals?: LiteralRemoval;
}

/** Numbers. */
export const count = { type: 'integer', unit: 'count', privacy: 'number' } as const;
export const bytes = { type: 'integer', unit: 'bytes', privacy: 'number' } as const;
export const pages = { type: 'integer', unit: 'pages', privacy: 'number' } as const;
export const picoseconds = { type: 'integer', unit: 'picoseconds', privacy: 'number' } as const;
export const seconds = { type: 'integer', unit: 'seconds', privacy: 'number' } as const;
export const realSeconds = { type: 'real', unit: 'seconds', privacy: 'number' } as const;
export const percent = { type: 'real', unit: 'percent', privacy: 'number' } as const;
export const real = { type: 'real', unit: 'count', privacy: 'number' } as const;
/** The number of a thing, which is nothing to add up. */
export const id = { type: 'integer', unit: 'none', privacy: 'number' } as const;
export const limit = { type: 'real', unit: 'by-row', privacy: 'number' } as const;
export const hostNumber = { type: 'integer', unit: 'none', privacy: 'host-number' } as const;

/** Texts of the server's own. */
export const own = { type: 'text', unit: 'none', privacy: 'own' } as const;
export const moment = { type: 'time', unit: 'none', privacy: 'own' } as const;

/** Names. */
export const host = { type: 'text', unit: 'none', privacy: 'host' } as const;
export const user = { type: 'text', unit: 'none', privacy: 'user' } as const;
export const schema = { type: 'text', unit: 'none', privacy: 'schema' } as const;
export const object = { type: 'text', unit: 'none', privacy: 'object' } as const;
export const path = { type: 'text', unit: 'none', privacy: 'path' } as const;

/** Texts that hold names or values. */
export const digest = { type: 'text', unit: 'none', privacy: 'digest' } as const;
export const described = { type: 'text', unit: 'none', privacy: 'described' } as const;
export const statement = { type: 'text', unit: 'none', privacy: 'statement', literals: 'statement' } as const;
export const errorText = { type: 'text', unit: 'none', privacy: 'text', literals: 'error' } as const;
export const logText = { type: 'text', unit: 'none', privacy: 'text', literals: 'log' } as const;
export const freeText = { type: 'text', unit: 'none', privacy: 'text' } as const;
export const setting = { type: 'text', unit: 'by-row', privacy: 'setting', literals: 'setting' } as const;
export const statusValue = { type: 'text', unit: 'by-row', privacy: 'setting' } as const;
export const unknown = { type: 'text', unit: 'none', privacy: 'unknown' } as const;
export const unknownSetting = {
  type: 'text',
  unit: 'by-row',
  privacy: 'unknown',
  literals: 'setting',
} as const;
