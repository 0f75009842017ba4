import type { ConnectionTarget } from '../../../shared/connection';

/** What was known when connecting failed. */
export interface ConnectAttempt {
  target: ConnectionTarget;
  /** Whether this attempt used TLS. */
  tls: boolean;
  /** Whether a password was sent. */
  password: boolean;
  /** Whether TCP or the socket was open already. */
  opened: boolean;
  /** First bytes that came back, when there were any. */
  greeting: Uint8Array | null;
  timeoutMs: number;
}
