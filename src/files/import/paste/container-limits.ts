import { parseSize } from '../../../shared/base/units';
import { ContainerStats } from './container-stats';
import { describedServerPod } from './server-names';

const size = `["']?(\\d{1,12}(?:\\.\\d{1,3})?) {0,2}([KMGkmg]?)[iI]?[bB]?["']?`;
const key = /^(\s{0,60})(- {1,4})?"?([\w.-]{1,60})"?\s{0,4}:(?:\s{1,8}(.{0,200}))?$/;
const whole = new RegExp(`^${size},?\\s*$`);
const inline = new RegExp(`\\bmemory"?: {0,4}${size}`);
const ofCommand = new RegExp(`\\s(?:--memory[= ] {0,4}|-m {0,4})${size}(?=\\s|$)`);
/** Images of a server of MySQL, MariaDB or Percona; an exporter, a client and a proxy are others. */
const image =
  /^["']?(?:[\w.:-]{1,80}\/){0,4}(?:mysql|mariadb|percona)(?:-(?:server|community-server|enterprise-server|xtradb-cluster|galera|cluster))?(?:[:@][\w.:@-]{1,120})?["']?,?$/;
/** Options of `docker run` with a value that is no image. */
const withValue =
  /\s(?:--(?:name|link|network|net|hostname|env|env-file|volume|publish|label|user|volumes-from)|-[evphlu])[= ] {0,4}\S{1,200}/g;

/** A file of settings that is mounted or made; a mount of it may be all that is shown. */
const ofOptionFile =
  /\.cnf\b|\/etc\/my(?:sql|\.cnf)|\bconf\.d\b|configMap|MY_CNF|mysqldConfig|configuration:|\[mysqld\]/i;

/** The keys of one indentation, one below the other. */
interface Block {
  column: number;
  /** Key of the block that it belongs to. */
  parent: string;
  keys: Set<string>;
  last: string;
  /** null: neither an image nor a name stands there. */
  isServer: boolean | null;
  limits: number[];
}

/**
 * The memory that the container of a MySQL, MariaDB or Percona server may have, as compose files, `docker run` and pods of
 * Kubernetes limit it. Push lines; where several differ none of them counts.
 */
export class ContainerLimits {
  readonly #found = new Set<number>();
  readonly #open: Block[] = [];
  readonly #stats = new ContainerStats();
  #command = '';
  /** An image of a server was named: the text shows how it is started. */
  #isStart = false;
  #hasOptionFile = false;
  /** Whether the pod that is described is one of a server: then its limits count where no image stands beside them. */
  #isServerPod = false;

  /** Bytes; undefined: no limit, or several. */
  get memoryBytes(): number | undefined {
    while (this.#open.length > 0) this.#close();
    const [only] = this.#found;
    return this.#found.size === 1 ? only : this.#found.size === 0 ? this.#stats.end()?.limitBytes : undefined;
  }

  /** What the container has left of its memory, as `docker stats` prints it. */
  get availableBytes(): number | undefined {
    const stats = this.#stats.end();
    return stats === null ? undefined : Math.max(0, stats.limitBytes - stats.usedBytes);
  }

  /** Whether the text shows how a server is started, without any file of settings. */
  get isBareStart(): boolean {
    return this.#isStart && !this.#hasOptionFile;
  }

  push(line: string): void {
    if (line.length > 600 || line.trim() === '') return;
    this.#hasOptionFile ||= ofOptionFile.test(line);
    this.#stats.push(line);
    this.#pushCommand(line);
    this.#isServerPod ||= describedServerPod(line) !== null;
    const [, indentation = '', item = '', name, value = ''] = key.exec(line) ?? [];
    if (name !== undefined) this.#pushKey(indentation.length + item.length, item !== '', name, value.trim());
    // What stands at the margin and is no key ends the file.
    else if (/^[^\s#\-{}\]]/.test(line)) while (this.#open.length > 0) this.#close();
  }

  #pushCommand(line: string): void {
    if (this.#command === '' && !/\b(?:docker|podman) (?:container )?(?:run|create)\s/.test(line)) return;
    this.#command = `${this.#command} ${line.trim().replace(/\\$/, '')}`;
    if (line.trimEnd().endsWith('\\') && this.#command.length < 4_000) return;
    const words = this.#command.replaceAll(withValue, ' ').split(/\s+/);
    const [, amount, unit] = ofCommand.exec(this.#command) ?? [];
    const isServer = words.some((word) => image.test(word));
    this.#isStart ||= isServer;
    const bytes = isServer ? bytesOf(amount, unit) : null;
    if (bytes !== null) this.#found.add(bytes);
    this.#command = '';
  }

  #pushKey(column: number, isItem: boolean, name: string, value: string): void {
    let top = this.#open.at(-1);
    while (
      top !== undefined &&
      (top.column > column || (top.column === column && (isItem || top.keys.has(name))))
    ) {
      this.#close();
      top = this.#open.at(-1);
    }
    if (top === undefined || top.column < column) {
      const parent = top?.last ?? '';
      top = { column, parent, keys: new Set(), last: '', isServer: null, limits: [] };
      this.#open.push(top);
    }
    top.keys.add(name);
    top.last = name;
    if (name === 'image' || name === 'Image') top.isServer = image.test(value);
    // What describes a running pod (`Image:`) is seldom shown with its mounts.
    this.#isStart ||= name === 'image' && top.isServer === true;
    const [, amount, unit] =
      (name === 'mem_limit' || (name === 'memory' && /^limits$/i.test(top.parent))
        ? whole.exec(value)
        : null) ??
      (name === 'limits' ? inline.exec(value) : null) ??
      [];
    const bytes = bytesOf(amount, unit);
    if (bytes !== null) top.limits.push(bytes);
  }

  /** Limits belong to the nearest block with an image, or with the name of a server. */
  #close(): void {
    const block = this.#open.pop();
    if (block === undefined) return;
    const isServer =
      block.isServer ?? (/^(?:mysqld?|mariadbd?|percona)(?:-server)?$/.test(block.parent) ? true : null);
    const outer = this.#open.at(-1);
    if (isServer === null && outer !== undefined) outer.limits.push(...block.limits);
    else if (isServer ?? this.#isServerPod) for (const limit of block.limits) this.#found.add(limit);
  }
}

function bytesOf(amount: string | undefined, unit = ''): number | null {
  if (amount === undefined) return null;
  // Kubernetes counts `512M` in thousands, compose in powers of two: the difference is none that a size turns on.
  const bytes = unit === '' ? Number(amount) : parseSize(`${amount}${unit.toUpperCase()}`);
  return bytes !== null && bytes >= 16 * 1024 ** 2 ? Math.round(bytes) : null;
}
