import { counted } from '../../shared/base/units';
import { readableSetting } from '../../shared/size-variables';

/** A value as the server holds it: a size as an option file writes it, with its bytes on hover. */
export function SettingValue({ variable, value }: { variable: string; value: string }) {
  const text = readableSetting(variable, value);
  return text === value ? value : <span title={counted(Number(value), 'byte')}>{text}</span>;
}
