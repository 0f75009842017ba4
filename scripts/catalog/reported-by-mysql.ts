import type { ReportedVariable } from '../../src/knowledge/catalog/reported/reported-variables.ts';
import { fractionBounds, integerBounds, namedValues, type OptionTrials } from './option-trials.ts';
import { exactNumber } from './reported-by-mariadb.ts';
import type { ServerSession } from './server-session.ts';

// errmsg-utf8.txt: ER_LOCAL_VARIABLE, ER_GLOBAL_VARIABLE, ER_INCORRECT_GLOBAL_LOCAL_VAR.
const sessionOnly = 1228;
const globalOnly = 1229;
const readOnly = 1238;

/** Every variable of a MySQL server, by its lists, its metadata (9.x) and trials. */
export async function reportedByMysql(
  session: ServerSession,
  trials: OptionTrials,
): Promise<Map<string, ReportedVariable>> {
  const globals = new Map(await pairs(session, 'SHOW GLOBAL VARIABLES'));
  const locals = new Map(await pairs(session, 'SHOW SESSION VARIABLES'));
  const metadata = await metadataOf(session);
  const variables = new Map<string, ReportedVariable>();
  for (const name of new Set([...globals.keys(), ...locals.keys()])) {
    const { scope, dynamic } = await reach(session, name, globals.has(name));
    const value = globals.get(name);
    const shape = await shapeOf(session, trials, name, scope, metadata.get(name));
    const option = trials.defaults.get(name);
    // An integer that the server shows otherwise than it read it (-1, 0 for "as many as needed") was worked out.
    const workedOut = shape.type === 'integer' && /^-?\d+$/.test(option ?? '') && option !== value;
    variables.set(name, { ...shape, scope, dynamic, ...(value === undefined || workedOut ? {} : { value }) });
  }
  return variables;
}

async function pairs(session: ServerSession, sql: string): Promise<[string, string][]> {
  return (await session.rows(sql)).map(([name, value]) => [String(name).toLowerCase(), value ?? '']);
}

interface Metadata {
  type: string;
  min: string;
  max: string;
}

async function metadataOf(session: ServerSession): Promise<Map<string, Metadata>> {
  const sql =
    'SELECT VARIABLE_NAME, DATA_TYPE, MIN_VALUE, MAX_VALUE FROM performance_schema.variables_metadata';
  if ((await session.errorOf(sql)) !== 0) return new Map();
  return new Map(
    (await session.rows(sql)).map(([name, type, min, max]) => [
      String(name).toLowerCase(),
      { type: type ?? '', min: min ?? '', max: max ?? '' },
    ]),
  );
}

/** Scope and whether SET changes it, by setting it to what it is. */
async function reach(
  session: ServerSession,
  name: string,
  isGlobal: boolean,
): Promise<Pick<ReportedVariable, 'scope' | 'dynamic'>> {
  if (!isGlobal) {
    return {
      scope: 'session',
      dynamic: (await session.errorOf(`SET SESSION ${name} = @@SESSION.${name}`)) !== readOnly,
    };
  }
  const error = await session.errorOf(`SET GLOBAL ${name} = @@GLOBAL.${name}`);
  if (error === sessionOnly) {
    return {
      scope: 'session',
      dynamic: (await session.errorOf(`SET SESSION ${name} = @@SESSION.${name}`)) !== readOnly,
    };
  }
  if (error === readOnly) {
    const local = await session.errorOf(`SELECT @@SESSION.${name}`);
    return { scope: local === 0 ? 'both' : 'global', dynamic: false };
  }
  const local = await session.errorOf(`SET SESSION ${name} = @@GLOBAL.${name}`);
  return { scope: local === globalOnly ? 'global' : 'both', dynamic: true };
}

