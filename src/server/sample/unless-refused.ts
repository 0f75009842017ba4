import { LatchkeyError } from '../../shared/base/error';

/** Null where the server refused, could not do it in time or answered too much; the sampler goes on without. */
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
