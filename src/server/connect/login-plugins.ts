import type { AuthPlugin } from 'mysql2';

export function loginPlugins(): Record<string, AuthPlugin> {
  return {};
}
