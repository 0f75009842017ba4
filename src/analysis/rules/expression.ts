import type { Environment } from '@marcbachmann/cel-js';
import type { Value } from '../../shared/analysis';
import type { Bindings } from './environment';
import type { PreparedExpression } from './expression-text';
import type { Reference } from './reference';

/** A compiled expression: parsed and type-checked once, evaluated often. */
export interface Expression {
  source: string;
  references: Reference[];
  /** @throws when an input it needs is not bound; callers bind first and ask for what is missing. */
  evaluate(bindings: Bindings): Value;
}

export type ExpectedType = 'bool' | 'double' | 'any';

/** Compiles; returns the library's message when the expression is malformed or of the wrong type. */
export function compileExpression(
  environment: Environment,
  source: string,
  prepared: PreparedExpression,
  expected: ExpectedType,
): Expression | { problem: string } {
  try {
    const program = environment.parse(prepared.cel);
    const check = program.check();
    if (!check.valid) return { problem: firstLine(check.error) };
    if (expected !== 'any' && check.type !== expected && check.type !== 'dyn') {
      return { problem: `it must give a ${expected}, not a ${check.type}` };
    }
    return {
      source,
      references: prepared.references,
      evaluate: (bindings) => toValue(program(bindings)),
    };
  } catch (thrown) {
    return { problem: firstLine(thrown) };
  }
}

function toValue(result: unknown): Value {
  if (typeof result === 'bigint') return Number(result);
  if (typeof result === 'number' || typeof result === 'string' || typeof result === 'boolean') return result;
  return null;
}

function firstLine(thrown: unknown): string {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return message.split('\n', 1)[0] ?? message;
}
