import type { Connection } from 'mysql2';
import { formatBytes } from '../../../shared/base/units';
import type { Cell, Table } from '../../../shared/snapshot';
import { readCell } from './cell';

/** What the answer to one statement may hold at most. */
export interface AnswerLimits {
  /** As they come from the server, whether they make up rows, names of columns, or a row that never ends. */
  bytes: number;
  rows: number;
  /** Before the first row: names and types of columns. A server has 4096 columns at most. */
  headingBytes: number;
  /** What the rows need in memory, bytes, reckoned: lists of empty cells need far more than they were sent in. */
  memoryBytes: number;
}

/** Far above what a real server answers: the largest, 50,000 tables with their sizes, are 5 MB. */
export const answerLimits: AnswerLimits = {
  bytes: 32 * 1024 ** 2,
  rows: 250_000,
  headingBytes: 2 * 1024 ** 2,
  memoryBytes: 64 * 1024 ** 2,
};

/** How often is looked at what has come in of an answer of which no row is complete, ms. */
const lookEveryMs = 20;
const rowWeight = 64;
const cellWeight = 24;

/** An answer passes its limits. The connection is then of no more use: the rest of the answer would come first. */
export class AnswerTooLarge extends Error {}

/**
 * Sends one statement and takes its answer row by row, so that what is too large is given up before it is held.
 * @param way bytes that came over the connection so far, and whether it is still there
 * @throws AnswerTooLarge, or what the driver says
 */
export function readAnswer(
  connection: Connection,
  sql: string,
  way: { received(): number; alive(): boolean },
  limits: AnswerLimits = answerLimits,
): Promise<Table> {
  return new Promise((resolve, reject) => {
    const before = way.received();
    const rows: Cell[][] = [];
    let columns: string[] | null = null;
    let memory = 0;
    let failure: unknown;
    const query = connection.query({ sql });
    const settle = (finish: () => void) => {
      clearInterval(looking);
      connection.removeListener('error', fail);
      finish();
    };
    const fail = (error: unknown) => settle(() => reject(error));
    const refuse = (what: string) => {
      query.removeAllListeners();
      query.on('error', () => undefined);
      connection.destroy();
      fail(new AnswerTooLarge(`The answer of the server ${what}; it was given up.`));
    };
    const look = () => {
      // Given up by others, of which the driver shows nobody.
      if (!way.alive()) return fail(new Error('The connection was closed.'));
      const bytes = way.received() - before;
      if (bytes > limits.bytes) refuse(`is larger than ${formatBytes(limits.bytes)}`);
      else if (columns === null && bytes > limits.headingBytes) {
        refuse(`begins with more than ${formatBytes(limits.headingBytes)} that are no rows`);
      }
    };
    const looking = setInterval(look, lookEveryMs);
    connection.on('error', fail);
    query.on('fields', (fields: unknown) => {
      // Every statement is a single one, and none calls a procedure.
      if (columns !== null) refuse('holds a second answer');
      else columns = namesOf(fields);
    });
    query.on('result', (row: unknown) => {
      if (!Array.isArray(row)) return;
      const cells = row.map((value: unknown) => readCell(value));
      memory += rowWeight + cells.reduce<number>((sum, cell) => sum + weightOf(cell), 0);
      rows.push(cells);
      if (rows.length > limits.rows) refuse(`has more than ${limits.rows} rows`);
      else if (memory > limits.memoryBytes) {
        refuse(`would need more than ${formatBytes(limits.memoryBytes)} of memory`);
      }
    });
    query.on('error', (error: unknown) => {
      failure = error;
    });
    query.on('end', () => {
      if (failure !== undefined) fail(failure);
      else settle(() => resolve({ columns: columns ?? [], rows }));
    });
  });
}

function weightOf(cell: Cell): number {
  return typeof cell === 'string' ? cellWeight + cell.length : cellWeight;
}

/** A statement without a result has no fields, and its table no columns. */
function namesOf(fields: unknown): string[] {
  if (!Array.isArray(fields)) return [];
  return fields.map((field: unknown) =>
    String(typeof field === 'object' && field !== null ? Reflect.get(field, 'name') : ''),
  );
}
