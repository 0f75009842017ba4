import { variableFacts } from '../../knowledge/catalog/variable-catalog';
import type { Unit, Value } from '../../shared/analysis';
import type { FleetEntry } from '../../shared/fleet';
import { parseSettingText, sameSetting } from '../facts/inputs/setting';

/** A setting of one server, typed by the catalog. */
export interface ReadSetting {
  value: string;
  shown: Value;
  unit: Unit;
  /** Whether nobody set it: by what the server says, else by the default of its version. */
  isDefault: boolean;
}

/** @param value as the server prints it */
export function readSetting(
  variable: string,
  value: string,
  { server, set }: Pick<FleetEntry, 'server' | 'set'>,
): ReadSetting {
  const facts = variableFacts(variable, server);
  const shown = parseSettingText(value, facts?.type);
  const usual = facts?.defaultValue == null ? null : parseSettingText(facts.defaultValue, facts.type);
  const isUsual = usual !== null && sameSetting(usual, shown);
  return {
    value,
    shown,
    unit: facts?.unit ?? 'none',
    isDefault: isUsual || (set !== null && !set.includes(variable)),
  };
}
