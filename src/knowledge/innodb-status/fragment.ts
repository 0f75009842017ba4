import { type SectionTitle, sectionTitles } from './sections';

/** How a line of a section begins, so that its section is known without its title. Numbers keep prose out. */
const beginnings: readonly { title: SectionTitle; forms: readonly string[] }[] = [
  { title: 'BACKGROUND THREAD', forms: ['srv_master_thread (?:loops|log)'] },
  {
    title: 'SEMAPHORES',
    forms: [
      'OS WAIT ARRAY INFO:',
      'Mutex spin waits \\d',
      'RW-(?:shared|excl|sx) spins \\d',
      'Spin rounds per wait: \\d',
      '--Thread \\d+ has waited at ',
      '(?:S|X|SX)-lock (?:\\(wait_ex\\) )?on RW-latch at ',
      'Mutex at 0x',
      'a writer \\(thread id ',
      'number of readers \\d',
      'Last time (?:read|write) locked in file ',
      'Last time reserved in file ',
      'Holder thread ',
      'waiters flag \\d',
    ],
  },
  {
    title: 'TRANSACTIONS',
    forms: [
      'Trx id counter [0-9A-F]+(?= |$)',
      "Purge done for trx's n:o ",
      'History list length \\d',
      'LIST OF TRANSACTIONS FOR EACH SESSION:',
      '---TRANSACTION [(\\d]',
    ],
  },
  {
    title: 'FILE I/O',
    forms: [
      'I/O thread \\d+ state:',
      'Pending normal aio reads:',
      'Pending flushes \\(fsync\\)',
      '\\d+ OS file reads,',
      '[\\d.]+ reads/s, \\d+ avg bytes/read',
    ],
  },
  {
    title: 'INSERT BUFFER AND ADAPTIVE HASH INDEX',
    forms: ['Ibuf: size \\d', 'Hash table size \\d', '[\\d.]+ hash searches/s'],
  },
  {
    title: 'LOG',
    forms: [
      'Log sequence number\\s+\\d',
      'Log (?:flushed|written|buffer assigned|buffer completed) up to\\s+\\d',
      'Added dirty pages up to\\s+\\d',
      'Pages flushed up to\\s+\\d',
      'Last checkpoint at\\s+\\d',
      '(?:Max checkpoint age|Checkpoint age target|Checkpoint age|Modified age)\\s+\\d',
      '\\d+ pending log (?:writes|flushes),',
      "\\d+ log i/o's done",
    ],
  },
  {
    title: 'BUFFER POOL AND MEMORY',
    forms: [
      'Total (?:large )?memory allocated \\d',
      'Total memory allocated by read views \\d',
      'Internal hash tables \\(',
      'Dictionary memory allocated \\d',
      'Buffer pool size(?:, bytes)?\\s+\\d',
      'Free buffers\\s+\\d',
      '(?:Old d|D)atabase pages\\s+\\d',
      'Modified db pages\\s+\\d',
      'Pending reads\\s*:?\\s+\\d',
      'Pending writes: LRU ',
      'Pages made young \\d',
      '[\\d.]+ youngs/s',
      'Pages read \\d+, created',
      '[\\d.]+ reads/s, [\\d.]+ creates/s',
      'Buffer pool hit rate \\d',
      'No buffer pool page gets since',
      'Pages read ahead [\\d.]',
      'LRU len: \\d',
      'I/O sum\\[',
    ],
  },
  { title: 'INDIVIDUAL BUFFER POOL INFO', forms: ['---BUFFER POOL \\d'] },
  {
    title: 'ROW OPERATIONS',
    forms: [
      '\\d+ queries inside InnoDB,',
      '\\d+ read views open inside InnoDB',
      'Process ID=\\d',
      'Main thread (?:process no|ID)',
      'Number of rows inserted \\d',
      '[\\d.]+ inserts/s,',
    ],
  },
];

const known = beginnings.map(({ title, forms }) => ({
  title,
  pattern: beginningWith(forms),
}));
/** One question for the many lines that begin with none of them. */
const anyKnown = beginningWith(beginnings.flatMap(({ forms }) => forms));
/** Lines that only go on with a section, and its end. */
const continuations = [
  '\\d+ lock struct\\(s\\), ',
  'mysql tables in use \\d',
  '(?:MySQL |MariaDB )?thread id \\d+, ',
  '-{3,64} END OF INNODB MONITOR',
];
/** The end of a preceding word, and then any of these beginnings: where a text on one line is to be broken. */
const breaks = new RegExp(
  ` (?=${[...sectionTitles.map(({ title }) => `-{3,64} ${title} -`), ...beginnings.flatMap(({ forms }) => forms), ...continuations].join('|')})`,
);
const headingTime =
  /(\d{6} {1,2}\d{1,2}:\d\d:\d\d|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)[^=]{0,60}INNODB MONITOR OUTPUT/;
