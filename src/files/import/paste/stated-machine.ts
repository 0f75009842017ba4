// What prose says of the machine that the server runs on: "64 GB de RAM y 16 núcleos", "a database of 300 GB".
import { type InstanceClass, instanceClasses } from '../../../knowledge/hardware/instance-classes';
import { parseSize } from '../../../shared/base/units';

const amount = '(\\d{1,4}(?:[.,]\\d{1,2})?) ?(GiB|GB|Gb|gb|gib|Go|G|TB|TiB|tb|To|MB|mb|Mo|MiB)';
/** `512M RAM`: before or behind the word alone, as 5M may be rows. */
const memoryAmount = amount.replace('|MiB)', '|MiB|M)');
const memoryWord =
  '(?:RAM|ram|Ram|[Mm]emory|m[ée]moire|[Mm]emoria|Arbeitsspeicher|Hauptspeicher|geheugen|ОЗУ|оперативной памяти|памяти|内存|記憶體|メモリ|메모리)';
/** `64 GB RAM`, `32 Go de RAM`, `16GB of memory`; `RAM: 64 GB`, `内存 32G`. */
const memories = [
  new RegExp(
    `(?<![\\d.,])${memoryAmount}(?: (?:of|de|di|a|mémoire|DDR\\d))?(?: (?:system|total|physical|la))? ?${memoryWord}(?![\\w])`,
  ),
  new RegExp(
    `(?<!\\w|(?:InnoDB|[Dd]atabase|DB|MySQL|MariaDB) )${memoryWord} ?(?:[:=]|is|was|of|de|von|:)? ?(?<![\\d.,])${memoryAmount}(?!\\w|\\.\\d)`,
  ),
];
const cpuWord =
  '(?:v?CPUs?|cores?|vcores?|[Pp]rocessors?|n[úu]cleos|c[œo]e?urs|Kerne|Prozessoren|ядер|ядра|核|コア|코어|processeurs|procesadores)';
const cpus = new RegExp(`(?<![\\d.,])(\\d{1,3}) ?-?(?:physical |logical |virtual )?${cpuWord}(?![\\w])`);
/** Beside a number of processors an amount is memory, unless it is said to be something else: `8 vCPU / 32GB`, `64GB, 16 cores`. */
const noMemory =
  '(?! ?(?:SSD|NVMe|nvme|HDD|EBS|gp[23]|io[12]|disks?|storage|SAS|SATA|volume|of|de|data|database|free|/s|per)(?![a-z]))';
const besides = '(?: ?[,/+&x×] ?| ?(?:and|with|y|con|et|avec|und|mit|e) )';
const memoriesBesideCpus = [
  new RegExp(`(?<![\\d.,])\\d{1,3} ?-?${cpuWord}${besides}${amount}(?!\\w|\\.\\d)${noMemory}`),
  new RegExp(`(?<![\\d.,])${amount}${besides}\\d{1,3} ?-?${cpuWord}(?![\\w])`),
];
/** `our 64GB dedicated box`: sizes that memory comes in, since a disk or a database may give a server its name too. */
const memoryOfMachine =
  /(?<![\d.,])((?:1|2|3|4|6|8|12|16|24|32|48|64|96|128|192|256|384|512|768)) ?(GiB|GB|Gb|gb|G)(?: (?:dedicated|physical|bare[- ]metal|virtual|standalone|single|Linux|Ubuntu|Debian|CentOS|MySQL|MariaDB|database|DB|db|production|prod)){0,3} (?:box|server|machine|VPS|vps|VM|vm|droplet|host)(?!\w)/;
/** Words that make such a machine one that is only thought of, or of another time. */
const anotherMachine =
  /\b(?:upgrad\w*|would|should|could|might|if|buy|add(?:ing|ed)?|migrat\w*|mov(?:ed?|ing)|previous\w*|old|new|was|used to|instead|laptop|clients?|each|per|every|other|another|than|recommend\w*|up to|example|e\.g|imagine|suppose|typical\w*)\b|\?/i;
