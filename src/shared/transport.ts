import { z } from 'zod';

/** By what the statements and answers of a session travelled, as seen from this end: a server's word does not count. */
export const transportKinds = ['tls', 'socket', 'ssh', 'loopback', 'ssh-plain', 'plain'] as const;

export const transportSchema = z.object({
  /**
   * `tls`: over TCP, or through SSH; `socket`: Unix socket or named pipe; `ssh`: through SSH, from the SSH host to
   * itself. Not encrypted over TCP: `loopback` to this machine itself, `ssh-plain` from the SSH host to another host,
   * `plain` to another host.
   */
  kind: z.enum(transportKinds),
  /** Protocol and cipher of TLS, e.g. `TLSv1.3 TLS_AES_256_GCM_SHA384`. */
  cipher: z.string().optional(),
});
export type Transport = z.infer<typeof transportSchema>;

const warnings: Record<Transport['kind'], string | null> = {
  tls: null,
  socket: null,
  ssh: null,
  loopback:
    'The connection is not encrypted. It goes over TCP to this machine itself, where only its administrators can read it.',
  'ssh-plain':
    'The connection is encrypted up to the SSH host, and not from there to the server: who is on that network can read and change it.',
  plain: 'The connection is not encrypted: who is on the network can read and change statements and results.',
};

/** Of a session that needs no warning: `TLSv1.3 TLS_AES_256_GCM_SHA384`, `none (Unix socket)`. */
export function encryptedBy({ kind, cipher }: Transport): string {
  if (kind === 'socket') return 'none (Unix socket)';
  return kind === 'ssh' ? 'by SSH' : (cipher ?? 'TLS');
}

/** What must stand wherever a session is shown that goes over TCP without encryption; null: nothing. */
export function unencryptedWarning(transport: Pick<Transport, 'kind'> | undefined): string | null {
  return transport === undefined ? null : warnings[transport.kind];
}
