import { randomBytes } from 'node:crypto';
import { LatchkeyError } from '../../../shared/base/error';
import { type ChangeSession, serverErrorNumber } from '../session/change-session';
import { texts } from './texts';

/** Error of a SET that names a time zone which the server does not know. */
export const unknownTimeZoneError = 1298;

/**
 * A name that is no time zone on this server, for an assignment that must fail. Anybody who may write to
 * mysql.time_zone_name can make any name a zone, so the name is random, and this session proves that the server refuses
 * it before anything depends on that.
 * @param use what the name is for, as it shows in a list of statements
 * @throws LatchkeyError change-refused when the server takes the name; else as `query`
 */
export async function proveUnknownTimeZone(
  session: Pick<ChangeSession, 'query'>,
  use: string,
): Promise<string> {
  const name = `latchkey ${use} ${randomBytes(12).toString('hex')}`;
  try {
    await session.query(`SET SESSION time_zone = '${name}'`);
  } catch (error) {
    if (serverErrorNumber(error) === unknownTimeZoneError) return name;
    throw error;
  }
  throw new LatchkeyError('change-refused', texts.theServerTakesAnyName, {
    hint: texts.connectToTheServerItselfWithout,
  });
}
