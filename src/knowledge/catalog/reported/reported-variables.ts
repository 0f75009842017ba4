import { z } from 'zod';
import { defined } from '../../../shared/base/defined';

/** Above 2^53 a bound is decimal digits in the file and a bigint in memory, so that it stays exact. */
const boundSchema = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^-?\d+$/)
      .transform(BigInt),
  ])
  .exactOptional();

/**
 * What one server reports of one of its variables: by `information_schema.SYSTEM_VARIABLES` (MariaDB), by
 * `performance_schema.variables_metadata`, the type of `SELECT @@x`, trial SETs and the options that
 * `mysqld --verbose --help` makes of values out of bounds (MySQL).
 */
const reportedVariableSchema = z.strictObject({
  /** Counts and sizes are both `integer` to a server. */
  type: z.enum(['integer', 'number', 'boolean', 'enum', 'string', 'set']),
  scope: z.enum(['global', 'session', 'both']),
  dynamic: z.boolean(),
  /** Compiled-in default; absent where it is worked out at start, or belongs to the installation. */
  value: z.string().exactOptional(),
  min: boundSchema,
  max: boundSchema,
  /** Values are rounded down to a multiple of it; absent: every value is kept. */
  block: z.number().exactOptional(),
  /** Values of an enum in the server's order; names that a set is made of. */
  values: z.array(z.string()).readonly().exactOptional(),
});
export type ReportedVariable = z.infer<typeof reportedVariableSchema>;

/** Every variable that one live server reports, by name. Made by `scripts/catalog/collect-variables.ts`. */
const reportedVariablesSchema = z.strictObject({
  version: z.tuple([z.int(), z.int(), z.int()]).readonly(),
  variables: z.record(z.string(), reportedVariableSchema),
});
export type ReportedVariables = z.infer<typeof reportedVariablesSchema>;

/**
 * What a file beside this one holds, `mysql97.json`, with every check.
 * @throws ZodError where the file is not as `scripts/catalog/collect-variables.ts` writes it
 * @internal exported to the test of the files
 */
export function checkReportedVariables(json: unknown): ReportedVariables {
  return reportedVariablesSchema.parse(json);
}

// A test holds every file against the schema: checking thousands of variables at each start takes longer than most commands.
const asWritten = z.custom<ReportedFile>((value) => typeof value === 'object' && value !== null);
type ReportedFile = z.input<typeof reportedVariablesSchema>;

/** What one server reports, read variable by variable: a short command asks after a few of thousands. */
export interface ReportedServer {
  version: ReportedVariables['version'];
  names(): string[];
  has(name: string): boolean;
  /** undefined: the server has no such variable. */
  variable(name: string): ReportedVariable | undefined;
}

/** The same without the checks: only large bounds are made into numbers. */
export function readReportedVariables(json: unknown): ReportedServer {
  const { version, variables } = asWritten.parse(json);
  const read = new Map<string, ReportedVariable>();
  const has = (name: string) => Object.hasOwn(variables, name);
  return {
    version,
    names: () => Object.keys(variables),
    has,
    variable: (name) => {
      const known = read.get(name);
      const written = has(name) ? variables[name] : undefined;
      if (known !== undefined || written === undefined) return known;
      const { min, max, ...variable } = written;
      const one = { ...variable, ...defined({ min: bound(min), max: bound(max) }) };
      read.set(name, one);
      return one;
    },
  };
}

function bound(written: number | string | undefined): number | bigint | undefined {
  return typeof written === 'string' ? BigInt(written) : written;
}
