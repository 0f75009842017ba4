import type { ChunksMessage } from '../../shared/chunks';
import { inVersionRange } from '../catalog/versions/version-range';
import { generation, isMySql, reservesRoomToGrow } from './generation';
import { type BufferPoolOptions, defaultChunk, defaultSize, floorTo, MIB, maxInstances } from './pool';

/** The options as InnoDB gets them from the server's option parser, and what that parser logs. */
export interface GivenOptions {
  sizeBytes: number;
  chunkBytes: number;
  /** undefined: not set. */
  instances: number | undefined;
  /** 0: the size at start. */
  sizeMaxBytes: number;
  /** 0: sizeMaxBytes. */
  autoMinBytes: number;
  messages: ChunksMessage[];
  /** false: an option that this server does not know stops its start. */
  starts: boolean;
}

/**
 * Rounds down to the block of each option and adjusts what lies outside its range (mysys/my_getopt.c: rounding is
 * silent, an adjusted value is a warning in the error log).
 */
export function givenOptions(options: BufferPoolOptions): GivenOptions {
  const kind = generation(options);
  const messages: ChunksMessage[] = [];
  const unknown = unknownOptions(options);
  const take = (name: string, value: number | undefined, rule: OptionRule): number => {
    if (value === undefined) return rule.usual;
    const fit = Math.min(Math.max(floorTo(value, rule.block), rule.min), rule.max);
    if (value < rule.min || value > rule.max) messages.push(adjusted(options, name, value, fit, rule.signed));
    return fit;
  };
  // MySQL and MariaDB 10.2 declare it a signed LONGLONG.
  const signedSize = options.flavour !== 'mariadb' || inVersionRange(options.version, '..10.2');
  const sizeBytes = take('innodb-buffer-pool-size', options.sizeBytes, {
    usual: defaultSize,
    min: smallestOption(options),
    max: Number.POSITIVE_INFINITY,
    block: MIB,
    signed: signedSize,
  });
  const hasInstances = kind === 'fixed' || kind === 'chunks';
  if (!hasInstances && options.instances !== undefined) messages.push(instancesIgnored(options));
  const instances =
    hasInstances && options.instances !== undefined
      ? take('innodb-buffer-pool-instances', options.instances, {
          usual: 0,
          min: 0,
          max: maxInstances,
          block: 1,
          // 5.6 declares it a signed LONG.
          signed: kind === 'fixed',
        })
      : undefined;
  const automatic = kind === 'auto-chunk' || kind === 'extents';
  const chunkBytes =
    kind === 'fixed'
      ? 0
      : take('innodb-buffer-pool-chunk-size', options.chunkBytes, {
          usual: automatic ? 0 : defaultChunk,
          min: automatic ? 0 : MIB,
          max: Number.POSITIVE_INFINITY,
          block: MIB,
          signed: false,
        });
  const sizeMaxBytes =
    kind === 'extents'
      ? take('innodb-buffer-pool-size-max', options.sizeMaxBytes, {
          usual: reservesRoomToGrow(options) ? 8 * 1024 ** 4 : 0,
          min: reservesRoomToGrow(options) ? 8 * MIB : 0,
          max: Number.POSITIVE_INFINITY,
          block: 8 * MIB,
          signed: false,
        })
      : 0;
  const autoMinBytes =
    kind === 'extents'
      ? take('innodb-buffer-pool-size-auto-min', options.autoMinBytes, {
          usual: 0,
          min: 0,
          max: Number.POSITIVE_INFINITY,
          block: 8 * MIB,
          signed: false,
        })
      : 0;
  return {
    sizeBytes,
    chunkBytes,
    instances,
    sizeMaxBytes,
    autoMinBytes,
    messages: unknown.length > 0 && options.flavour !== 'mariadb' ? unknown : [...messages, ...unknown],
    starts: unknown.length === 0,
  };
}

interface OptionRule {
  /** When the option is not given. */
  usual: number;
  min: number;
  max: number;
  block: number;
  signed: boolean;
}

/** MariaDB 10.5 lowered the floor of the option, not of the pool (MDEV-27467). */
function smallestOption(options: BufferPoolOptions): number {
  const lowered = ['single-pool', 'auto-chunk', 'extents'].includes(generation(options));
  return (lowered ? 2 : 5) * MIB;
}

function adjusted(
  options: BufferPoolOptions,
  name: string,
  from: number,
  to: number,
  signed: boolean,
): ChunksMessage {
  const text = `option '${name}': ${signed ? 'signed' : 'unsigned'} value ${from} adjusted to ${to}`;
  return isMySql(options, '8.0..')
    ? { level: 'warning', code: signed ? 'MY-000080' : 'MY-000081', text: `${text}.` }
    : { level: 'warning', code: null, text };
}

/** 10.5: ha_innodb.cc; from 10.6 the server keeps the name of the option only (sql/mysqld.cc MARIADB_REMOVED_OPTION). */
function instancesIgnored({ version }: BufferPoolOptions): ChunksMessage {
  return {
    level: 'warning',
    code: null,
    text: inVersionRange(version, '..10.5')
      ? 'The parameter innodb_buffer_pool_instances is deprecated and has no effect.'
      : "'innodb-buffer-pool-instances' was removed. It does nothing now and exists only for compatibility with old my.cnf files.",
  };
}

/** Options that this server does not know at all: it ends its start with an error for the first, MariaDB for each. */
function unknownOptions(options: BufferPoolOptions): ChunksMessage[] {
  const kind = generation(options);
  const asked: [string, number | string | undefined, boolean][] = [
    ['innodb-buffer-pool-chunk-size', options.chunkBytes, kind !== 'fixed'],
    ['innodb-buffer-pool-size-max', options.sizeMaxBytes, kind === 'extents'],
    ['innodb-buffer-pool-size-auto-min', options.autoMinBytes, kind === 'extents'],
    ['innodb-dedicated-server', options.dedicated === true ? 'ON' : undefined, isMySql(options, '8.0.3..')],
  ];
  const found = asked.filter(([, value, known]) => value !== undefined && !known);
  return found.slice(0, options.flavour === 'mariadb' ? undefined : 1).map(([name, value]) => {
    const text = `unknown variable '${name}=${value}'`;
    return isMySql(options, '8.0..')
      ? { level: 'error', code: 'MY-000067', text: `${text}.` }
      : { level: 'error', code: null, text };
  });
}
