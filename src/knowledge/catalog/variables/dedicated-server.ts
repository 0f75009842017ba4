/** One variable that `innodb_dedicated_server=ON` sets at start, unless somebody has set it explicitly. */
export interface DedicatedSetting {
  /** Span of MySQL versions, as in `VariableRow`. */
  mysql: string;
  variable: string;
  /** How its value follows from the machine; M is its memory, P the buffer pool, both in bytes. */
  value: string;
  /** What the server logs when an explicit value stands against it. */
  message?: string;
}

/**
 * What `innodb_dedicated_server` (MySQL 8.0.3, off by default; MariaDB has none) sets.
 * Sources: ha_innodb.cc innodb_buffer_pool_size_init and innodb_init_params, log0files_dedicated of 8.0.27, 8.0.36, 8.4
 * and 9.7; manual, "Enabling Automatic InnoDB Configuration for a Dedicated MySQL Server".
 */
export const dedicatedSettings: readonly DedicatedSetting[] = [
  {
    mysql: '8.0.3..',
    variable: 'innodb_buffer_pool_size',
    value: '128 MiB below M = 1 GiB; half of M up to 4 GiB; three quarters of M above',
    message: 'MY-012358',
  },
  {
    mysql: '8.0.3..8.0.29',
    variable: 'innodb_log_file_size',
    value: '512 MiB for P below 8 GiB; 1 GiB up to 128 GiB; 2 GiB above',
  },
  {
    mysql: '8.0.14..8.0.29',
    variable: 'innodb_log_files_in_group',
    value: 'P in GiB, at least 2, for P below 8 GiB; three quarters of it up to 128 GiB; 64 above',
  },
  {
    mysql: '8.0.30..8.3',
    variable: 'innodb_redo_log_capacity',
    value:
      '100 MiB for P below 1 GiB; 512 MiB for each GiB of P below 8 GiB; three quarters of P up to 128 GiB; 128 GiB above',
    message: 'MY-013906',
  },
  {
    mysql: '8.4..',
    variable: 'innodb_redo_log_capacity',
    value: 'half of the CPUs in GiB, at most 16 GiB, at least 8 MiB',
    message: 'MY-013906',
  },
  {
    mysql: '8.0.3..8.3',
    variable: 'innodb_flush_method',
    value: 'O_DIRECT_NO_FSYNC where the file system supports O_DIRECT',
  },
];
