import type { ASTNode } from '@marcbachmann/cel-js';
import type { Bindings } from './bindings';
import { constants, functions, type InputType } from './environment';
import { namespaces, type Reference, referenceTo } from './reference';

/** An input is not known. */
export const missing: unique symbol = Symbol('missing');
/** What CEL itself has to say something of, as a rule an error: a value of another type than the catalogs say. */
export const doubt: unique symbol = Symbol('doubt');

export type PlainResult = number | string | boolean | typeof missing | typeof doubt;
export type PlainExpression = (bindings: Bindings) => PlainResult;

/**
 * An expression as functions over its inputs: what nearly every one comes to, numbers, texts and switches that are known or
 * not, without the generality of the CEL library, which takes ten times as long. The library has parsed and type-checked
 * it, and stays the reference: whatever is not plain here, in the expression (null) or in a value (`doubt`), is evaluated by it.
 * @param types of the inputs, by full name, as the expression was checked with
 */
export function plainExpression(
  root: ASTNode,
  types: Readonly<Record<string, InputType>>,
): PlainExpression | null {
  return new Plain(types).of(root);
}

class Plain {
  readonly #types: Readonly<Record<string, InputType>>;

  constructor(types: Readonly<Record<string, InputType>>) {
    this.#types = types;
  }

  of(node: ASTNode): PlainExpression | null {
    switch (node.op) {
      case 'value':
        return constant(node.args);
      case 'id':
        return constant(constants[node.args]);
      case '.':
        return this.#input(node);
      case '!_':
        return mapped(this.of(node.args), (value) => (typeof value === 'boolean' ? !value : doubt));
      case '-_':
        return mapped(this.of(node.args), (value) => (typeof value === 'number' ? -value : doubt));
      case '&&':
        return this.#logical(node.args, false);
      case '||':
        return this.#logical(node.args, true);
      case '?:':
        return this.#ternary(node.args);
      case 'call':
        return this.#call(node.args[0], node.args[1]);
      case 'rcall':
        return this.#method(...node.args);
      default:
        return this.#binary(node);
    }
  }

  #input(node: ASTNode): PlainExpression | null {
    const input = this.#named(node);
    if (input === null) return null;
    const { reference, type } = input;
    return (bindings) => {
      const value = bindings.valueOf(reference);
      if (value === undefined) return missing;
      return value !== null && isOf(type, value) ? value : doubt;
    };
  }

  /** The input that a node is; null: it is something else. */
  #named(node: ASTNode): { reference: Reference; type: InputType } | null {
    if (node.op !== '.') return null;
    const [of, name] = node.args;
    const namespace = of.op === 'id' ? namespaces.find((known) => known === of.args) : undefined;
    if (namespace === undefined) return null;
    const reference = referenceTo(namespace, name);
    const type = this.#types[reference.text];
    return type === undefined ? null : { reference, type };
  }

  /** `decisive`: the value that decides whatever the other side is. The other side may then be missing. */
  #logical([left, right]: readonly [ASTNode, ASTNode], decisive: boolean): PlainExpression | null {
    const first = this.of(left);
    const second = this.of(right);
    if (first === null || second === null) return null;
    return (bindings) => {
      const one = first(bindings);
      if (one === decisive || one === doubt) return one;
      if (typeof one !== 'boolean' && one !== missing) return doubt;
      const other = second(bindings);
      if (other === decisive || other === doubt) return other;
      if (typeof other !== 'boolean' && other !== missing) return doubt;
      return one === missing ? missing : other;
    };
  }

  #ternary([condition, then, otherwise]: readonly [ASTNode, ASTNode, ASTNode]): PlainExpression | null {
    const decides = this.of(condition);
    const yes = this.of(then);
    const no = this.of(otherwise);
    if (decides === null || yes === null || no === null) return null;
    return (bindings) => {
      const holds = decides(bindings);
      if (holds === true) return yes(bindings);
      if (holds === false) return no(bindings);
      return holds === missing ? missing : doubt;
    };
  }

  #binary({ op, args }: ASTNode): PlainExpression | null {
    const compute = binary[op];
    if (compute === undefined || !isPair(args)) return null;
    const left = this.of(args[0]);
    const right = this.of(args[1]);
    if (left === null || right === null) return null;
    return (bindings) => {
      const a = left(bindings);
      if (typeof a === 'symbol') return a;
      const b = right(bindings);
      return typeof b === 'symbol' ? b : compute(a, b);
    };
  }

  #call(name: string, parameters: readonly ASTNode[]): PlainExpression | null {
    const [first] = parameters;
    if (name === 'has' && first !== undefined) return this.#known(first);
    const called = functions.find((known) => known.name === name);
    if (called === undefined || called.takes.length !== parameters.length) return null;
    const [one, two] = parameters.map((parameter) => this.of(parameter));
    const { takes, compute } = called;
    if (one == null || two === null) return null;
    return (bindings) => {
      const a = one(bindings);
      const b = two?.(bindings);
      if (a === doubt || b === doubt) return doubt;
      if (a === missing || b === missing) return missing;
      const areOf = isOf(takes[0], a) && (b === undefined || isOf(takes[1], b));
      return areOf ? compute(a, b) : doubt;
    };
  }

  #known(node: ASTNode): PlainExpression | null {
    const named = this.#named(node);
    const input = this.#input(node);
    if (named === null || input === null) return null;
    const { text } = named.reference;
    return (bindings) => {
      const value = input(bindings);
      if (value === missing) return bindings.doubted?.has(text) === true ? missing : false;
      return value === doubt ? doubt : true;
    };
  }

  #method(name: string, on: ASTNode, parameters: readonly ASTNode[]): PlainExpression | null {
    const method = methods.get(name);
    const [parameter, ...others] = parameters;
    if (method === undefined || parameter === undefined || others.length > 0) return null;
    const text = this.of(on);
    const part = this.of(parameter);
    if (text === null || part === null) return null;
    return (bindings) => {
      const a = text(bindings);
      const b = part(bindings);
      if (a === doubt || b === doubt) return doubt;
      if (a === missing || b === missing) return missing;
      return typeof a === 'string' && typeof b === 'string' ? method(a, b) : doubt;
    };
  }
}

