import type { ErrorDocument } from '../../shared/base/error';

/** Hints that name flags are for the command line. */
export function forWindow(error: ErrorDocument): ErrorDocument {
  const { hint, ...rest } = error;
  return hint === undefined || hint.includes('--') ? rest : { ...rest, hint };
}
