import type { AuthPlugin } from 'mysql2';
import { signEd25519 } from './ed25519';
import { parsecLogin } from './parsec';

/** The login methods of MariaDB that the driver does not bring, by the names under which a server asks for them. */
export function loginPlugins(password: string): Record<string, AuthPlugin> {
  return {
    client_ed25519: () => (challenge) => signEd25519(password, challenge.subarray(0, 32)),
    parsec: () => parsecLogin(password),
  };
}
