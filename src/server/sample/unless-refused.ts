import { LatchkeyError } from '../../shared/base/error';

/** Null where the server refused or could not do it in time; the sampler goes on without. */
export async function unlessRefused<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (
      error instanceof LatchkeyError &&
      ['query-failed', 'privilege-missing', 'timeout', 'too-large'].includes(error.code)
    ) {
      return null;
    }
    throw error;
  }
}
