import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PasteReader } from './paste-reader';

/** The readings of a text, in their order, and what is remarked of them. */
function read(lines: readonly string[]) {
  const reader = new PasteReader(100, (sql) => sql);
  for (const line of lines) reader.push(line);
  const { pieces, remarks } = reader.end();
  const readings = pieces.flatMap((piece) =>
    piece.kind === 'status' ? [Object.fromEntries(piece.values)] : [],
  );
  return { readings, remarks: remarks.join('; ') };
}

const names = ['Questions', 'Com_select', 'Threads_running', 'Uptime'];

describe('readings beside each other', () => {
  test('totals and then differences, as pt-mext prints them, are added up', () => {
    const { readings, remarks } = read([
      'Questions          1000     20     30',
      'Threads_running       9      1     -2',
      'Uptime             5000     10     10',
    ]);
    expect(readings).toEqual([
      { Questions: '1000', Threads_running: '9', Uptime: '5000' },
      { Questions: '1020', Threads_running: '10', Uptime: '5010' },
      { Questions: '1050', Threads_running: '8', Uptime: '5020' },
    ]);
    expect(remarks).toContain('differences');
  });

  test('totals put beside each other are two readings', () => {
    const { readings, remarks } = read([
      '| Variable_name | before | after |',
      '|---|---|---|',
      '| Uptime | 5000 | 5060 |',
      '| Questions | 1000 | 4000 |',
    ]);
    expect(readings).toEqual([
      { Uptime: '5000', Questions: '1000' },
      { Uptime: '5060', Questions: '4000' },
    ]);
    expect(remarks).toBe('');
  });

  test.each([
    ['no Uptime among them', ['Questions 1000  20', 'Com_select  900  10']],
    ['an Uptime that does not move', ['Questions 1000  20', 'Uptime  5000  5000']],
    ['two servers beside each other', ['Questions 1000  20', 'Uptime  9000000  500000']],
  ])('%s: the first column is what is read', (_, lines) => {
    expect(read(lines).readings).toHaveLength(1);
  });

  test('any totals come back as they were', () => {
    const cell = fc.integer({ min: 0, max: 1_000_000_000 });
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 2, maxLength: 8 }), (rows) => {
        const totals = rows.map((row, at) => [...row.map(String), String(90_000 + 10 * at)]);
        const lines = names.map((name, at) => `${name}   ${totals.map((row) => row[at]).join('   ')}`);
        expect(read(lines).readings.map((one) => names.map((name) => one[name]))).toEqual(totals);
      }),
    );
  });
});

describe('one interval of mysqladmin -r', () => {
  const lines = ['Questions  2000', 'Threads_running  2', 'Uptime  10'];

  test('counts as averages, without gauges and without the time since start', () => {
    const { readings, remarks } = read(['mysqladmin -ri10 extended-status', ...lines]);
    expect(readings).toEqual([{ Questions: String(200 * 86_400) }]);
    expect(remarks).toContain('one interval');
  });

  test('is a server that has just started, where nothing says that they are differences', () => {
    expect(read(['mysqladmin -i10 extended-status', ...lines]).readings).toEqual([
      { Questions: '2000', Threads_running: '2', Uptime: '10' },
    ]);
  });
});
