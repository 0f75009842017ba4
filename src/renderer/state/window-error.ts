import type { ErrorDocument } from '../../shared/base/error';
import { inWindowWords } from '../../shared/window/window-words';

/** The hint in the words of the window; one that still names a flag is for the command line alone. */
export function forWindow(error: ErrorDocument): ErrorDocument {
  const { hint: given, ...rest } = error;
  const hint = given === undefined ? undefined : inWindowWords(given);
  return hint === undefined || hint.includes('--') ? rest : { ...rest, hint };
}
