import type { ASTNode } from '@marcbachmann/cel-js';
import { counted } from '../../shared/base/units';

/**
 * What one expression may hold. A rule of the packs that come with Latchkey stays far below; a rule that a user wrote
 * or downloaded must not hang or exhaust the analysis of the others.
 */
export const parserLimits = {
  maxAstNodes: 1000,
  maxDepth: 60,
  maxListElements: 200,
  maxMapEntries: 50,
  maxCallArguments: 8,
} as const;

/** Most steps that one evaluation of an expression may take. */
const stepsAllowed = 5000;
/** Most steps of all expressions of one rule together. */
export const ruleStepsAllowed = 50_000;

/** Macros whose result is no larger than the list they walk. */
const walkingMacros = new Set(['exists', 'exists_one', 'all', 'filter']);

/** Functions that could take arbitrary time or make a value grow without bound. */
const refused: Readonly<Record<string, string>> = {
  matches: 'matches() is not available, as some patterns take for ever; use startsWith, endsWith or contains',
  map: 'map() is not available, as lists could grow without bound',
  bind: 'cel.bind() is not available, as values could grow without bound',
};

/** Steps of one evaluation at most: every node once, and those of a macro once for each element of its list. */
export function expressionCost(root: ASTNode): { steps: number } | { problem: string } {
  const cost = new Cost();
  const steps = cost.of(root);
  if (cost.problem !== null) return { problem: cost.problem };
  if (steps > stepsAllowed) {
    return {
      problem: `it may take ${counted(steps, 'step')} to evaluate, more than the ${stepsAllowed} allowed`,
    };
  }
  return { steps };
}

class Cost {
  problem: string | null = null;

  of(node: ASTNode): number {
    switch (node.op) {
      case 'value':
      case 'id':
        return 1;
      case '.':
      case '.?':
        return 1 + this.of(node.args[0]);
      case '!_':
      case '-_':
        return 1 + this.of(node.args);
      case 'list':
        return 1 + this.#sum(node.args);
      case 'map':
        return 1 + this.#sum(node.args.flat());
      case 'call':
        return this.#call(node.args[0], node.args[1]);
      case 'rcall':
        return this.#methodCall(...node.args);
      default:
        return 1 + this.#sum(node.args);
    }
  }

  #call(name: string, parameters: readonly ASTNode[]): number {
    this.#refuse(name);
    return 1 + this.#sum(parameters);
  }

  #methodCall(name: string, on: ASTNode, parameters: readonly ASTNode[]): number {
    this.#refuse(name);
    const inside = this.#sum(parameters);
    const times = walkingMacros.has(name) ? this.#length(on, name) : 1;
    return 1 + this.of(on) + inside * times;
  }

  /** Elements that a macro walks at most; it is given only where the list is written out. */
  #length(node: ASTNode, macro: string): number {
    if (node.op === 'list') return node.args.length;
    if (node.op === 'rcall' && node.args[0] === 'filter') return this.#length(node.args[1], macro);
    this.problem ??= `${macro}() works on a list that is written out, as ["a", "b"]`;
    return 1;
  }

  #refuse(name: string): void {
    const why = refused[name];
    if (why !== undefined) this.problem ??= why;
  }

  #sum(nodes: readonly ASTNode[]): number {
    return nodes.reduce((total, node) => total + this.of(node), 0);
  }
}
