import type { Setting } from '../../shared/plan';
import { compareVersions } from '../../shared/server';
import { setRefusal } from '../catalog/values/set-refusal';
import { type StoringContext, storedValue } from '../catalog/values/stored-value';
import type { ServerKind, VariableFacts } from '../catalog/variable-facts';
import type { ServerRules } from './server-rules';

/** What a server makes of the text behind an option. Reasons are ends of sentences after the option's place. */
export type OptionValue =
  | { kind: 'set'; value: Setting; adjusted: boolean }
  /** Builds differ in what they do; `why` says it. */
  | { kind: 'unclear'; why: string }
  /** The server does not start. */
  | { kind: 'refused'; why: string };

/**
 * Reads a value as the server does at its start (mysys/my_getopt.c: setval, eval_num_suffix, get_bool_argument), and
 * clamps and rounds it as it then does. Not that of SET: there, sizes have no suffix.
 * @param text null: the option stands without a value
 */
export function optionValue(
  facts: VariableFacts,
  text: string | null,
  server: ServerKind,
  rules: ServerRules,
  context: StoringContext = {},
): OptionValue {
  switch (facts.type) {
    case 'boolean':
      return booleanValue(text);
    case 'enum':
      return enumValue(facts, text);
    case 'integer':
    case 'size':
      return integerValue(facts, text, server, rules, context);
    case 'number':
      return numberValue(facts, text, context);
    case 'string':
    case 'set':
      return textValue(facts, text, context);
  }
}

/** The names of a list are judged as those of SET; any other text is the server's own affair. */
function textValue(facts: VariableFacts, text: string | null, context: StoringContext): OptionValue {
  const isList = facts.type === 'set' || facts.name === 'optimizer_switch';
  const refusal = isList ? setRefusal(facts, text ?? '', context.present?.(facts.name) ?? null) : null;
  if (refusal === null) return { kind: 'set', value: text, adjusted: false };
  return {
    kind: 'refused',
    why: `has "${text ?? ''}", which the server refuses: ${refusal.replace(/\.$/, '')}`,
  };
}

function booleanValue(text: string | null): OptionValue {
  const lower = (text ?? '1').toLowerCase();
  if (['1', 'on', 'true'].includes(lower)) return { kind: 'set', value: true, adjusted: false };
  if (['0', 'off', 'false'].includes(lower)) return { kind: 'set', value: false, adjusted: false };
  return {
    kind: 'unclear',
    why: `has "${text ?? ''}" for a switch, which servers take for OFF or pass over; write ON or OFF`,
  };
}

/** An unambiguous beginning of a value will do, in any case, or its place in the list (typelib.c, find_type). */
function enumValue(facts: VariableFacts, text: string | null): OptionValue {
  const { values } = facts;
  const asked = text ?? '1';
  if (values === undefined) return { kind: 'unclear', why: 'has a value that Latchkey cannot judge' };
  const names = [...values, ...Object.keys(facts.aliases ?? {})];
  const lower = asked.toLowerCase();
  const exact = names.find((name) => name.toLowerCase() === lower);
  const beginning = names.filter((name) => name.toLowerCase().startsWith(lower));
  const meant = exact ?? (beginning.length === 1 && asked !== '' ? beginning[0] : undefined);
  if (meant !== undefined) return { kind: 'set', value: storedValue(facts, meant), adjusted: false };
  const byPlace = /^\d+$/.test(asked) ? values[Number(asked)] : undefined;
  if (byPlace !== undefined) return { kind: 'set', value: byPlace, adjusted: false };
  return { kind: 'refused', why: `has "${asked}", which is none of ${values.join(', ')}` };
}

const twoTo64 = 1n << 64n;

function integerValue(
  facts: VariableFacts,
  text: string | null,
  server: ServerKind,
  rules: ServerRules,
  context: StoringContext,
): OptionValue {
  if (text === null) return { kind: 'refused', why: 'needs a value' };
  const modernMysql = server.flavour !== 'mariadb' && compareVersions(server.version, [8, 0, 0]) >= 0;
  // 5.6.24 takes it for 0, 5.7.22 and later do not start.
  if (text === '' && server.flavour !== 'mariadb' && compareVersions(server.version, [5, 7, 0]) >= 0)
    return { kind: 'refused', why: 'has an empty value' };
  const match = /^[\t-\r ]*([+-]?)(\d*)([\s\S]?)/.exec(text);
  const [, sign = '', digits = '', suffix = ''] = match ?? [];
  const power = suffix === '' ? 0 : 1 + rules.suffixes.indexOf(suffix.toUpperCase());
  if (suffix !== '' && power === 0) {
    return {
      kind: 'refused',
      why: `has "${text}": "${suffix}" is no size suffix here (${[...rules.suffixes].join(', ')})`,
    };
  }
  const number = BigInt(digits === '' ? '0' : digits);
  const signed = facts.limits.min?.startsWith('-') === true;
  if (number >= twoTo64 || (signed && number >= twoTo64 / 2n)) {
    return { kind: 'refused', why: `has "${text}", which is more than 64 bits hold` };
  }
  if (sign === '-' && !signed && server.flavour === 'mariadb') {
    return { kind: 'refused', why: `has "${text}", but takes no negative values` };
  }
  const scaled = number << BigInt(power * 10);
  if (scaled >= twoTo64 && modernMysql) {
    return { kind: 'refused', why: `has "${text}", which is more than 64 bits hold` };
  }
  const requested = withSign(BigInt.asUintN(64, scaled), sign, signed, modernMysql);
  const value = storedValue(
    facts,
    requested <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(requested) : String(requested),
    context,
  );
  return { kind: 'set', value, adjusted: String(value) !== String(requested) };
}

/** Below zero, an unsigned number becomes 0 in MySQL 8 and later and a very large one before. */
function withSign(number: bigint, sign: string, signed: boolean, modernMysql: boolean): bigint {
  if (sign !== '-' || number === 0n) return number;
  if (signed) return -number;
  return modernMysql ? 0n : twoTo64 - number;
}

function numberValue(facts: VariableFacts, text: string | null, context: StoringContext): OptionValue {
  if (text === null) return { kind: 'refused', why: 'needs a value' };
  const requested = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(requested)) return { kind: 'refused', why: `has "${text}", which is no number` };
  const value = storedValue(facts, requested, context);
  return { kind: 'set', value, adjusted: String(value) !== String(requested) };
}
