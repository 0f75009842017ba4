import { createHash } from 'node:crypto';

/**
 * SHA-256 of what a document says, in hexadecimal: the same however its fields are ordered and the file is packed. An id
 * can be copied into another document; this cannot.
 */
export function contentDigest(document: unknown): string {
  return createHash('sha256').update(JSON.stringify(document, sortedFields)).digest('hex');
}

function sortedFields(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}
