/** What a service calls a machine, and what it is made of. */
export interface InstanceClass {
  cpus: number;
  memoryBytes: number;
}

const gib = 1024 ** 3;

/**
 * GiB of memory for each processor, by family. Source: Amazon RDS user guide, "Hardware specifications for DB instance
 * classes"; the families of EC2 have the same.
 */
const amazonFamilies: readonly [RegExp, number][] = [
  [/^m\d/, 4],
  [/^r[34]/, 7.625],
  [/^r\d/, 8],
  [/^x1e/, 30.5],
  [/^x1/, 15.25],
  [/^x\d/, 16],
  [/^z\d/, 8],
  [/^c\d/, 2],
];
/** GiB of memory of those that burst, which have two processors up to large. */
const bursting: Readonly<Record<string, number>> = { micro: 1, small: 2, medium: 4, large: 8 };

/** `db.r5.2xlarge`, `m6g.large`, `db.t3.medium` */
const amazon =
  /(?<![\w.-])(?:db\.)?((?:[mrcxz]\d{1,2}[a-z]{0,4})|t[234]g?)\.(?:(\d{1,2})?(xlarge)|(large|medium|small|micro))(?![\w.])/g;
/** `db-n1-highmem-8`, `db-custom-4-15360` (MiB), `db-perf-optimized-N-8`. Source: Cloud SQL, "Machine series". */
const google =
  /(?<![\w.-])db-(?:n1-(standard|highmem)-(\d{1,3})|custom-(\d{1,3})-(\d{3,7})|perf-optimized-N-(\d{1,3}))(?![\w-])/g;
/** `Standard_E8ds_v4`, `GP_Standard_D4ads_v5`, `MO_Gen5_8`. Source: Azure Database for MySQL, "Service tiers". */
const azure =
  /(?<![\w.-])(?:(?:[A-Z]{1,2}_)?Standard_([DE])(\d{1,3})[a-z]{0,4}_v\d|(GP|MO|B)_Gen\d_(\d{1,3}))(?!\w)/g;

/** The classes that a text names, each once. */
export function instanceClasses(text: string): InstanceClass[] {
  const found = [
    ...[...text.matchAll(amazon)].flatMap(([, family = '', times, isXlarge, small]) =>
      amazonClass(family, isXlarge === undefined ? (small ?? '') : 'xlarge', Number(times ?? 1)),
    ),
    ...[...text.matchAll(google)].map(([, kind, standard, custom, mebibytes, optimised]) =>
      custom === undefined
        ? classOf(Number(standard ?? optimised), { standard: 3.75, highmem: 6.5 }[kind ?? ''] ?? 8)
        : { cpus: Number(custom), memoryBytes: Number(mebibytes) * 1024 ** 2 },
    ),
    ...[...text.matchAll(azure)].map(([, series, count, tier, generation]) =>
      series === undefined
        ? classOf(Number(generation), { GP: 5, MO: 10, B: 2 }[tier ?? ''] ?? 5)
        : classOf(Number(count), series === 'E' ? 8 : 4),
    ),
  ].filter(({ cpus }) => cpus > 0);
  return [...new Map(found.map((one) => [`${one.cpus} ${one.memoryBytes}`, one])).values()];
}

function amazonClass(family: string, size: string, times: number): InstanceClass[] {
  if (family.startsWith('t')) {
    if (size === 'xlarge') return times > 2 ? [] : [classOf(4 * times, 4)];
    const memory = bursting[size];
    return memory === undefined ? [] : [{ cpus: 2, memoryBytes: memory * gib }];
  }
  const each = amazonFamilies.find(([pattern]) => pattern.test(family))?.[1];
  const cpus = size === 'large' ? 2 : size === 'xlarge' ? 4 * times : 0;
  return each === undefined || cpus === 0 ? [] : [classOf(cpus, each)];
}

function classOf(cpus: number, gibEach: number): InstanceClass {
  return { cpus, memoryBytes: cpus * gibEach * gib };
}
