import type { ASTNode } from '@marcbachmann/cel-js';
import { constants, functions, type InputType } from './environment';
import { namespaces } from './reference';

/** A plain expression as data, which the build keeps: a constant, or what is done and with what. */
export type PlainTree =
  | number
  | string
  | boolean
  /** The value of an input, or whether it is known, by its full name. */
  | readonly [op: '.' | 'has', name: string, type: InputType]
  | readonly [op: '!' | '-_', of: PlainTree]
  | readonly [op: '&&' | '||' | BinaryOperator, left: PlainTree, right: PlainTree]
  | readonly [op: '?:', condition: PlainTree, then: PlainTree, otherwise: PlainTree]
  | readonly [op: 'call', name: string, first: PlainTree, second?: PlainTree]
  | readonly [op: 'method', name: Method, on: PlainTree, parameter: PlainTree];

const binaryOperators = ['==', '!=', '<', '<=', '>', '>=', '+', '-', '*', '/'] as const;
export type BinaryOperator = (typeof binaryOperators)[number];
const methods = ['contains', 'startsWith', 'endsWith'] as const;
export type Method = (typeof methods)[number];

/**
 * What the CEL library parsed and type-checked as plain data. null: something in it is not plain (lists, macros).
 * @param types of the inputs, by full name, as the expression was checked with
 */
export function plainTree(root: ASTNode, types: Readonly<Record<string, InputType>>): PlainTree | null {
  return new Trees(types).of(root);
}

class Trees {
  readonly #types: Readonly<Record<string, InputType>>;

  constructor(types: Readonly<Record<string, InputType>>) {
    this.#types = types;
  }

  of(node: ASTNode): PlainTree | null {
    switch (node.op) {
      case 'value':
        return constant(node.args);
      case 'id':
        return constant(constants[node.args]);
      case '.':
        return this.#input('.', node);
      case '!_':
        return this.#unary('!', node.args);
      case '-_':
        return this.#unary('-_', node.args);
      case '&&':
      case '||':
        return this.#pair(node.op, node.args);
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

  #input(op: '.' | 'has', node: ASTNode): PlainTree | null {
    if (node.op !== '.') return null;
    const [of, name] = node.args;
    const namespace = of.op === 'id' ? namespaces.find((known) => known === of.args) : undefined;
    const full = `${namespace}.${name}`;
    const type = this.#types[full];
    return namespace === undefined || type === undefined ? null : [op, full, type];
  }

  #unary(op: '!' | '-_', node: ASTNode): PlainTree | null {
    const of = this.of(node);
    return of === null ? null : [op, of];
  }

  #pair(op: '&&' | '||' | BinaryOperator, [one, other]: readonly [ASTNode, ASTNode]): PlainTree | null {
    const left = this.of(one);
    const right = this.of(other);
    return left === null || right === null ? null : [op, left, right];
  }

  #ternary([condition, then, otherwise]: readonly [ASTNode, ASTNode, ASTNode]): PlainTree | null {
    const decides = this.of(condition);
    const yes = this.of(then);
    const no = this.of(otherwise);
    return decides === null || yes === null || no === null ? null : ['?:', decides, yes, no];
  }

  #binary({ op, args }: ASTNode): PlainTree | null {
    const operator = binaryOperators.find((known) => known === op);
    return operator === undefined || !isPair(args) ? null : this.#pair(operator, args);
  }

  #call(name: string, parameters: readonly ASTNode[]): PlainTree | null {
    const [first] = parameters;
    if (first === undefined) return null;
    if (name === 'has') return this.#input('has', first);
    const called = functions.find((known) => known.name === name);
    if (called === undefined || called.takes.length !== parameters.length) return null;
    const [one, two] = parameters.map((parameter) => this.of(parameter));
    if (one == null || two === null) return null;
    return two === undefined ? ['call', name, one] : ['call', name, one, two];
  }

  #method(name: string, on: ASTNode, parameters: readonly ASTNode[]): PlainTree | null {
    const method = methods.find((known) => known === name);
    const [parameter, ...others] = parameters;
    if (method === undefined || parameter === undefined || others.length > 0) return null;
    const text = this.of(on);
    const part = this.of(parameter);
    return text === null || part === null ? null : ['method', method, text, part];
  }
}

/** Infinity is none: data of the build are JSON. */
function constant(value: unknown): PlainTree | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' || typeof value === 'boolean' ? value : null;
}

function isPair(args: unknown): args is readonly [ASTNode, ASTNode] {
  return Array.isArray(args) && args.length === 2;
}
