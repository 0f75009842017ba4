import type { Collector } from '../../collector';

/** One row for each instance of the InnoDB buffer pool: pages, reads, young and old, read-ahead. */
export const bufferPools: Collector = {
  id: 'buffer-pools',
  costClass: 'light',
  timeoutMs: 5_000,
  when: 'start+end',
  needs: { privilege: 'process' },
  sources: [
    {
      sql: `SELECT POOL_ID, POOL_SIZE, FREE_BUFFERS, DATABASE_PAGES, OLD_DATABASE_PAGES, MODIFIED_DATABASE_PAGES, PENDING_READS,
PENDING_FLUSH_LRU, PENDING_FLUSH_LIST, PAGES_MADE_YOUNG, PAGES_NOT_MADE_YOUNG, NUMBER_PAGES_READ, NUMBER_PAGES_CREATED,
NUMBER_PAGES_WRITTEN, NUMBER_PAGES_GET, NUMBER_PAGES_READ_AHEAD, NUMBER_READ_AHEAD_EVICTED
FROM information_schema.INNODB_BUFFER_POOL_STATS`,
    },
  ],
};
