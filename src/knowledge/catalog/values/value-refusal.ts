import { formatBytes } from '../../../shared/base/units';
import type { Setting } from '../../../shared/plan';
import type { VariableFacts } from '../variable-facts';
import { setRefusal } from './set-refusal';
import { storedValue } from './stored-value';
import { textRefusal } from './text-refusal';

/** What a 64-bit process can address on common hardware (47 bits): no buffer can be larger, and no file is meant to. */
const addressable = 2 ** 47;

/**
 * Numbers of which only some between the bounds are taken. MySQL manual, "innodb_page_size"; MySQL 5.6.24 does not start
 * with more than one mirrored log group.
 */
const onlySizes: Readonly<Record<string, readonly number[]>> = {
  innodb_page_size: [4096, 8192, 16_384, 32_768, 65_536],
  innodb_mirrored_log_groups: [1],
};

/**
 * Why a server would not take this value, as a sentence; null: it takes it, perhaps rounded or clamped
 * (`storedValue`). A server that finds such a value in an option file does not start.
 * @param present the value of this server, where it is known: it names switches that only this version has
 */
export function valueRefusal(
  facts: VariableFacts,
  requested: Setting,
  present: Setting = null,
): string | null {
  if (requested === null || isDefault(facts, requested)) return null;
  switch (facts.type) {
    case 'enum':
      return enumRefusal(facts, requested);
    case 'boolean':
      return typeof storedValue(facts, requested) === 'boolean'
        ? null
        : `"${String(requested)}" is neither ON nor OFF.`;
    case 'number':
    case 'integer':
    case 'size':
      return numberRefusal(facts, requested);
    case 'string':
      // MySQL up to 8.0 shows its switches as a text.
      return facts.name === 'optimizer_switch'
        ? setRefusal(facts, String(requested), present)
        : textRefusal(facts.name, String(requested));
    case 'set':
      return setRefusal(facts, String(requested), present);
  }
}

function isDefault({ defaultValue }: VariableFacts, requested: Setting): boolean {
  return defaultValue !== null && String(requested).toLowerCase() === defaultValue.toLowerCase();
}

function enumRefusal(facts: VariableFacts, requested: Setting): string | null {
  const { values, aliases } = facts;
  if (values === undefined) return 'Latchkey does not know which values this server takes for it.';
  const stored = String(storedValue(facts, requested));
  if (values.includes(stored) || Object.values(aliases ?? {}).includes(stored)) return null;
  return `"${String(requested)}" is none of its values: ${values.join(', ')}.`;
}

function numberRefusal(facts: VariableFacts, requested: Setting): string | null {
  const stored = storedValue(facts, requested);
  // Integers above 2^53 come back as decimal strings.
  const number = typeof stored === 'boolean' || stored === '' ? Number.NaN : Number(stored);
  if (!Number.isFinite(number)) return `"${String(requested)}" is not a number that it can hold.`;
  const sizes = onlySizes[facts.name]?.filter((size) => size <= (facts.max ?? size));
  if (sizes !== undefined && !sizes.includes(Number(requested))) {
    return `${String(requested)} is none of its values: ${sizes.join(', ')}.`;
  }
  const isLimit = Number(facts.defaultValue ?? 0) > addressable;
  if (facts.type === 'size' && !isLimit && number > addressable) {
    return `It is more than a server can address (${formatBytes(addressable)}).`;
  }
  return null;
}
