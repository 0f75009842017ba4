import { LatchkeyError } from '../../../shared/base/error';
import type { Reason } from '../../../shared/reason';

/** Thrown by a fetch that decides not to read, or finds that there is nothing to read; carries the reason. */
export class CollectorSkipped extends LatchkeyError {
  readonly reason: Reason;

  constructor(reason: Reason) {
    super('query-failed', reason.text);
    this.name = 'Unread';
    this.reason = reason;
  }
}
