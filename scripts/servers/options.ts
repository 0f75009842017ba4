/**
 * Command-line arguments for server options: `{ innodb_buffer_pool_size: '64M', skip_name_resolve: true }`
 * becomes `--innodb-buffer-pool-size=64M --skip-name-resolve`; false becomes `=OFF`.
 */
export function optionArguments(options: Record<string, string | number | boolean>): string[] {
  return Object.entries(options).map(([name, value]) => {
    const flag = `--${optionName(name)}`;
    if (value === true) return flag;
    return `${flag}=${value === false ? 'OFF' : value}`;
  });
}

/** Dashes for underscores, no leading dashes: the server takes both spellings, comparisons need one. */
export function optionName(name: string): string {
  return name.replace(/^-+/, '').replaceAll('_', '-').toLowerCase();
}
