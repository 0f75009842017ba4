import type { Bindings } from './bindings';
import { functions, type InputType } from './environment';
import type { BinaryOperator, Method, PlainTree } from './plain-tree';
import { parseReference, type Reference } from './reference';

/** An input is not known. */
export const missing: unique symbol = Symbol('missing');
/** What CEL itself has to say something of, as a rule an error: a value of another type than the catalogs say. */
export const doubt: unique symbol = Symbol('doubt');

export type PlainResult = number | string | boolean | typeof missing | typeof doubt;
export type PlainExpression = (bindings: Bindings) => PlainResult;

/**
 * An expression as functions over its inputs: what nearly every one comes to, numbers, texts and switches that are known or
 * not, without the generality of the CEL library, which takes ten times as long. The library has parsed and type-checked
 * it, and stays the reference: whatever is not plain in it (it has no tree) or in a value (`doubt`) is evaluated by it.
 */
export function plainExpression(tree: PlainTree): PlainExpression {
  if (typeof tree !== 'object') return () => tree;
  switch (tree[0]) {
    case '.':
      return input(tree[1], tree[2]);
    case 'has':
      return isKnown(tree[1], tree[2]);
    case '!':
      return mapped(plainExpression(tree[1]), (value) => (typeof value === 'boolean' ? !value : doubt));
    case '-_':
      return mapped(plainExpression(tree[1]), (value) => (typeof value === 'number' ? -value : doubt));
    case '&&':
      return logical(plainExpression(tree[1]), plainExpression(tree[2]), false);
    case '||':
      return logical(plainExpression(tree[1]), plainExpression(tree[2]), true);
    case '?:':
      return ternary(plainExpression(tree[1]), plainExpression(tree[2]), plainExpression(tree[3]));
    case 'call':
      return called(
        tree[1],
        plainExpression(tree[2]),
        tree[3] === undefined ? undefined : plainExpression(tree[3]),
      );
    case 'method':
      return ofTexts(methods[tree[1]], plainExpression(tree[2]), plainExpression(tree[3]));
    default:
      return ofPair(binary[tree[0]], plainExpression(tree[1]), plainExpression(tree[2]));
  }
}

function input(name: string, type: InputType): PlainExpression {
  return inputOf(referenceOf(name), type);
}

function referenceOf(name: string): Reference {
  const reference = parseReference(name);
  if (reference === null) throw new Error(`${name} does not name an input.`);
  return reference;
}

function inputOf(reference: Reference, type: InputType): PlainExpression {
  return (bindings) => {
    const value = bindings.valueOf(reference);
    if (value === undefined) return missing;
    return value !== null && isOf(type, value) ? value : doubt;
  };
}

function isKnown(name: string, type: InputType): PlainExpression {
  const reference = referenceOf(name);
  const read = inputOf(reference, type);
  return (bindings) => {
    const value = read(bindings);
    if (value === missing) return bindings.isDoubted?.(reference) === true ? missing : false;
    return value === doubt ? doubt : true;
  };
}

/** @param decisive the value that decides whatever the other side is. The other side may then be missing. */
function logical(first: PlainExpression, second: PlainExpression, decisive: boolean): PlainExpression {
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

function ternary(decides: PlainExpression, yes: PlainExpression, no: PlainExpression): PlainExpression {
  return (bindings) => {
    const holds = decides(bindings);
    if (holds === true) return yes(bindings);
    if (holds === false) return no(bindings);
    return holds === missing ? missing : doubt;
  };
}

function ofPair(
  compute: (a: Plainly, b: Plainly) => PlainResult,
  left: PlainExpression,
  right: PlainExpression,
): PlainExpression {
  return (bindings) => {
    const a = left(bindings);
    if (typeof a === 'symbol') return a;
    const b = right(bindings);
    return typeof b === 'symbol' ? b : compute(a, b);
  };
}

function called(name: string, one: PlainExpression, two: PlainExpression | undefined): PlainExpression {
  const found = functions.find((known) => known.name === name);
  if (found === undefined) throw new Error(`There is no function ${name}.`);
  const { takes, compute } = found;
  return (bindings) => {
    const a = one(bindings);
    const b = two?.(bindings);
    if (a === doubt || b === doubt) return doubt;
    if (a === missing || b === missing) return missing;
    const areOf = isOf(takes[0], a) && (b === undefined || isOf(takes[1], b));
    return areOf ? compute(a, b) : doubt;
  };
}

function ofTexts(
  method: (text: string, part: string) => boolean,
  text: PlainExpression,
  part: PlainExpression,
): PlainExpression {
  return (bindings) => {
    const a = text(bindings);
    const b = part(bindings);
    if (a === doubt || b === doubt) return doubt;
    if (a === missing || b === missing) return missing;
    return typeof a === 'string' && typeof b === 'string' ? method(a, b) : doubt;
  };
}

type Plainly = number | string | boolean;

function mapped(of: PlainExpression, compute: (value: Plainly) => PlainResult): PlainExpression {
  return (bindings) => {
    const value = of(bindings);
    return typeof value === 'symbol' ? value : compute(value);
  };
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

const binary: Readonly<Record<BinaryOperator, (a: Plainly, b: Plainly) => PlainResult>> = {
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

const methods: Readonly<Record<Method, (text: string, part: string) => boolean>> = {
  contains: (text, part) => text.includes(part),
  startsWith: (text, part) => text.startsWith(part),
  endsWith: (text, part) => text.endsWith(part),
};
