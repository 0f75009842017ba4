import { z } from 'zod';

export const sslModes = ['disabled', 'preferred', 'required', 'verify-ca', 'verify-identity'] as const;
export const sslModeSchema = z.enum(sslModes);
export type SslMode = z.infer<typeof sslModeSchema>;

/** How to reach a server. Never holds a password: secrets travel beside it, in `ConnectionSecrets`. */
export const connectionTargetSchema = z.object({
  host: z.string().min(1).optional(),
  port: z.number().int().min(1).max(65535).optional(),
  socket: z.string().min(1).optional(),
  user: z.string().optional(),
  sslMode: sslModeSchema.optional(),
  sslCa: z.string().optional(),
  sslCert: z.string().optional(),
  sslKey: z.string().optional(),
  /** An option file whose [client] and [latchkey] groups fill what is not given here. */
  defaultsFile: z.string().optional(),
  defaultsGroupSuffix: z.string().optional(),
  connectTimeoutMs: z.number().int().positive().optional(),
});
export type ConnectionTarget = z.infer<typeof connectionTargetSchema>;

export const connectionSecretsSchema = z.object({ password: z.string().optional() });
export type ConnectionSecrets = z.infer<typeof connectionSecretsSchema>;

/** Host facts that the user declares where they cannot be read. Bytes and operations per second. */
export const declaredHostSchema = z.object({
  memoryBytes: z.number().positive().optional(),
  cpus: z.number().int().positive().optional(),
  storage: z.enum(['nvme', 'ssd', 'hdd', 'network']).optional(),
  iops: z.number().positive().optional(),
});
export type DeclaredHost = z.infer<typeof declaredHostSchema>;

/** One line for people and history: `user@host:port` or `user@socket`. Holds no secret. */
export function describeTarget(target: ConnectionTarget): string {
  const user = target.user === undefined ? '' : `${target.user}@`;
  if (target.socket !== undefined) return `${user}${target.socket}`;
  return `${user}${target.host ?? 'localhost'}:${target.port ?? 3306}`;
}
