import { stat } from 'node:fs/promises';
import path from 'node:path';
import { mean } from '../experiment/statistics/descriptive';
import { LatchkeyError } from '../shared/base/error';
import { groupedBy } from '../shared/base/grouped';
import { formatBytes } from '../shared/base/units';
import type { BenchmarkResult, BenchmarkTest } from '../shared/compare';
import { listFolder } from './list-folder';
import { readError, readWholeFile } from './read-file';
import { texts } from './texts';

/** What all files of a folder may come to. */
const mostBytesTogether = 64 * 1024 ** 2;
const mostFiles = 5000;
const oneGroup = 'all';

/** Whether a path is taken for the result of a benchmark: a folder, or a file that ends in .csv. */
export async function isBenchmarkResult(file: string): Promise<boolean> {
  if (/\.csv$/i.test(file)) return true;
  return stat(file).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/**
 * Reads `test,group,qps[,cpu_per_op,cs_per_op]` from a CSV file, or the printed output of sysbench from a folder: the
 * file's name is the test, its folder below the given one the group. A test that was run several times counts with
 * its mean. Throws `file-unreadable` with the line for anything else.
 */
export async function readBenchmarkResult(file: string): Promise<BenchmarkResult> {
  const found = await stat(file).catch((error: unknown) => {
    throw readError(error, file, 'benchmark result');
  });
  const rows = found.isDirectory() ? await readFolder(file) : await readCsv(file);
  const { tests, repeated } = averaged(rows);
  return {
    path: file,
    tests,
    remarks: repeated.length === 0 ? [] : [`${file}: the mean of several runs for ${repeated.join(', ')}.`],
  };
}

async function readCsv(file: string): Promise<BenchmarkTest[]> {
  const text = (await readWholeFile(file, 'benchmark result')).toString('utf8');
  return parseBenchmarkTable(text.replace(/^\uFEFF/, ''), file);
}

/** Rows of `test,group,qps[,cpu_per_op,cs_per_op]`. `file`: for messages. Throws `file-unreadable` with the line. */
export function parseBenchmarkTable(text: string, file: string): BenchmarkTest[] {
  const lines = text.split(/\r?\n/).map((line, index) => ({ line, number: index + 1 }));
  const [head, ...rest] = lines.filter(({ line }) => line.trim() !== '' && !line.startsWith('#'));
  const columns = splitLine(head?.line ?? '').map((name) => name.toLowerCase());
  const at = (name: string) => columns.indexOf(name);
  const missing = ['test', 'group', 'qps'].filter((name) => at(name) === -1);
  if (missing.length > 0) {
    throw new LatchkeyError(
      'file-unreadable',
      texts.thereIsNoColumn(file, head?.number ?? 1, missing.join(', ')),
      {
        hint: texts.theFirstLineIsTest,
      },
    );
  }
  return rest.map(({ line, number }) => {
    const cells = splitLine(line);
    const amount = (name: string) => measure(cells[at(name)], `${file}:${number}: ${name}`);
    const test = cells[at('test')] ?? '';
    if (test === '') throw new LatchkeyError('file-unreadable', texts.theTestHasNoName(file, number));
    return {
      test,
      group: cells[at('group')] || oneGroup,
      qps: amount('qps'),
      cpuPerOperation: at('cpu_per_op') === -1 ? null : amount('cpu_per_op'),
      contextSwitchesPerOperation: at('cs_per_op') === -1 ? null : amount('cs_per_op'),
    };
  });
}

/** Cells of a line, with double quotes as RFC 4180 has them; a quoted cell does not span lines here. */
function splitLine(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
    (quoted?.replaceAll('""', '"') ?? plain ?? '').trim(),
  );
}

/** An empty cell is not known; anything but a number above 0 is refused. */
function measure(cell: string | undefined, where: string): number | null {
  if (cell === undefined || cell === '') return null;
  const value = Number(cell);
  if (Number.isFinite(value) && value > 0) return value;
  throw new LatchkeyError('file-unreadable', texts.isNotANumberAbove(where, cell));
}

async function readFolder(folder: string): Promise<BenchmarkTest[]> {
  const files = await filesBelow(folder, folder, 0);
  const tests: BenchmarkTest[] = [];
  let bytes = 0;
  for (const file of files) {
    const text = (await readWholeFile(file, 'sysbench output')).toString('utf8');
    bytes += text.length;
    if (bytes > mostBytesTogether) {
      throw new LatchkeyError(
        'file-unreadable',
        texts.holdsMoreThanOfResults(folder, formatBytes(mostBytesTogether)),
      );
    }
    const qps = queriesPerSecond(text);
    if (qps === null) continue;
    const below = path.relative(folder, path.dirname(file));
    tests.push({
      // Runs of one test: name.1.txt, name.2.txt.
      test: path.basename(file).replace(/(\.\d+)?\.[A-Za-z]+$/, ''),
      group: below === '' ? oneGroup : below.split(path.sep).join('/'),
      qps,
      cpuPerOperation: null,
      contextSwitchesPerOperation: null,
    });
  }
  if (tests.length === 0) {
    throw new LatchkeyError('file-unreadable', texts.thereIsNoOutputOf(folder), {
      hint: texts.giveAFolderOfFiles,
    });
  }
  return tests;
}

async function filesBelow(root: string, folder: string, depth: number): Promise<string[]> {
  const entries = await listFolder(folder, mostFiles).catch((error: unknown) => {
    throw readError(error, folder, 'folder of results');
  });
  const files: string[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory() && depth < 4) files.push(...(await filesBelow(root, full, depth + 1)));
    if (entry.isFile()) files.push(full);
    if (files.length > mostFiles) {
      throw new LatchkeyError('file-unreadable', texts.holdsMoreThanFiles(root, mostFiles));
    }
  }
  return files;
}

/** `queries: 123456 (4115.01 per sec.)`; the rate is missing in sysbench 0.4, whose `read/write requests` has it. */
export function queriesPerSecond(text: string): number | null {
  const match = /^[ \t]*(?:queries|read\/write requests):\s*\d+\s*\(([\d.]+) per sec\.\)/m.exec(text);
  const value = match === null ? Number.NaN : Number(match[1]);
  return Number.isFinite(value) && value > 0 ? value : null;
}

function averaged(rows: BenchmarkTest[]): { tests: BenchmarkTest[]; repeated: string[] } {
  const runs = groupedBy(rows, ({ test }) => test);
  const meanOf = (values: (number | null)[]) => {
    const seen = values.filter((value): value is number => value !== null);
    return seen.length === 0 ? null : mean(seen);
  };
  return {
    tests: [...runs].map(([test, several]) => ({
      test,
      group: several[0]?.group ?? oneGroup,
      qps: meanOf(several.map(({ qps }) => qps)),
      cpuPerOperation: meanOf(several.map(({ cpuPerOperation }) => cpuPerOperation)),
      contextSwitchesPerOperation: meanOf(several.map((one) => one.contextSwitchesPerOperation)),
    })),
    repeated: [...runs].filter(([, several]) => several.length > 1).map(([test]) => test),
  };
}