const dataWord =
  '(?:data|database|databases|dataset|tables|base de datos|bases? de donn[ée]es|Daten|Datenbank|donn[ée]es|datos|dati|数据|данных)';
const datas = [
  // `the database is about 300 GB`, `la base de datos ocupa unos 300 GB`, `database_size: 212 GB`
  new RegExp(
    `(?<![\\w])(?:database size|data size|database_size|data_size|dataset|database|InnoDB data(?: and indexes?)?|InnoDB tables|data ?dir(?:ectory)?|base de datos|base de dados|a base|base de donn[ée]es|Datenbank|数据库)(?: on disk)?"? ?(?:is|has|holds|takes|size is|size|ocupa|pesa|tem|fait|pèse|ist|hat|有|:|=)?:? ?(?:about|around|roughly|approximately|some|unos?|environ|circa|etwa|rund|ca\\.?)? ?[~≈]?"?${amount}(?!\\w|\\.\\d)`,
    'i',
  ),
  new RegExp(
    `(?<![\\p{L}])(?:have|has|holds?|contains?|stores?|with|tenemos|tengo|tiene|avons|contient|haben|hat|mit|abbiamo)(?![\\p{L}])[^.;]{0,40}?(?<![\\d.,])${amount} (?:of|de|an|di) ${dataWord}(?![\\w])`,
    'iu',
  ),
];

/** Words that make it a machine of another time or kind, or one that is only thought of. */
const another =
  /\b(?:upgrad\w*|would|should|could|might|if|when|buy|add(?:ing|ed)?|from|migrat\w*|moved|moving|previous\w*|old|new server|was|used to|instead|laptop|workstation|desktop|clients?|each|per|every|other|another|than|recommend\w*|at least|minimum|up to|free|used|available|left|cached?|example|e\.g\.|imagine|suppose|assum\w*|typical\w*|you|your|si|debería|pourrait|devrait|würde|sollte|serveur web|swap)\b|\?|\b(?:web|app|application|file|mail|redis|elastic\w*|backup|test|testing|dev\w*|staging|cache|memcached|proxy|monitoring|php|java|postgres\w*|mongo\w*|oracle|build|jump|apache|nginx) ?-?(?:server|host|box|vm|instance|machine|node)\b/i;
/** What something does with memory, processors or data, and who does it: it says nothing of what there is. */
const isUse =
  /\b(?:us(?:es?|ing|age)|utili[sz]\w*|tak(?:es?|ing)|took|consum\w*|needs?|needed|requires?|alloc\w*|reserv\w*|scan\w*|keeps?|kept|reads?|reading|writes?|writing|eats?|eating|grow\w*|grew|limit\w*|hog\w*|gives?|given|assign\w*|import\w*|export\w*|load(?:s|ed|ing)|dump\w*|copies|copied|return\w*|delet\w*|pools?|buffers?|mysqldump|quer(?:y|ies)|process(?:es)?|threads?|sessions?|connections?|systems with|pro Tag|al día|par jour)\b|\bat \d+ ?%/i;

const machine =
  '(?:server|host|box|VM|machine|instance|node|RDS|Aurora|Cloud ?SQL|EC2|droplet|[Ii]t(?= has)|serveur|servidor|máquina|Rechner|Maschine|VPS|сервер\\w*|Сервер|服务器|サーバー?|서버)';
