// What prose says of the machine that the server runs on: "64 GB de RAM y 16 núcleos", "a database of 300 GB".
import { parseSize } from '../../../shared/base/units';

const amount = '(\\d{1,4}(?:[.,]\\d{1,2})?) ?(GiB|GB|Gb|Go|G|TB|TiB|To|MB|Mo|MiB)';
const memoryWord =
  '(?:RAM|[Mm]emory|m[ée]moire|[Mm]emoria|Arbeitsspeicher|Hauptspeicher|geheugen|ОЗУ|оперативной памяти|памяти|内存|記憶體|メモリ|메모리)';
/** `64 GB RAM`, `32 Go de RAM`, `16GB of memory`; `RAM: 64 GB`, `内存 32G`. */
const memories = [
  new RegExp(
    `(?<![\\d.,])${amount}(?: (?:of|de|di|a|mémoire|DDR\\d))?(?: (?:system|total|physical|la))? ?${memoryWord}(?![\\w])`,
  ),
  new RegExp(`(?<!\\w)${memoryWord} ?(?:[:=]|is|was|of|de|von|:)? ?(?<![\\d.,])${amount}(?![\\w.])`),
];
const cpuWord =
  '(?:v?CPUs?|cores?|vcores?|[Pp]rocessors?|n[úu]cleos|c[œo]e?urs|Kerne|Prozessoren|ядер|ядра|核|コア|코어|processeurs|procesadores)';
const cpus = new RegExp(`(?<![\\d.,])(\\d{1,3}) ?(?:physical |logical |virtual )?${cpuWord}(?![\\w])`);
const dataWord =
  '(?:data|database|databases|dataset|tables|base de datos|bases? de donn[ée]es|Daten|Datenbank|donn[ée]es|datos|dati|数据|данных)';
const datas = [
  // `the database is about 300 GB`, `la base de datos ocupa unos 300 GB`, `database_size: 212 GB`
  new RegExp(
    `(?<![\\w])(?:database size|data size|database_size|data_size|dataset|database|base de datos|base de donn[ée]es|Datenbank|数据库)"? ?(?:is|has|holds|takes|size is|size|ocupa|pesa|fait|pèse|ist|hat|有|:|=)?:? ?(?:about|around|roughly|approximately|some|unos?|environ|circa|etwa|rund|ca\\.?)? ?"?${amount}(?![\\w.])`,
    'i',
  ),
  new RegExp(`(?<![\\d.,])${amount} (?:of|de|an|di) ${dataWord}(?![\\w])`, 'i'),
];

/** Words that make it a machine of another time or kind, or one that is only thought of. */
const another =
  /\b(?:upgrad\w*|would|should|could|might|if|buy|add(?:ing|ed)?|from|migrat\w*|moved|moving|previous\w*|old|new server|was|used to|instead|laptop|workstation|web ?server|app(?:lication)? server|clients?|each|per|every|other|another|than|recommend\w*|at least|minimum|needs?|requires?|up to|free|used|available|left|cached?|si|debería|pourrait|devrait|würde|sollte|serveur web|swap)\b/i;

/** What any of them needs. */
const mayState = /\d ?[GTM][Bbio]|\d ?G\b|cpu|core|kern|n[úu]cl|c[œo]e?ur|proce|ядер|核|コア|코어/i;

/** Push lines of prose; a figure counts where every line that gives one gives the same. */
export class StatedMachine {
  readonly #memory = new Set<number>();
  readonly #cpus = new Set<number>();
  readonly #data = new Set<number>();

  get memoryBytes(): number | undefined {
    return only(this.#memory);
  }

  get cpus(): number | undefined {
    return only(this.#cpus);
  }

  get dataBytes(): number | undefined {
    return only(this.#data);
  }

  push(line: string): void {
    if (line.length > 2_000 || !mayState.test(line)) return;
    // A name of the server with its value is no prose; sentences are judged one by one.
    for (const sentence of line.split(/(?<=[.!?;]) (?=[\p{Lu}¿¡])/u)) {
      if (another.test(sentence)) continue;
      add(this.#memory, memories, sentence);
      add(this.#data, datas, sentence);
      const count = cpus.exec(sentence)?.[1];
      if (count !== undefined && Number(count) > 0) this.#cpus.add(Number(count));
    }
  }
}

function only(found: ReadonlySet<number>): number | undefined {
  const [first] = found;
  return found.size === 1 ? first : undefined;
}

function add(found: Set<number>, patterns: readonly RegExp[], text: string): void {
  for (const pattern of patterns) {
    const [, size = '', unit = ''] = pattern.exec(text) ?? [];
    const bytes = size === '' ? null : parseSize(`${size.replace(',', '.')}${unit.charAt(0).toUpperCase()}`);
    if (bytes !== null && bytes >= 128 * 1024 ** 2) found.add(Math.round(bytes));
  }
}
