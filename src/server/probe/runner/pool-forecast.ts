import { bufferPoolAfterSet } from '../../../knowledge/buffer-pool';
import type { ProbedServer } from '../definition';

/** What the calculator says a running server makes of a new buffer pool size, bytes. */
export function poolAfterSet({ identity, globals, cpus }: ProbedServer, asked: number) {
  const number = (name: string) => {
    const value = globals.get(name);
    return value === undefined ? undefined : Number(value);
  };
  const running = {
    sizeBytes: number('innodb_buffer_pool_size') ?? 0,
    chunkBytes: number('innodb_buffer_pool_chunk_size') ?? null,
    instances: number('innodb_buffer_pool_instances') ?? null,
    sizeMaxBytes: number('innodb_buffer_pool_size_max') ?? null,
  };
  const options = {
    flavour: identity.flavour,
    version: identity.version,
    sizeMaxBytes: running.sizeMaxBytes ?? undefined,
    pageBytes: number('innodb_page_size'),
    cpus: cpus ?? undefined,
  };
  return bufferPoolAfterSet(options, running, asked);
}
