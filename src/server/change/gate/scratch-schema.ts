import { type LatchkeyError, toLatchkeyError } from '../../../shared/base/error';
import type { ScratchSchemaItem } from '../../../shared/change';
import type { Table } from '../../../shared/snapshot';
import { type ChangeSession, firstCell, serverErrorNumber, withWriting } from '../session/change-session';
import { quotedName } from '../session/literal';
import type { Gate } from './gate';
import { dropEvent } from './restore-event';

/** Dropping gigabytes of tables may take a while. */
const dropTimeoutMs = 3 * 60_000;

/** As sysbench names the tables that it makes; a schema that holds any other is not dropped unasked. */
const loadTable = /^sbtest\d+$/;

const existsAlready = 1007;
const unknownSchema = 1049;

export function createSchemaSql(name: string): string {
  return `CREATE DATABASE ${quotedName(name)}`;
}

export function dropSchemaSql(name: string): string {
  return `DROP DATABASE ${quotedName(name)}`;
}

/** @throws LatchkeyError as `query` does */
export async function schemaExists(session: Pick<ChangeSession, 'query'>, name: string): Promise<boolean> {
  return firstCell(await session.query(schemaSql(name))) !== null;
}

/** `_` is any character to LIKE; nothing else of a name of ours is special. */
function schemaSql(name: string): string {
  quotedName(name);
  return `SHOW DATABASES LIKE '${name.replaceAll('_', '\\_')}'`;
}

function tablesSql(name: string): string {
  return `SHOW TABLES FROM ${quotedName(name)}`;
}

/** Makes the schema of the entry unless that is done, noted on the disk before and after. @throws as `query`; write-failed, disk-full */
export async function createScratchSchema(gate: Gate): Promise<void> {
  for (const item of gate.scratchSchemas.filter(({ state }) => state === 'planned')) {
    await gate.advance(() => {
      item.state = 'setting';
    });
    try {
      await withWriting(
        (sql) => gate.send(sql),
        () => gate.send(createSchemaSql(item.name)),
      );
    } catch (error) {
      // One that was there, unseen, is someone else's: it must not be dropped.
      if (serverErrorNumber(error) === existsAlready) {
        await gate.advance(() => {
          item.state = 'planned';
        });
      }
      throw error;
    }
    await gate.advance(() => {
      item.state = 'set';
    });
  }
}

/**
 * Drops the schema of an entry and proves it. One that holds tables which no load of Latchkey makes is left, unless
 * forced. A refused statement is part of the result.
 * @returns the reason for which it is still there; null: it is gone
 * @throws LatchkeyError connection-lost
 */
export async function dropScratchSchema(
  gate: Gate,
  item: ScratchSchemaItem,
  force: boolean,
): Promise<string | null> {
  try {
    if (!(await exists(gate, item.name))) return null;
    if (item.deadMansSwitch === true) await dropEvent((sql) => gate.send(sql), item.name);
    const foreign = force ? [] : await foreignTables(gate, item.name);
    if (foreign.length > 0) {
      return `it holds tables that are not Latchkey's, among them ${foreign[0]}`;
    }
    await withWriting(
      (sql) => gate.send(sql),
      () => gate.send(dropSchemaSql(item.name), { timeoutMs: dropTimeoutMs }),
    );
    return (await exists(gate, item.name)) ? 'the server did not drop it' : null;
  } catch (error) {
    const failure: LatchkeyError = toLatchkeyError(error);
    if (failure.code === 'connection-lost') throw failure;
    return failure.message;
  }
}

/** A schema is not listed either where the account has lost its rights on it; asking for its tables shows. */
async function exists(gate: Gate, name: string): Promise<boolean> {
  if (firstCell(await gate.send(schemaSql(name))) !== null) return true;
  try {
    await gate.send(tablesSql(name));
    return true;
  } catch (error) {
    if (serverErrorNumber(error) === unknownSchema) return false;
    throw error;
  }
}

async function foreignTables(gate: Gate, name: string): Promise<string[]> {
  const tables: Table = await gate.send(tablesSql(name));
  return tables.rows.map(([table]) => String(table)).filter((table) => !loadTable.test(table));
}
