import type { Collector } from '../../collector';

/** How often pages of compressed tables (ROW_FORMAT=COMPRESSED) were compressed, and how often they did not fit, by page size. */
export const compressedPages: Collector = {
  id: 'compressed-pages',
  costClass: 'light',
  timeoutMs: 5_000,
  when: 'start+end',
  needs: { privilege: 'process' },
  sources: [
    {
      sql: `SELECT PAGE_SIZE, COMPRESS_OPS, COMPRESS_OPS_OK, COMPRESS_TIME, UNCOMPRESS_OPS, UNCOMPRESS_TIME
FROM information_schema.INNODB_CMP`,
    },
  ],
};