/** The machine, and that it has what follows. */
const has = new RegExp(
  `(?<![\\p{L}\\d])${machine}(?![a-zA-Z])(?:(?:[^.;]|\\.\\d){0,80}?(?<![\\p{L}])(?:with|has|having|is|con|com|tem|tiene|avec|a|est|mit|hat|ist)(?![\\p{L}])| ?[:=(,\\-–]|)(?:[^.;]|\\.\\d){0,60}$`,
  'iu',
);
/** Words beside figures in a list of what a machine is made of. */
const made =
  /(?<![\p{L}\d])(?:RAM|memory|mem|is|size|database|data|CPUs?|vCPUs?|v?cores?|processors?|threads|total|system|physical|installed|server|machine|host|box|hardware|specs?|of|and|with|de|y|et|und|DDR\d|ECC|SSDs?|NVMe|HDDs?|disks?|storage|RAID\d*|Intel|AMD|Xeon|EPYC|Silver|Gold|v\d|GHz|MHz|GiB|GB|Gb|Go|G|TB|TiB|To|T|MB|Mo|MiB|M|Linux|Ubuntu|Debian|CentOS|Windows|dedicated|VPS|VM|x|[Ii]nstance|class|type|Amazon|AWS|RDS|Aurora|Azure|Google|GCP|Cloud ?SQL|EC2|[Ww]e|[Ii]t|has|have|use|run|sockets?|gb|gib|ram|[Oo]n|Multi-AZ|[Bb]are[- ]?metal|SAS|SATA|k|rpm|RPM|EBS|gp[23]|io[12]|KVM|Proxmox|VMware|ESXi|LXC|[Dd]ocker|[Vv]irtual|cloud|on-prem\w*|Rocky|Alma\w*|RHEL|FreeBSD|LTS|[Pp]roduction|prod|standalone|single|primary|master|source|replica|slave|Ryzen|InnoDB|only|local|network|attached|class|[Nn]ode)(?![\p{L}])/giu;
/** The server with its version, before what it runs on: `MySQL 5.7.44, 16 GB RAM`. Without one it is what the server takes. */
const versioned =
  /(?<![\p{L}\d])(?:MySQL|MariaDB|Percona)(?: Server)?(?: version)? ?v?\d{1,2}(?:\.\d{1,3}){0,2}(?:-[\w.+~]{1,40})?(?![\p{L}\d.]\d?)/giu;
