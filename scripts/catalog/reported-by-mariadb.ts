import type { ReportedVariable } from '../../src/knowledge/catalog/reported/reported-variables.ts';
import type { ServerSession } from './server-session.ts';

// errmsg-utf8.txt: ER_LOCAL_VARIABLE, ER_INCORRECT_GLOBAL_LOCAL_VAR.
const sessionOnly = 1228;
const readOnly = 1238;

/** Every variable as `information_schema.SYSTEM_VARIABLES` describes it. */
export async function reportedByMariadb(session: ServerSession): Promise<Map<string, ReportedVariable>> {
  const rows = await session.rows(
    `SELECT LOWER(VARIABLE_NAME), VARIABLE_TYPE, VARIABLE_SCOPE, READ_ONLY, DEFAULT_VALUE, NUMERIC_MIN_VALUE,
       NUMERIC_MAX_VALUE, NUMERIC_BLOCK_SIZE, ENUM_VALUE_LIST FROM information_schema.SYSTEM_VARIABLES`,
  );
  const reported = new Map<string, ReportedVariable>(
    rows.map(([name, type, scope, readOnly, value, min, max, block, values]) => {
      // An enum without a list (character sets, storage engines) takes what the installation has: a text.
      const reported = type === 'ENUM' && !values ? 'string' : typeOf(type ?? '');
      const numeric = reported === 'integer' || reported === 'number';
      return [
        name ?? '',
        {
          type: reported,
          scope: scope === 'GLOBAL' ? 'global' : scope === 'SESSION' ? 'both' : 'session',
          dynamic: readOnly === 'NO',
          ...(value === null || value === undefined ? {} : { value }),
          ...(numeric && min ? { min: exactNumber(min) } : {}),
          ...(numeric && max ? { max: exactNumber(max) } : {}),
          ...(reported === 'integer' && Number(block) > 1 ? { block: Number(block) } : {}),
          ...((reported === 'enum' || reported === 'set') && values ? { values: values.split(',') } : {}),
        },
      ];
    }),
  );
  for (const [name, variable] of reported) {
    // Some session variables have a global value that nobody can set (sql_log_bin).
    if (variable.scope !== 'both' || !variable.dynamic) continue;
    const error = await session.errorOf(`SET GLOBAL ${name} = @@GLOBAL.${name}`);
    if (error === readOnly || error === sessionOnly) reported.set(name, { ...variable, scope: 'session' });
  }
  return reported;
}

function typeOf(reported: string): ReportedVariable['type'] {
  if (reported === 'BOOLEAN') return 'boolean';
  if (reported === 'ENUM') return 'enum';
  if (reported === 'SET' || reported === 'FLAGSET') return 'set';
  if (reported === 'DOUBLE') return 'number';
  return reported.includes('INT') ? 'integer' : 'string';
}

/** Integers above 2^53 stay exact as bigints. */
export function exactNumber(text: string): number | bigint {
  const number = Number(text);
  return /^-?\d+$/.test(text) && !Number.isSafeInteger(number) ? BigInt(text) : number;
}
