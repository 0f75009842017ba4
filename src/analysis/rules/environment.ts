import { Environment } from '@marcbachmann/cel-js';
import { unitSchema, type Value } from '../../shared/analysis';
import { formatValue } from '../../shared/base/units';
import { parseVersion } from '../../shared/server';
import { parserLimits } from './expression-limits';
import { type Namespace, namespaces, parseReference } from './reference';

/** CEL types that an input may have; `dyn` where servers differ. */
export type InputType = 'double' | 'bool' | 'string' | 'dyn';

/** Holds the values of one namespace while an expression runs. One class each: CEL shows types by constructor. */
class Values {
  [name: string]: Value;
}
const valueClasses = {
  variable: class VariableValues extends Values {},
  status: class StatusValues extends Values {},
  rate: class RateValues extends Values {},
  fact: class FactValues extends Values {},
  server: class ServerValues extends Values {},
  host: class HostValues extends Values {},
  seconds: class SecondsValues extends Values {},
} as const satisfies Record<Namespace, new () => Values>;

/** The values that an expression sees; a name that is not set is unknown. */
export type Bindings = Record<Namespace, Values>;

export function emptyBindings(): Bindings {
  return {
    variable: new valueClasses.variable(),
    status: new valueClasses.status(),
    rate: new valueClasses.rate(),
    fact: new valueClasses.fact(),
    server: new valueClasses.server(),
    host: new valueClasses.host(),
    seconds: new valueClasses.seconds(),
  };
}

/** The same with these values of `server.x`. */
export function withServer(bindings: Bindings, values: Readonly<Record<string, Value>>): Bindings {
  return { ...bindings, server: Object.assign(new valueClasses.server(), bindings.server, values) };
}

/**
 * A CEL environment that knows exactly the given inputs by their full names, each with its type; anything else is a type
 * error.
 * Constants KiB MiB GiB; functions min, max, abs, round, ceil, floor, roundUp(x, step), lower(text),
 * text(x, "bytes"), which writes a number with its unit, and v("8.0.30"), which compares with `server.version`.
 */
export function createEnvironment(types: Readonly<Record<string, InputType>>): Environment {
  const environment = new Environment({ limits: parserLimits })
    .registerConstant('KiB', 'double', 1024)
    .registerConstant('MiB', 'double', 1024 ** 2)
    .registerConstant('GiB', 'double', 1024 ** 3)
    .registerFunction('min(double, double): double', Math.min)
    .registerFunction('max(double, double): double', Math.max)
    .registerFunction('abs(double): double', Math.abs)
    .registerFunction('round(double): double', Math.round)
    .registerFunction('ceil(double): double', Math.ceil)
    .registerFunction('floor(double): double', Math.floor)
    .registerFunction(
      'roundUp(double, double): double',
      (x: number, step: number) => Math.ceil(x / step) * step,
    )
    .registerFunction('lower(string): string', (text: string) => text.toLowerCase())
    .registerFunction('text(double, string): string', formatNumber)
    .registerFunction('v(string): double', (text: string) => versionNumber(parseVersion(text) ?? [0, 0, 0]));
  environment.registerVariable('asked', 'map<string, bool>');
  const inputs = Object.entries(types).map(([text, type]) => ({ reference: parseReference(text), type }));
  for (const namespace of namespaces) {
    const fields: Record<string, InputType> = {};
    for (const { reference, type } of inputs) {
      if (reference?.namespace === namespace) fields[reference.name] = type;
    }
    const typeName = `${namespace.charAt(0).toUpperCase()}${namespace.slice(1)}Values`;
    environment.registerType(typeName, { ctor: valueClasses[namespace], fields });
    environment.registerVariable(namespace, typeName);
  }
  return environment;
}

function formatNumber(value: number, unit: string): string {
  const parsed = unitSchema.safeParse(unit);
  return formatValue(value, parsed.success ? parsed.data : 'none');
}

/** Versions as one number, for comparisons in expressions: 8.0.30 is 80030, 10.11.19 is 101119. */
export function versionNumber([major, minor, patch]: readonly [number, number, number]): number {
  return major * 10_000 + minor * 100 + patch;
}
