import { type BufferPoolOptions, bufferPoolAfterSet, resizeHazard } from '../../../knowledge/buffer-pool';
import type { ValueType } from '../../../shared/change';
import { compareVersions, type ServerIdentity } from '../../../shared/server';
import type { ChangeSession } from '../session/change-session';
import type { GlobalVariables } from '../session/global-variables';
import { setGlobalSql } from '../session/literal';
import { type DryRun, dryRun } from './dry-run';

export const poolSize = 'innodb_buffer_pool_size';

type Server = Pick<ServerIdentity, 'flavour' | 'version'>;

/**
 * What a running server makes of a new buffer pool size in bytes, and why it should not be asked for it (null: nothing
 * known against it).
 */
export function poolAfterSet(server: Server, globals: ReadonlyMap<string, string>, asked: number) {
  const number = (name: string) => {
    const value = globals.get(name);
    return value === undefined ? undefined : Number(value);
  };
  const running = {
    sizeBytes: number(poolSize) ?? 0,
    chunkBytes: number('innodb_buffer_pool_chunk_size') ?? null,
    instances: number('innodb_buffer_pool_instances') ?? null,
    sizeMaxBytes: number('innodb_buffer_pool_size_max') ?? null,
  };
  const options: BufferPoolOptions = {
    flavour: server.flavour,
    version: server.version,
    sizeMaxBytes: running.sizeMaxBytes ?? undefined,
    pageBytes: number('innodb_page_size'),
  };
  const result = bufferPoolAfterSet(options, running, asked);
  return {
    ...result,
    hazard: result.outcome === 'resized' ? resizeHazard(options, running, result.sizeBytes) : null,
  };
}

/**
 * Whether the server notes a new pool size while it only checks the statement, so that a dry run is none: MariaDB 11.4.5
 * then refuses every resize until its next start ("Another buffer pool resize is already in progress"), by
 * innodb_buffer_pool_size_validate in ha_innodb.cc. MySQL from 8.0 on and MariaDB from 10.11.12, 11.4.6 and 11.8.2 on work
 * in the update (tried on 8.0.31, 9.7.4, 10.11.18 and 11.8.6). 5.7.22 and 10.2.11 bore it too; between them and later
 * releases nothing is known, so they are not asked either.
 */
function checkActs(variable: string, { flavour, version }: Server): boolean {
  if (variable !== poolSize) return false;
  const from = (...least: [number, number, number]) => compareVersions(version, least) >= 0;
  if (flavour !== 'mariadb') return !from(8, 0, 0);
  const [major, minor] = version;
  if (major === 10 && minor === 11) return !from(10, 11, 12);
  if (major === 11 && minor === 4) return !from(11, 4, 6);
  return !from(11, 8, 2);
}

/** The answer of such a server as the arithmetic gives it (bench/bufferpool: all of them agree). */
function computedDryRun(server: Server, globals: GlobalVariables, proposed: string): DryRun {
  const { outcome, messages } = poolAfterSet(server, globals, Number(proposed));
  const texts = messages.map(({ text }) => text);
  if (outcome === 'refused') return { outcome: 'refused', message: `${texts.join(' ')}.` };
  return { outcome: 'accepted', warnings: texts, truncated: messages.some(({ code }) => code === 1292) };
}

/** The server's answer to the SET; what it would already act upon is asked with the present value, and computed. */
export async function forwardRun(
  session: ChangeSession,
  wanted: { variable: string; type: ValueType },
  asked: {
    current: string;
    proposed: string;
    globals: GlobalVariables;
    escapes: boolean;
    signal: AbortSignal | undefined;
  },
): Promise<DryRun> {
  const acts = checkActs(wanted.variable, session.identity);
  const value = acts ? asked.current : asked.proposed;
  const answer = await dryRun(session, setGlobalSql(wanted, value, asked.escapes), asked.signal);
  return acts && answer.outcome === 'accepted'
    ? computedDryRun(session.identity, asked.globals, asked.proposed)
    : answer;
}
