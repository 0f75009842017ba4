import { LatchkeyError } from '../shared/base/error';
import { texts } from './texts';

/** The refusal of a password that stands in the arguments. */
export function passwordVisible(where: string): LatchkeyError {
  return new LatchkeyError('usage', texts.aPasswordIsRefusedEvery(where), {
    hint: texts.toUsePasswordToBeAsked,
  });
}
