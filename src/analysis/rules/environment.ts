import { Environment } from '@marcbachmann/cel-js';
import { unitSchema, type Value } from '../../shared/analysis';
import { formatValue } from '../../shared/base/units';
import { parseVersion } from '../../shared/server';
import type { Bindings } from './bindings';
import { parserLimits } from './expression-limits';
import { type Namespace, namespaces, parseReference, type Reference } from './reference';

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

/** The known ones of some inputs as the CEL library reads them: by namespace and name. */
export function celValues(bindings: Bindings, references: readonly Reference[]): Record<Namespace, Values> {
  const values = {
    variable: new valueClasses.variable(),
    status: new valueClasses.status(),
    rate: new valueClasses.rate(),
    fact: new valueClasses.fact(),
    server: new valueClasses.server(),
    host: new valueClasses.host(),
    seconds: new valueClasses.seconds(),
  };
  for (const reference of references) {
    const value = bindings.valueOf(reference);
    if (value !== undefined) values[reference.namespace][reference.name] = value;
  }
  return values;
}

export const constants: Readonly<Record<string, number>> = {
  KiB: 1024,
  MiB: 1024 ** 2,
  GiB: 1024 ** 3,
};

type Plain = number | string | boolean;

/** A function of the house dialect. */
interface RuleFunction {
  name: string;
  /** Types of its one or two parameters: whoever calls it has looked. */
  takes: readonly InputType[];
  gives: InputType;
  compute(a: Plain, b?: Plain): Plain;
}

const ofNumber = (name: string, compute: (x: number) => number): RuleFunction => ({
  name,
  takes: ['double'],
  gives: 'double',
  compute: (a) => compute(Number(a)),
});
const ofNumbers = (name: string, compute: (x: number, y: number) => number): RuleFunction => ({
  name,
  takes: ['double', 'double'],
  gives: 'double',
  compute: (a, b) => compute(Number(a), Number(b)),
});

/** What expressions may call; `roundUp(x, step)`, `text(x, "bytes")` writes a number with its unit, `v("8.0.30")` compares with `server.version`. */
export const functions: readonly RuleFunction[] = [
  ofNumbers('min', Math.min),
  ofNumbers('max', Math.max),
  ofNumber('abs', Math.abs),
  ofNumber('round', Math.round),
  ofNumber('ceil', Math.ceil),
  ofNumber('floor', Math.floor),
  ofNumbers('roundUp', (x, step) => Math.ceil(x / step) * step),
  { name: 'lower', takes: ['string'], gives: 'string', compute: (text) => String(text).toLowerCase() },
  {
    name: 'text',
    takes: ['double', 'string'],
    gives: 'string',
    compute: (value, unit) => formatNumber(Number(value), String(unit)),
  },
  {
    name: 'v',
    takes: ['string'],
    gives: 'double',
    compute: (text) => versionNumber(parseVersion(String(text)) ?? [0, 0, 0]),
  },
];

/** What expressions are parsed and checked with. */
export interface RuleEnvironment {
  cel: Environment;
  /** The inputs that it knows, by full name. */
  types: Readonly<Record<string, InputType>>;
}

/**
 * A CEL environment that knows exactly the given inputs by their full names, each with its type; anything else is a type
 * error; with the constants KiB MiB GiB and `functions`.
 */
export function createEnvironment(types: Readonly<Record<string, InputType>>): RuleEnvironment {
  const environment = new Environment({ limits: parserLimits });
  for (const [name, value] of Object.entries(constants)) environment.registerConstant(name, 'double', value);
  for (const { name, takes, gives, compute } of functions) {
    environment.registerFunction(`${name}(${takes.join(', ')}): ${gives}`, compute);
  }
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
  return { cel: environment, types };
}

function formatNumber(value: number, unit: string): string {
  const parsed = unitSchema.safeParse(unit);
  return formatValue(value, parsed.success ? parsed.data : 'none');
}

/** Versions as one number, for comparisons in expressions: 8.0.30 is 80030, 10.11.19 is 101119. */
export function versionNumber([major, minor, patch]: readonly [number, number, number]): number {
  return major * 10_000 + minor * 100 + patch;
}
