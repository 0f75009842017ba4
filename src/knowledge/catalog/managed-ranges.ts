import type { Unit } from '../../shared/analysis';
import { formatSetting } from '../../shared/base/units';
import type { Hosting } from '../../shared/server';
import { type Service, serviceNames } from './managed-hosting';

const MiB = 1024 ** 2;
const GiB = 1024 ** 3;

/** What a managed service takes for a variable that its customers may set, in the variable's unit; null: the server's own bound. */
export interface ManagedRange {
  service: Service;
  min: number | null;
  max: number | null;
  /** The only values that it takes, ascending; null: any between the bounds. */
  values: readonly number[] | null;
  /** Whether the bound follows from the memory of the machine. */
  ofMemory: boolean;
  source: string;
}

interface RangeRow {
  services: readonly Service[];
  name: string;
  min?: number;
  /** A number, or what follows from the memory of the machine in bytes. */
  max?: number | ((memoryBytes: number) => number);
  values?: readonly number[];
  source: string;
}

const azureParameters = 'Microsoft, "Server parameters in Azure Database for MySQL - Flexible Server"';

/** Memory of the sizes below 16 GiB and the largest pool there; from 16 GiB on it is three quarters of the memory. */
const smallAzurePools: readonly (readonly [memory: number, pool: number])[] = [
  [8 * GiB, 5 * GiB],
  [4 * GiB, 2 * GiB],
  [2 * GiB, GiB],
  [0, 256 * MiB],
];

function largestAzurePool(memoryBytes: number): number {
  const memory = nominal(memoryBytes);
  if (memory >= 16 * GiB) return 0.75 * memory;
  return smallAzurePools.find(([least]) => memory >= least)?.[1] ?? 256 * MiB;
}

/** The size as it is sold: what the kernel reports is up to a sixteenth less. */
function nominal(memoryBytes: number): number {
  const gibibytes = memoryBytes / GiB;
  const whole = Math.round(gibibytes);
  return whole > gibibytes && whole - gibibytes <= whole / 16 ? whole * GiB : memoryBytes;
}

const rows: readonly RangeRow[] = [
  {
    services: ['azure'],
    name: 'innodb_buffer_pool_size',
    min: 128 * MiB,
    max: largestAzurePool,
    source: `${azureParameters} (table by memory)`,
  },
  {
    services: ['azure'],
    name: 'max_connections',
    min: 10,
    // 171 of 1 GiB, 1,365 of 8 GiB, 43,691 of 256 GiB.
    max: (memoryBytes) => Math.floor((nominal(memoryBytes) / GiB) * (512 / 3)),
    source: `${azureParameters} (table by memory)`,
  },
  {
    services: ['azure'],
    name: 'innodb_log_file_size',
    values: [256 * MiB, 512 * MiB, GiB, 2 * GiB],
    source: azureParameters,
  },
  {
    services: ['cloudsql'],
    name: 'innodb_buffer_pool_size',
    max: (memoryBytes) => Math.floor(0.72 * nominal(memoryBytes)),
    source: 'Google Cloud, "How MySQL uses memory" (Cloud SQL goes up to 72 % of the memory)',
  },
  {
    services: ['aurora'],
    name: 'max_connections',
    max: 16_000,
    source: 'AWS, "Maximum connections to an Aurora MySQL DB instance"',
  },
];

/**
 * What the service takes for a variable; null: nothing is known that the server's own bounds do not say.
 * @param memoryBytes memory of the machine; undefined: it is not known, and bounds that follow from it are not either
 */
export function managedRange(
  name: string,
  hosting: Hosting,
  memoryBytes: number | undefined,
): ManagedRange | null {
  if (hosting === 'self' || hosting === 'unknown') return null;
  const row = rows.find((one) => one.name === name && one.services.includes(hosting));
  if (row === undefined) return null;
  const { min = null, max, values = null, source } = row;
  const most = typeof max === 'function' ? (memoryBytes === undefined ? null : max(memoryBytes)) : max;
  return {
    service: hosting,
    min,
    max: most ?? values?.at(-1) ?? null,
    values,
    ofMemory: typeof max === 'function',
    source,
  };
}

/** The value nearest to the wanted one that the service takes: of a list the next larger one, where there is one. */
export function withinManagedRange({ min, max, values }: ManagedRange, wanted: number): number {
  if (values !== null) return values.find((value) => value >= wanted) ?? values.at(-1) ?? wanted;
  return Math.max(min ?? Number.NEGATIVE_INFINITY, Math.min(max ?? Number.POSITIVE_INFINITY, wanted));
}

/** `Azure Database for MySQL takes 128 MiB to 12 GiB here.`; null: any value that the server takes. */
export function managedRangeText({ service, min, max, values }: ManagedRange, unit: Unit): string | null {
  const text = (value: number) => formatSetting(value, unit);
  const [least, most] = [min === null ? null : text(min), max === null ? null : text(max)];
  const taken =
    values !== null
      ? `${values.slice(0, -1).map(text).join(', ')} or ${values.slice(-1).map(text).join('')}`
      : least !== null && most !== null
        ? `${least} to ${most}`
        : least !== null
          ? `${least} or more`
          : most !== null
            ? `at most ${most}`
            : null;
  return taken === null ? null : `${serviceNames[service]} takes ${taken} here.`;
}

/**
 * Every variable that the rows name.
 * @internal exported to tests
 */
export function rangedVariables(): string[] {
  return [...new Set(rows.map(({ name }) => name))];
}
