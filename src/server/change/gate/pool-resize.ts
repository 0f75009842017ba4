import type { Clock } from '../../../shared/base/clock';
import { LatchkeyError } from '../../../shared/base/error';
import type { ChangeSession } from '../session/change-session';
import { texts } from './texts';

/** Shrinking a large pool withdraws every block above the new size first; it may wait for transactions. */
const resizeLimitMs = 10 * 60_000;

/**
 * Waits until no resize of the buffer pool runs. MySQL 5.7.5+ resizes in the background: the variable shows the new
 * size at once (9.7), and a SET during a resize is ignored with warning 3166. MariaDB 10.11.12+ resizes within the
 * statement and leaves the status empty.
 * @throws LatchkeyError timeout after ten minutes
 */
export async function waitForPoolResize(session: Pick<ChangeSession, 'query'>, clock: Clock): Promise<void> {
  const deadline = clock.monotonicMs() + resizeLimitMs;
  for (;;) {
    const { rows } = await session.query("SHOW GLOBAL STATUS LIKE 'Innodb_buffer_pool_resize_status'");
    const status = String(rows[0]?.[1] ?? '');
    if (!isResizing(status)) return;
    if (clock.monotonicMs() > deadline) {
      throw new LatchkeyError('timeout', texts.theBufferPoolHasBeen(status));
    }
    await clock.sleep(50);
  }
}

/** The texts that end a resize: buf0buf.cc, buf_pool_resize; ha_innodb.cc, innodb_buffer_pool_size_update. */
export function isResizing(status: string): boolean {
  if (status === '' || /^not started/i.test(status)) return false;
  return !/^completed|^failed|failed to |did not change|nothing to do|aborted|cannot resize|less than 1GB/i.test(
    status,
  );
}
