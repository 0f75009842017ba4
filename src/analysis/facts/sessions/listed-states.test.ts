import { expect, test } from 'vitest';
import { buildSnapshot, tableSection } from '../../../../test/analysis/snapshot-builder';
import { factCatalog } from '../catalog';
import { FactSet } from '../inputs/fact-set';
import { Observed } from '../inputs/observed';

const columns = ['id', 'user', 'host', 'db', 'command', 'time', 'state', 'info'];
const report = 'SELECT id\n  FROM orders WHERE note = ?';

function mostListed(start: string[], end: string[]): unknown {
  const rows = (statements: string[]) =>
    statements.map((info, index) => [index, 'app', 'web1', 'shop', 'Query', 0, 'Sending data', info]);
  const idle = [90, 'app', 'web1', 'shop', 'Sleep', 100, '', null];
  const section = tableSection(columns, { start: [...rows(start), idle], end: [...rows(end), idle] });
  const snapshot = buildSnapshot({ sections: { processlist: section } });
  const reading = new FactSet(new Observed(snapshot), factCatalog()).reading('listed_statement');
  return reading.known ? reading.value : null;
}

test('the statement that most sessions executed, at both ends of the window, with how many of them', () => {
  const found = mostListed([report, report], [report, 'UPDATE stock SET n = ? WHERE id = ?']);
  expect(found).toBe('SELECT id FROM orders WHERE note = ? (3 of 4 executing when listed)');
});

test('one session alone shows nothing', () => {
  expect(mostListed([], [report])).toBeNull();
  expect(mostListed([], [])).toBeNull();
});

test('a long statement is cut', () => {
  expect(
    String(mostListed([], [`SELECT ${'x'.repeat(900)}`, `SELECT ${'x'.repeat(900)}`])).length,
  ).toBeLessThan(240);
});
