const mib = 1024 ** 2;
const defaultPage = 16_384;
/** Control structures take pages of the pool in some versions: up to three in a hundred. */
const leastShare = 0.97;

/**
 * innodb_buffer_pool_size by the pages that the status counts, in bytes: the next multiple of 128 MiB where the pages come to
 * 97 % of it or more, else the next MiB. null: the status does not say.
 */
export function poolSizeOf(status: ReadonlyMap<string, string> | undefined): number | null {
  const pages = wholeNumber(status?.get('Innodb_buffer_pool_pages_total'));
  if (pages === null || pages === 0) return null;
  const bytes = pages * (wholeNumber(status?.get('Innodb_page_size')) ?? defaultPage);
  if (bytes > 2 ** 60) return null;
  const chunks = Math.ceil(bytes / (128 * mib)) * 128 * mib;
  return bytes >= leastShare * chunks ? chunks : Math.ceil(bytes / mib) * mib;
}

/** What the buffer pool holds, in bytes, by its bytes or pages of data; 0: the status does not say. */
export function heldByPool(status: ReadonlyMap<string, string> | undefined): number {
  const pages = wholeNumber(status?.get('Innodb_buffer_pool_pages_data')) ?? 0;
  const pageSize = wholeNumber(status?.get('Innodb_page_size')) ?? defaultPage;
  return wholeNumber(status?.get('Innodb_buffer_pool_bytes_data')) ?? pages * pageSize;
}

function wholeNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
}