/** Comments, rows, statements, messages and keys of files are no prose. */
const noProse =
  /^\s*(?:[#;|+*]|--|\/\/|\/\*|\d{1,20}\s{0,4}[,;|]|"?mem\w*"?\s{0,4}[:=])|[|\t]|\d:\d\d:\d\d|\b(?:INSERT|REPLACE|UPDATE|DELETE|SELECT|CREATE|ALTER|VALUES)\s{0,4}(?:INTO|FROM|TABLE|\(|\*|\w{1,40}\s(?:SET|FROM)\b)|\[(?:Note|Warning|ERROR|System|OK|!!|--)\]|\bMemory: \d[\d.]{0,8}[KMGT](?![iBb])|--memory|mem_limit/;
const quoted = /(?<![\p{L}\d])'[^']{0,400}'|"[^"]{0,400}\s[^"]{0,400}\s[^"]{0,400}"/gu;

/** Settings beside the machine, by their names or in words, are no part of it: `32 GB RAM, innodb_buffer_pool_size = 20G`. */
const settings =
  /(?<![\w-])(?:[Bb]uffer pool(?: size)? (?:is|was left) (?:still )?(?:left )?(?:at |on )?(?:its |the )?default(?: size| value)?|(?:[a-z]{2,20}(?:_[a-z0-9]{1,20}){1,6}|(?:InnoDB )?[Bb]uffer pool(?: size)?)(?: ?[=:] ?| (?:of |at |(?:is |was )?(?:set (?:to|at) )?)?)\d[\d.]{0,15} ?(?:[KMGT]i?B?)?(?![\w-]))/g;

/** The line without the settings in it. */
export function withoutSettings(line: string): string {
  return line.replaceAll(settings, ' ');
}

/** What any of them needs. */
const mayState =
  /large|micro|small|medium|Standard_|_Gen|db-|\d ?[GTMgtm][Bbio]|\d ?[GM]\b|cpu|core|kern|n[úu]cl|c[œo]e?ur|proce|ядер|核|コア|코어/i;

/** Push lines of prose; a figure counts where every line that gives one gives the same. */
export class StatedMachine {
  readonly #memory = new Set<number>();
  readonly #cpus = new Set<number>();
  readonly #data = new Set<number>();
  readonly #classes = new Map<string, InstanceClass>();

  get memoryBytes(): number | undefined {
    return only(this.#memory) ?? this.#class?.memoryBytes;
  }

  get cpus(): number | undefined {
    return only(this.#cpus) ?? this.#class?.cpus;
  }

  get dataBytes(): number | undefined {
    return only(this.#data);
  }

  /** The class of the instance, where the text names one alone. */
  get #class(): InstanceClass | undefined {
    const [first] = this.#classes.values();
    return this.#classes.size === 1 ? first : undefined;
  }

  push(line: string): void {
    if (line.length > 2_000 || !mayState.test(line) || noProse.test(line)) return;
    // Sentences are judged one by one.
    const sentences = line
      .replaceAll(quoted, ' ')
      .split(/(?<=[.!?;]) (?=[\p{Lu}¿¡]|[a-z]{2,20}_[a-z])|(?<=\p{Ll}{2}[.!?;]) (?=\d)/u)
      .map(withoutSettings);
    // `our server (Debian, 32 GB RAM, 8 cores) is slow`: a list of parts within a sentence.
    const lists = [...line.matchAll(/\(([^()]{5,160})\)/g)]
      .map(([, list = '']) => list)
      .filter(isListOfParts);
    for (const sentence of [...sentences, ...lists]) {
      if (!anotherMachine.test(sentence)) add(this.#memory, [memoryOfMachine], sentence, () => true);
      if (another.test(sentence) || (isUse.test(sentence) && !isListOfParts(sentence))) continue;
      for (const one of instanceClasses(sentence)) this.#classes.set(`${one.cpus} ${one.memoryBytes}`, one);
      add(this.#data, datas, sentence, () => true);
      const states = (head: string) => has.test(head) || isListOfParts(sentence);
      add(this.#memory, memories, sentence, states);
      // Both in one breath are a machine, wherever they stand.
      const isPair = memoriesBesideCpus.some((pair) => pair.test(sentence));
      if (isPair) add(this.#memory, memoriesBesideCpus, sentence, () => true);
      const count = cpus.exec(sentence);
      if (count !== null && Number(count[1]) > 0 && (isPair || states(sentence.slice(0, count.index))))
        this.#cpus.add(Number(count[1]));
    }
  }
}

/** `64GB RAM, 16 cores`, `RAM: 64 GB`: nothing but figures and what they are of. */
function isListOfParts(sentence: string): boolean {
  return !/\p{L}/u.test(
    sentence
      .replaceAll(versioned, ' ')
      .replaceAll(/(?<![\p{L}\d])(\d[\d.,]{0,12}) ?(?=\p{L})/gu, '$1 ')
      .replaceAll(new RegExp(memoryWord, 'g'), ' ')
      .replaceAll(new RegExp(`${cpuWord}(?![\\w])`, 'g'), ' ')
      .replaceAll(made, ' '),
  );
}

function only(found: ReadonlySet<number>): number | undefined {
  const [first] = found;
  return found.size === 1 ? first : undefined;
}

function add(
  found: Set<number>,
  patterns: readonly RegExp[],
  text: string,
  states: (head: string) => boolean,
): void {
  for (const pattern of patterns) {
    const match = pattern.exec(text);
    const [, size = '', unit = ''] = match ?? [];
    const bytes = size === '' ? null : parseSize(`${size.replace(',', '.')}${unit.charAt(0).toUpperCase()}`);
    if (bytes !== null && bytes >= 128 * 1024 ** 2 && states(text.slice(0, match?.index)))
      found.add(Math.round(bytes));
  }
}
