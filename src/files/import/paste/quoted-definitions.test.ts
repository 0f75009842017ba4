import { expect, test } from 'vitest';
import { keylessTables } from './keyless-tables';
import { QuotedDefinitions } from './quoted-definitions';

function definition(name: string, lines: readonly string[]): string[] {
  return [`CREATE TABLE \`${name}\` (`, ...lines.map((line) => `  ${line},`), ') ENGINE=InnoDB', ''];
}

function keylessOf(lines: readonly string[]) {
  const definitions = new QuotedDefinitions();
  for (const line of lines) definitions.push(line);
  return keylessTables(definitions.whole)?.rows ?? [];
}

test('a table without a primary key is found behind hundreds that have one', () => {
  const keyed = Array.from({ length: 300 }, (_, at) =>
    definition(`keyed${at}`, ['`id` int NOT NULL', 'PRIMARY KEY (`id`)']),
  ).flat();
  expect(keylessOf([...keyed, ...definition('bare', ['`id` int'])])).toEqual([
    [null, 'bare', 'InnoDB', null],
  ]);
});

test('the primary key of a table with as many columns as InnoDB takes is seen', () => {
  const columns = Array.from({ length: 1017 }, (_, at) => `\`c${at}\` int NOT NULL`);
  expect(keylessOf(definition('wide', [...columns, 'PRIMARY KEY (`c0`)']))).toEqual([]);
});