async function shapeOf(
  session: ServerSession,
  trials: OptionTrials,
  name: string,
  scope: ReportedVariable['scope'],
  metadata: Metadata | undefined,
): Promise<Pick<ReportedVariable, 'type' | 'min' | 'max' | 'block' | 'values'>> {
  const kind = await session
    .kindOf(`@@${scope === 'session' ? 'SESSION' : 'GLOBAL'}.${name}`)
    .catch(() => 'string');
  if (kind === 'boolean') return { type: 'boolean' };
  if (kind === 'number') {
    const { min, max } = fractionBounds(trials, name);
    return { type: 'number', ...bounds(min, max) };
  }
  if (kind === 'signed' || kind === 'unsigned') {
    const { min, max, block } = adjustedToTheMachine.has(name)
      ? {}
      : (trials.defaults.has(name) && !boundedBySet.has(name)) || scope === 'session'
        ? integerBounds(trials, name, kind === 'signed')
        : await boundsBySet(session, name);
    const reported = metadata?.type === 'Integer' ? metadata : undefined;
    return {
      type: 'integer',
      ...bounds(reported?.min ?? min, reported?.max ?? max),
      ...(block === undefined ? {} : { block }),
    };
  }
  const named = namedValues(trials, name) ?? (await namedInSession(session, name, metadata));
  // InnoDB's enums are strings to the metadata.
  const type = metadata === undefined || metadata.type === 'String' ? named?.type : setOrEnum(metadata.type);
  const values = named?.values ?? [];
  // Without its list an enum is a text of which nothing is known.
  if (values.length === 0) return { type: type === 'set' ? 'set' : 'string' };
  return { type: type ?? 'string', values };
}

/** Options whose bounds show only in what SET makes of too little and too much. */
const boundedBySet: ReadonlySet<string> = new Set([
  ...['innodb_fill_factor', 'log_warnings', 'query_cache_min_res_unit'],
]);

/** Bounds of a global integer that is no option, by what SET makes of too little and too much. */
async function boundsBySet(
  session: ServerSession,
  name: string,
): Promise<{ min?: string; max?: string; block?: number }> {
  const stored = async (value: string) => {
    if ((await session.errorOf(`SET GLOBAL ${name} = ${value}`)) !== 0) return undefined;
    const [[text] = []] = await session.rows(`SELECT @@GLOBAL.${name}`);
    return text ?? undefined;
  };
  const [[before] = []] = await session.rows(`SELECT @@GLOBAL.${name}`);
  const min = await stored('-1');
  const max = await stored('18446744073709551615');
  await session.errorOf(`SET GLOBAL ${name} = ${before}`);
  return min === undefined || max === undefined || BigInt(min) >= BigInt(max) ? {} : { min, max };
}

/** Values of an enum that is no option, by setting each number in turn. */
async function namedInSession(
  session: ServerSession,
  name: string,
  metadata: Metadata | undefined,
): Promise<{ type: 'enum'; values: string[] } | undefined> {
  if (metadata?.type !== 'Enumeration') return undefined;
  const values: string[] = [];
  while (values.length < 64 && (await session.errorOf(`SET SESSION ${name} = ${values.length}`)) === 0) {
    const [[value] = []] = await session.rows(`SELECT @@SESSION.${name}`);
    values.push(value ?? '');
  }
  await session.errorOf(`SET SESSION ${name} = DEFAULT`);
  return values.length === 0 ? undefined : { type: 'enum', values };
}

function setOrEnum(reported: string): 'set' | 'enum' {
  return reported === 'Set' ? 'set' : 'enum';
}

/** Held within each other and the limit of open files, already while options are read. */
const adjustedToTheMachine: ReadonlySet<string> = new Set([
  ...['max_connections', 'table_open_cache', 'table_definition_cache', 'open_files_limit'],
  ...['back_log', 'thread_cache_size', 'host_cache_size'],
]);

function bounds(min: string | undefined, max: string | undefined): Pick<ReportedVariable, 'min' | 'max'> {
  return {
    ...(min ? { min: exactNumber(min) } : {}),
    ...(max ? { max: exactNumber(max) } : {}),
  };
}
