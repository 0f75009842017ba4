import { expect, test } from 'vitest';
import { judged } from './judged-paste';

// Two definitions and a statement that joins them: whether an index can serve is a matter of types and character sets.

const plan = `| id | select_type | table | type | possible_keys | key | rows |
| 1 | SIMPLE | a | ALL | NULL | NULL | 9120 |
| 1 | SIMPLE | b | ALL | ref | NULL | 1211000 |`;

function pasted(one: string, other: string, join = 'JOIN b ON a.ref = b.ref'): string {
  return `MySQL 8.0.36
SELECT a.* FROM a ${join} WHERE a.done = 0;
CREATE TABLE \`a\` (
  \`id\` int NOT NULL,
  \`ref\` ${one.split('|')[0]} NOT NULL,
  PRIMARY KEY (\`id\`)
) ENGINE=InnoDB ${one.split('|')[1] ?? ''};
CREATE TABLE \`b\` (
  \`id\` int NOT NULL,
  \`ref\` ${other.split('|')[0]} NOT NULL,
  PRIMARY KEY (\`id\`),
  KEY \`ref\` (\`ref\`)
) ENGINE=InnoDB ${other.split('|')[1] ?? ''};
${plan}`;
}

const unlike = 'quoted-join-of-unlike-columns';

test.each([
  ['varchar(20)|DEFAULT CHARSET=utf8', 'varchar(20)|DEFAULT CHARSET=utf8mb4', 'utf8'],
  [
    'varchar(20)|DEFAULT CHARSET=utf8mb4',
    'varchar(20) CHARACTER SET latin1|DEFAULT CHARSET=utf8mb4',
    'latin1',
  ],
  [
    'varchar(20) COLLATE utf8mb3_bin|DEFAULT CHARSET=utf8mb4',
    'varchar(20)|COLLATE=utf8mb4_unicode_ci',
    'utf8mb3_bin',
  ],
  ['bigint', 'varchar(20)|DEFAULT CHARSET=utf8mb4', 'bigint'],
])('%s beside %s', async (one, other, named) => {
  const { headline, ids } = await judged(pasted(one, other));
  expect(headline.text).toMatch(
    /^A quoted statement joins columns that differ, so no index can be used: a\.ref/,
  );
  expect(headline.text).toContain(named);
  expect(ids).toContain(unlike);
});

test.each([
  ['bigint', 'int unsigned'],
  ['varchar(20)|DEFAULT CHARSET=utf8', 'varchar(20)|DEFAULT CHARSET=utf8mb3'],
  // Which collation is the default depends on the version.
  ['varchar(20)|DEFAULT CHARSET=utf8mb4', 'varchar(20)|DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci'],
])('%s beside %s are alike, or may be', async (one, other) => {
  const { ids } = await judged(pasted(one, other));
  expect(ids).not.toContain(unlike);
  expect(ids).toContain('quoted-join-without-index');
});

test('columns that no quoted statement joins are not compared, nor those of which the names leave a choice', async () => {
  const [one, other] = ['bigint', 'varchar(20)|DEFAULT CHARSET=utf8mb4'];
  expect((await judged(pasted(one, other, 'JOIN b ON a.id = b.id'))).ids).not.toContain(unlike);
  const third = `${pasted(one, other, 'JOIN b x ON y.ref = x.ref')}
CREATE TABLE \`c\` (
  \`ref\` varchar(20) NOT NULL,
  PRIMARY KEY (\`ref\`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;`;
  expect((await judged(third)).ids).not.toContain(unlike);
});
