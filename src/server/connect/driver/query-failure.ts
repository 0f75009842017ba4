import { type ErrorCode, LatchkeyError } from '../../../shared/base/error';
import { causeText, expiredPassword, readDriverError, ServerRefusal, sentence } from '../handshake/failure';
import { AnswerTooLarge } from './answer';
import { texts } from './texts';

/** Server errors that mean "this account may not". */
const privilegeErrors = [1044, 1045, 1095, 1142, 1143, 1227, 1345, 1370, 1419, 4061, 4062];
/** Statement stopped by a time limit or KILL QUERY: MySQL 3024, MariaDB 1969, both 1317. */
export const interruptedErrors: readonly number[] = [1317, 1969, 3024];

/** An error of a statement on an open connection. `sql` goes into the message in short form. */
export function queryFailure(thrown: unknown, sql: string): LatchkeyError {
  if (thrown instanceof LatchkeyError) return thrown;
  if (thrown instanceof AnswerTooLarge) return new LatchkeyError('too-large', thrown.message);
  const error = readDriverError(thrown);
  const short = sql.length > 120 ? `${sql.slice(0, 117)}...` : sql;
  if (error.errno === undefined || error.errno === 1053) {
    return new LatchkeyError('connection-lost', texts.theConnectionToTheServer, {
      hint: texts.theServerStoppedWasKilled,
      cause: causeText(error),
    });
  }
  if (error.errno === 1820) {
    const { message, hint } = expiredPassword;
    return new ServerRefusal('access-denied', message, error.errno, { hint, cause: causeText(error) });
  }
  const code: ErrorCode = privilegeErrors.includes(error.errno)
    ? 'privilege-missing'
    : interruptedErrors.includes(error.errno)
      ? 'timeout'
      : 'query-failed';
  return new ServerRefusal(code, `${sentence(error.message)} (server error ${error.errno})`, error.errno, {
    cause: `in: ${short}`,
  });
}