const averages = /Per second averages calculated from the last (\d{1,9}) seconds/;
const longestLine = 262_144;

/**
 * A part of SHOW ENGINE INNODB STATUS as people paste it (some sections, some lines, indented, all on one line, with the
 * titles that Markdown made of its dashes) as the server would print these sections. Push lines, then `end()`.
 */
export class StatusFragment {
  readonly #sections = new Map<SectionTitle, string[]>();
  #current: SectionTitle | null = null;
  #heading: string | null = null;
  #averages: string | null = null;
  #ownLines = 0;

  push(line: string): void {
    if (line.length > longestLine) return;
    // Slides and pages lose the line break behind the dashes of a title.
    for (const part of line.length > 200 ? line.split(breaks) : [line])
      this.#take(part.trim().replace(/^-{4,64}(?=[A-Z])/, ''));
  }

  /** null: there is nothing of it. */
  end(): string | null {
    const history = this.#sections
      .get('TRANSACTIONS')
      ?.some((line) => line.startsWith('History list length'));
    const queue = this.#sections.get('ROW OPERATIONS')?.some((line) => /queries in queue/.test(line));
    // These two say something by themselves.
    if (this.#ownLines < 2 && history !== true && queue !== true) return null;
    const head = [
      `${this.#heading ?? ''} INNODB MONITOR OUTPUT`.trimStart(),
      ...(this.#averages === null ? [] : [this.#averages]),
    ];
    const body = sectionTitles.flatMap(({ title }) => {
      const lines = this.#sections.get(title);
      return lines === undefined ? [] : ['---', title, '---', ...lines];
    });
    return `${[...head, ...body].join('\n')}\n`;
  }

  #take(line: string): void {
    // Most lines of a paste are none of these: what they cannot do without is looked for first.
    if (line.includes('INNODB MONITOR')) this.#heading ??= headingTime.exec(line.slice(0, 200))?.[1] ?? null;
    if (line.includes('Per second')) this.#averages ??= averages.exec(line.slice(0, 200))?.[0] ?? null;
    const title = titleOf(line);
    if (title !== null) {
      this.#current = title;
      return;
    }
    const found = anyKnown.test(line) ? known.find(({ pattern }) => pattern.test(line))?.title : undefined;
    if (found !== undefined) {
      // Pools of their own repeat the lines of all of them.
      const within = this.#current === 'INDIVIDUAL BUFFER POOL INFO' && found === 'BUFFER POOL AND MEMORY';
      const section = within ? this.#current : found;
      this.#current = section;
      this.#ownLines += 1;
      this.#add(section ?? found, withoutRemark(line));
    } else if (this.#current !== null && quoting.has(this.#current)) this.#continue(line);
  }

  /** The lines of a transaction, and of a deadlock, have many forms. */
  #continue(line: string): void {
    if (/^(?:={3,}|END OF INNODB|-{3,64} END OF)/.test(line)) this.#current = null;
    else if (this.#current !== null && line !== '') this.#add(this.#current, line);
  }

  #add(title: SectionTitle, line: string): void {
    const lines = this.#sections.get(title) ?? [];
    this.#sections.set(title, lines);
    if (lines.length < 20_000) lines.push(line);
  }
}

function beginningWith(forms: readonly string[]): RegExp {
  return new RegExp(`^(?:${forms.join('|')})`);
}

const quoting: ReadonlySet<SectionTitle> = new Set(
  sectionTitles.flatMap(({ title, quotesUsers }) => (quotesUsers ? [title] : [])),
);

/** `TRANSACTIONS`, `## TRANSACTIONS`, `---------- TRANSACTIONS ----------` */
function titleOf(line: string): SectionTitle | null {
  if (line.length > 120 || !/^[#A-Z-]/.test(line)) return null;
  const bare = line.replace(/^(?:#{1,6}|-{3,64}) /, '').replace(/ -{3,64}$/, '');
  return sectionTitles.find(({ title }) => title === bare)?.title ?? null;
}

/** Without what the author of a page wrote behind the line: `Free buffers 16385 — near 0: full`. */
function withoutRemark(line: string): string {
  return line.split(/ [—–|] ?/, 1)[0]?.trimEnd() ?? line;
}