type Plainly = number | string | boolean;

function constant(value: unknown): PlainExpression | null {
  if (typeof value !== 'number' && typeof value !== 'string' && typeof value !== 'boolean') return null;
  return () => value;
}

function mapped(
  of: PlainExpression | null,
  compute: (value: Plainly) => PlainResult,
): PlainExpression | null {
  if (of === null) return null;
  return (bindings) => {
    const value = of(bindings);
    return typeof value === 'symbol' ? value : compute(value);
  };
}

function isPair(args: unknown): args is readonly [ASTNode, ASTNode] {
  return Array.isArray(args) && args.length === 2;
}

/** Whether a value has the type that the catalogs say. */
function isOf(type: InputType | undefined, value: Plainly): boolean {
  switch (type) {
    case 'double':
      return typeof value === 'number';
    case 'bool':
      return typeof value === 'boolean';
    case 'string':
      return typeof value === 'string';
    default:
      return type === 'dyn';
  }
}

const numbers =
  (compute: (a: number, b: number) => number) =>
  (a: Plainly, b: Plainly): PlainResult =>
    typeof a === 'number' && typeof b === 'number' ? compute(a, b) : doubt;

/** Numbers with numbers, texts with texts. */
const ordered =
  (holds: (a: number | string, b: number | string) => boolean) =>
  (a: Plainly, b: Plainly): PlainResult =>
    (typeof a === 'number' && typeof b === 'number') || (typeof a === 'string' && typeof b === 'string')
      ? holds(a, b)
      : doubt;

const alike =
  (whenEqual: boolean) =>
  (a: Plainly, b: Plainly): PlainResult =>
    typeof a === typeof b ? (a === b) === whenEqual : doubt;

const binary: Readonly<Record<string, (a: Plainly, b: Plainly) => PlainResult>> = {
  '==': alike(true),
  '!=': alike(false),
  '<': ordered((a, b) => a < b),
  '<=': ordered((a, b) => a <= b),
  '>': ordered((a, b) => a > b),
  '>=': ordered((a, b) => a >= b),
  '+': (a, b) => (typeof a === 'string' && typeof b === 'string' ? a + b : numbers((x, y) => x + y)(a, b)),
  '-': numbers((a, b) => a - b),
  '*': numbers((a, b) => a * b),
  '/': numbers((a, b) => a / b),
};

const methods: ReadonlyMap<string, (text: string, part: string) => boolean> = new Map([
  ['contains', (text: string, part: string) => text.includes(part)],
  ['startsWith', (text: string, part: string) => text.startsWith(part)],
  ['endsWith', (text: string, part: string) => text.endsWith(part)],
]);
