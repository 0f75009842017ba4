import type { Run, RunOptions } from './program.ts';
import type { HostileServer, Script } from './server/hostile-server.ts';
import type { Stage } from './stage.ts';

/** What came of a snapshot of a hostile server. */
export interface Taken {
  run: Run;
  server: HostileServer;
  /** Where the snapshot is, if there is one. */
  file: string;
}

/** The arguments that lead to a server on this machine by TCP, without TLS. */
export function towards(port: number, user = 'root'): string[] {
  return ['-h', '127.0.0.1', '-P', String(port), '-u', user, '--no-defaults', '--ssl-mode', 'disabled'];
}

/** Takes a snapshot of one moment of a hostile server. */
export async function snapshotOf(
  stage: Stage,
  script: Script,
  { more = [], ...options }: RunOptions & { more?: string[] } = {},
): Promise<Taken> {
  const server = await stage.hostile(script);
  const file = `${stage.folder}/hostile.lks`;
  const args = ['snapshot', ...towards(server.port), '--for', '0', '-o', file, '--force', ...more];
  return { run: await stage.latchkey(args, { limitSeconds: 120, ...options }), server, file };
}
