import { defined } from '../../shared/base/defined';
import type { Reason } from '../../shared/reason';

/** Where a snapshot comes from decides how a window of it is had. */
export type Origin = 'live' | 'import' | 'prometheus';

export const secondReading = 'mysqladmin extended-status -i10 -c2';

/** What gives a window. */
export const windowStep: Readonly<Record<Origin, string>> = {
  import: `Take a second reading: ${secondReading}`,
  live: 'Take a snapshot with --for 30s',
  prometheus: 'Take a snapshot of the server itself with --for 30s',
};

/** The one step that would make an input known, as a sentence without a full stop; undefined: there is none. */
export function unlockOf({ code, remedy }: Reason, origin: Origin): { unlock?: string } {
  return defined({ unlock: stepOf(code, remedy?.replace(/\.$/, ''), origin) });
}

/** What brings an input that nobody read. */
const unread: Readonly<Record<Origin, string>> = {
  import: 'Give the whole of SHOW GLOBAL VARIABLES and SHOW GLOBAL STATUS',
  live: 'Take a new snapshot: this one lacks it',
  prometheus: 'Take a snapshot of the server itself',
};

function stepOf(code: Reason['code'], remedy: string | undefined, origin: Origin): string | undefined {
  switch (code) {
    case 'no-window':
      return windowStep[origin];
    case 'no-host':
      return 'Declare the host: --ram, --cpus, --storage, --iops';
    case 'not-read':
      return remedy ?? unread[origin];
    default:
      return remedy;
  }
}
