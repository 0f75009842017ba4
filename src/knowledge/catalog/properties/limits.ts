// Sizes and the largest values of the C types that hold server variables (64-bit builds).
export const KIB = 1024;
export const MIB = 1024 ** 2;
export const GIB = 1024 ** 3;
export const I31 = 2 ** 31 - 1;
export const U32 = 2 ** 32 - 1;
/** (2^63 - 1) / 64: MySQL 8.0 bounds a chunk so that 64 of them fit (ha_innodb.cc). */
export const I57 = 2n ** 57n - 1n;
export const I63 = 2n ** 63n - 1n;
export const U64 = 2n ** 64n - 1n;
/** MariaDB bounds the buffer pool by its 8 MiB extents (ha_innodb.cc). */
export const U64_LESS_8M = 2n ** 64n - 8n * 1024n ** 2n;
