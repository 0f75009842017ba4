import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderPlan } from '../../src/analysis';
import { parseOptionFile, readGroup } from '../../src/knowledge/option-file';
import { toCsv } from '../../src/shared/writers/csv';
import { jsonText } from '../../src/shared/writers/json';
import { visible } from '../../src/shared/writers/visible';
import { hostileTexts } from '../hostile-texts';
import { analysisOf, hostileAnalysis, hostilePlan, statedLeftOut } from './hostile-plan';

/** What programs that have nothing to do with Latchkey read from its outputs. */
const mysql = analysisOf({ flavour: 'mysql', version: [9, 7, 4] });
const mariadb = analysisOf({ flavour: 'mariadb', version: [11, 8, 6] });
const texts = Object.values(hostileTexts);

const script = `
import csv, html.parser, io, json, sys
csv.field_size_limit(10**9)
class Reader(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.tags, self.cells, self.cell, self.title = [], [], None, None
    def handle_starttag(self, tag, attrs):
        self.tags.append([tag, attrs])
        if tag == 'td': self.cell = ''
    def handle_endtag(self, tag):
        if tag == 'td' and self.cell is not None:
            self.cells.append(self.cell)
            self.cell = None
    def handle_data(self, data):
        if self.cell is not None: self.cell += data
def read_html(text):
    reader = Reader()
    reader.feed(text)
    reader.close()
    return {'tags': reader.tags, 'cells': reader.cells}
def read_yaml(text):
    import yaml
    return yaml.safe_load(text)
def has_yaml(_):
    try: import yaml
    except ImportError: return False
    return True
readers = {
    'csv': lambda text: list(csv.reader(io.StringIO(text, newline=''), strict=True)),
    'json': json.loads, 'html': read_html, 'yaml': read_yaml, 'has yaml': has_yaml,
}
kind, texts = json.load(sys.stdin)
json.dump([readers[kind](text) for text in texts], sys.stdout)
`;

function python(
  kind: 'csv' | 'json' | 'html' | 'yaml' | 'has yaml',
  documents: readonly string[],
): unknown[] {
  const printed = execFileSync('python3', ['-I', '-c', script], {
    input: JSON.stringify([kind, documents]),
    encoding: 'utf8',
    maxBuffer: 1024 ** 3,
  });
  return JSON.parse(printed);
}

/** A spreadsheet runs what begins with one of these, after blanks, as a formula. */
const formula = /^[\s\0]*[=+\-@\t\r\n＝＋－＠]/;
/** The writer's apostrophe taken away. */
const original = (cell: string) =>
  cell.startsWith("'") && formula.test(cell.replace(/^'+/, '')) ? cell.slice(1) : cell;

test("Python's csv reads every table exactly, and no cell is a formula", () => {
  const cell = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...`,"'\r\n\t =+-@;1a\0\\`, '＝', '\u2028', '\ufeff') }),
    fc.constantFrom(...texts.filter(({ length }) => length < 10_000)),
    fc.integer(),
    fc.constant(null),
  );
  const table = fc.integer({ min: 1, max: 4 }).chain((width) =>
    fc.record({
      columns: fc.array(fc.string(), { minLength: width, maxLength: width }),
      rows: fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 6 }),
    }),
  );
  // One run of Python reads them all.
  const tables = [...fc.sample(table, 400), { columns: ['a megabyte'], rows: texts.map((text) => [text]) }];
  const read = python('csv', tables.map(toCsv));
  for (const [index, { columns, rows }] of tables.entries()) {
    const found = read[index];
    if (!Array.isArray(found)) throw new Error('no table');
    const cells: string[][] = found;
    expect(cells.map((row) => row.map(original))).toEqual(
      [columns, ...rows].map((row) => row.map((each) => String(each ?? ''))),
    );
    expect(cells.flat().filter((each) => formula.test(each) && Number.isNaN(Number(each)))).toEqual([]);
  }
});

test("Python's json reads every text exactly", () => {
  const values = [
    ...fc.sample(fc.jsonValue({ stringUnit: 'binary' }), 300),
    ...texts,
    Object.fromEntries(texts.map((text) => [text, text])),
  ];
  // Python prints numbers in its own way.
  const shown = (value: unknown) => JSON.stringify(value).replaceAll('-0', '0');
  expect(python('json', values.map(jsonText)).map(shown)).toEqual(values.map(shown));
});

test("Python's HTML parser finds the values in the cells, and no element that a plain value does not make", () => {
  const plans = ['plain', ...texts].map(
    (text) => renderPlan(hostilePlan(mysql, 'before', text), hostileAnalysis(mysql, text), 'html', null).text,
  );
  const [plain, ...hostile] = python('html', plans);
  for (const [index, text] of texts.entries()) {
    expect(hostile[index]).toMatchObject({
      tags: Object(plain).tags,
      cells: expect.arrayContaining([visible(text.length > 300 ? '' : text)].filter((cell) => cell !== '')),
    });
  }
});

test.runIf(python('has yaml', ['']).every(Boolean))("Python's YAML reads the values exactly", () => {
  const plans = texts.map((text) =>
    renderPlan(hostilePlan(mysql, 'before', text), hostileAnalysis(mysql, text), 'ansible', null),
  );
  const read = python(
    'yaml',
    plans.map(({ text }) => text),
  );
  for (const [index, text] of texts.entries()) {
    const { mysql_options: options } = Object(read[index]);
    const left = statedLeftOut(plans[index]?.text ?? '', plans[index]?.remarks ?? []);
    for (const name of ['init_connect', 'init_file'])
      expect(options?.mysqld?.[name] ?? null).toBe(left.includes(name) ? null : text);
  }
});

test.runIf(existsSync('/usr/bin/patch'))(
  'GNU patch makes of the diff the file that was meant, or it is left out',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-patch-'));
    try {
      for (const [what, text] of Object.entries(hostileTexts)) {
        const plan = hostilePlan(mysql, 'before', text);
        const { text: diff, remarks } = renderPlan(plan, hostileAnalysis(mysql, text), 'diff', null);
        execFileSync('/usr/bin/patch', ['-p0', '--quiet', '--force', '-d', folder], { input: diff });
        const made = readFileSync(join(folder, 'my.cnf'), 'utf8');
        const read = Object.fromEntries(readGroup(parseOptionFile(made, { lineBytes: null }), ['mysqld']));
        const left = statedLeftOut(made, remarks);
        for (const { variable } of plan.changes)
          expect(read[variable] ?? null, what).toBe(left.includes(variable) ? null : text);
        execFileSync('/usr/bin/patch', ['-p0', '-R', '--quiet', '--force', '-d', folder], { input: diff });
        expect(existsSync(join(folder, 'my.cnf'))).toBe(false);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

test.runIf(existsSync('/usr/bin/my_print_defaults'))(
  'my_print_defaults reads an option file exactly, or the value is left out',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-defaults-'));
    try {
      for (const [what, text] of Object.entries(hostileTexts)) {
        const plan = hostilePlan(mariadb, 'before', text);
        const { text: file } = renderPlan(plan, hostileAnalysis(mariadb, text), 'cnf', null);
        const path = join(folder, 'my.cnf');
        writeFileSync(path, file);
        const printed = execFileSync('/usr/bin/my_print_defaults', [`--defaults-file=${path}`, 'mysqld'], {
          encoding: 'utf8',
        });
        const left = statedLeftOut(file, []);
        const expected = plan.changes
          .filter(({ variable }) => !left.includes(variable))
          .map(({ variable }) => `--${variable}=${text}\n`);
        expect(printed, what).toBe(expected.join(''));
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
