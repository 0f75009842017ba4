import { managedRefusal } from '../../knowledge/catalog/managed-hosting';
import { withinManagedRange } from '../../knowledge/catalog/managed-ranges';
import type { Advice, Unit, Value } from '../../shared/analysis';
import { sameSetting } from '../facts/inputs/setting';
import { type Bindings, withValues } from './bindings';
import { versionNumber } from './environment';
import type { Expression } from './expression';
import type { InputSource } from './input-source';
import type { CompiledAdvice, Rule } from './rule-set';
import { evaluateOrNull } from './template';
import { presumedText } from './withheld';

/** An advice of a rule, with what it comes to on a server. */
export interface GivenAdvice {
  item: CompiledAdvice;
  advice: Advice[];
}

/** The advice of a rule whose condition holds. */
export function adviceGiven(
  { advice }: Rule,
  source: InputSource,
  bindings: Bindings,
  unitOf: (expression: Expression) => Unit,
): GivenAdvice[] {
  return advice.map((item) => ({ item, advice: adviceOf(item, bindings, source, unitOf) }));
}

/** What a managed service fixes or ignores is no advice there; that it would help is still worth saying. */
export function takenHere(given: readonly GivenAdvice[], { server }: InputSource): Advice[] {
  return given
    .flatMap((one) => one.advice)
    .filter(({ variable }) => managedRefusal(variable, server.hosting) === null);
}

/** Advice that this server can take and does not follow already; nothing where an input of the value is unknown. */
function adviceOf(
  item: CompiledAdvice,
  bindings: Bindings,
  source: InputSource,
  unitOf: (expression: Expression) => Unit,
): Advice[] {
  const read = adviceWith(item, bindings, source, unitOf);
  if (read.length > 0) return read;
  const presumed = source.presuming?.(item.variable) ?? null;
  if (presumed === null || (presumed.value === null && item.sizing === null)) return [];
  const presuming = withValues(bindings, new Map([[`variable.${item.variable}`, presumed.value]]));
  return adviceWith(item, presuming, presumed.source, unitOf).map((advice) => ({
    ...advice,
    presumed: presumedText(advice, source.server),
  }));
}

function adviceWith(
  item: CompiledAdvice,
  bindings: Bindings,
  source: InputSource,
  unitOf: (expression: Expression) => Unit,
): Advice[] {
  const proposed = agreedValue(item, bindings, source);
  if (proposed === null || (typeof proposed === 'number' && !Number.isFinite(proposed))) return [];
  const setting = source.store(item.variable, requestedSetting(offered(item.variable, proposed, source)));
  if (setting === undefined || sameSetting(setting.stored, setting.current)) return [];
  return [
    {
      variable: item.variable,
      current: setting.current,
      proposed: setting.stored,
      unit: setting.unit,
      scope: setting.scope,
      dynamic: setting.dynamic,
      restart: !setting.dynamic,
      stopWhen: item.stopWhen,
      memoryEffect: item.memoryEffect?.render(bindings, unitOf) || null,
      risk: item.risk,
      sideEffects: item.sideEffects,
    },
  ];
}

/** A value as written by the rule, within what the service takes; a sized one is already. */
function offered(variable: string, proposed: Value, source: InputSource): Value {
  const range = source.range(variable);
  return range === null || typeof proposed !== 'number' ? proposed : withinManagedRange(range, proposed);
}

/** The value that is proposed on each server that this may be; null: none, or they differ. */
function agreedValue(item: CompiledAdvice, bindings: Bindings, source: InputSource): Value {
  const { possible } = source.server;
  const each = possible?.map(({ flavour, version }) =>
    withValues(
      bindings,
      new Map<string, Value>([
        ['server.flavour', flavour],
        ['server.version', versionNumber(version)],
      ]),
    ),
  );
  const [first = null, ...others] = (each ?? [bindings]).map((on) =>
    item.if === null || evaluateOrNull(item.if, on) === true ? proposedBy(item, on, source) : null,
  );
  return others.every((value) => value === first) ? first : null;
}

/** The value as written, or the one that the need comes to; null: none, or an input of it is unknown. */
function proposedBy(
  { propose, sizing, variable }: CompiledAdvice,
  bindings: Bindings,
  source: InputSource,
): Value {
  const value = evaluateOrNull(propose, bindings);
  if (sizing === null || typeof value !== 'number') return sizing === null ? value : null;
  const atMost = sizing.atMost === null ? null : evaluateOrNull(sizing.atMost, bindings);
  const inForce = sizing.inForce === null ? null : evaluateOrNull(sizing.inForce, bindings);
  if (sizing.atMost !== null && typeof atMost !== 'number') return null;
  return source.size(variable, {
    need: value,
    atMost: typeof atMost === 'number' ? atMost : null,
    inForce: typeof inForce === 'number' ? inForce : null,
    direction: sizing.direction,
  });
}

/** Option files and SET take whole numbers for sizes and counts; the server rounds further. */
function requestedSetting(value: Value): Value {
  return typeof value === 'number' && Math.abs(value) >= 1000 ? Math.round(value) : value;
}
