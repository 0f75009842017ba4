import { variableFacts } from '../../knowledge/catalog/variable-catalog';
import type { Flavour, Hosting, VersionTriple } from '../../shared/server';

const poolSize = 'innodb_buffer_pool_size';
/** Settings that decide much, whose default is the same on every machine. */
const decisive = ['max_connections', 'tmp_table_size', 'max_heap_table_size'];
/** The redo log by its capacity, from MySQL 8.0.30 on, and by its files: these set the capacity where they are given. */
const redoCapacity = 'innodb_redo_log_capacity';
const redoFiles = ['innodb_log_file_size', 'innodb_log_files_in_group'];

/** What names the files and the port of a server stands in every option file, and in hardly an excerpt of one. */
const basics = ['datadir', 'socket', 'pid_file', 'basedir', 'port', 'server_id', 'log_error', 'bind_address'];
const fewest = 4;
const many = 10;

/** Whether settings that are shown of an option file are all of it, rather than those that somebody chose. */
export function isWholeFile(settings: ReadonlyMap<string, string>): boolean {
  return settings.size >= many || (settings.size >= fewest && basics.some((name) => settings.has(name)));
}

/**
 * The defaults of what a server starts without, where all that it starts with is known: an option file, the command of a
 * container. A service sets its own; so does `innodb_dedicated_server`.
 */
export function unsetSettings(
  variables: ReadonlyMap<string, string>,
  server: { flavour: Flavour; version: VersionTriple; possible?: unknown },
  hosting: Hosting,
): Map<string, string> {
  const isOurs = hosting === 'self' || hosting === 'unknown';
  const isWorkedOut = /^(?:on|1|)$/i.test(variables.get('innodb_dedicated_server') ?? 'off');
  if (!isOurs || isWorkedOut) return new Map();
  const defaultOf = (name: string) => variableFacts(name, server)?.defaultValue ?? null;
  const isRedoByFiles = redoFiles.some((name) => variables.has(name)) || defaultOf(redoCapacity) === null;
  const redo = variables.has(redoCapacity) ? [] : isRedoByFiles ? redoFiles : [redoCapacity];
  // Of these only the size of the buffer pool is the same in all versions that are in use.
  const names = server.possible === undefined ? [poolSize, ...redo, ...decisive] : [poolSize];
  return new Map(
    names.flatMap((name) => {
      const value = variables.has(name) ? null : defaultOf(name);
      return value === null ? [] : [[name, value] as const];
    }),
  );
}
