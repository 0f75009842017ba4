import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import ts from 'typescript';
import { expect, test } from 'vitest';

/** Where pieces of an output may be made of plain text. */
const makers = [/^src\/shared\/writers\//, /^src\/knowledge\/option-file\/parse\.ts$/];
/** Rooms whose outputs are put together from such pieces. */
const outputRooms = [/^src\/analysis\/outputs\//, /^src\/shared\/writers\//];

async function readSources(): Promise<ts.SourceFile[]> {
  const found: ts.SourceFile[] = [];
  for await (const file of glob('src/**/*.{ts,tsx}')) {
    if (/\.(test|d)\.tsx?$/.test(file)) continue;
    found.push(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true));
  }
  return found;
}

/** Parsed once: that takes a processor a second or two, and six tests look through them. */
const sources = readSources();

/** Every node of the files for which `isFound` holds, as `file:line text`. */
async function find(isFound: (node: ts.Node, file: ts.SourceFile) => boolean): Promise<string[]> {
  const found: string[] = [];
  for (const file of await sources) {
    const visit = (node: ts.Node): void => {
      if (isFound(node, file))
        found.push(`${file.fileName}: ${node.getText(file).replaceAll(/\s+/g, ' ').slice(0, 200)}`);
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return found.sort();
}

const isIn = (rooms: RegExp[], { fileName }: ts.SourceFile) => rooms.some((room) => room.test(fileName));

// Claim, What a hostile file can do: Text of a file or server gets into an output only through the writer of its language; a test over the sources looks for another way.
test('only the writers make pieces of an output from text', async () => {
  const found = await find(
    (node, file) =>
      ts.isNewExpression(node) && node.expression.getText(file) === 'Written' && !isIn(makers, file),
  );
  expect(found).toEqual([]);
  const imported = await find(
    (node, file) =>
      ts.isImportDeclaration(node) &&
      /writers\/written'$/.test(node.moduleSpecifier.getText(file)) &&
      node.importClause?.phaseModifier !== ts.SyntaxKind.TypeKeyword &&
      !isIn(makers, file),
  );
  expect(imported).toEqual([]);
});

test('no type is asserted where outputs are written, so that the types of the pieces hold', async () => {
  const found = await find(
    (node, file) =>
      isIn(outputRooms, file) &&
      (ts.isNonNullExpression(node) ||
        node.kind === ts.SyntaxKind.AnyKeyword ||
        ts.isTypeAssertionExpression(node) ||
        (ts.isAsExpression(node) && node.type.getText(file) !== 'const')),
  );
  expect(found).toEqual([]);
});

test('the text of a piece is taken out only where a document is whole, and never put into another by hand', async () => {
  const found = await find((node, file) => {
    if (!/^src\/analysis\/outputs\//.test(file.fileName) || !ts.isTemplateSpan(node)) return false;
    return (
      /\.text\b/.test(node.expression.getText(file)) && !ts.isTaggedTemplateExpression(node.parent.parent)
    );
  });
  expect(found).toEqual([]);
});

const statement =
  /^\s*(SET (GLOBAL|PERSIST|SESSION|PASSWORD|@)|RESET |GRANT |REVOKE |CREATE |DROP |ALTER |KILL |USE |INSERT |UPDATE |DELETE |REPLACE |EXPLAIN |FLUSH |TRUNCATE |CALL |DO |PREPARE |EXECUTE |SHOW |SELECT |LOCK )/;
/** Calls that give SQL for any argument. */
const writes =
  /^(sql\w*|quotedName|qualifiedEvent|valueLiteral|quoteText|quoteAccount|grantStatement|privilegeFor)\(/;

/**
 * What was read and found to be no text of others: constants of the source (`systemSchemaList`), pieces that a writer has
 * made before (`account`, `others`), random hexadecimal digits of our own, and the statements of the gate of foreign text.
 */
const reviewed: Readonly<Record<string, readonly string[]>> = {
  // Sentences about a statement.
  'src/analysis/outputs/refusal.ts': ["version.join('.')"],
  'src/cli/text/chunks-text.ts': ['size'],
  'src/server/change/restore/dead-mans-switch.ts': [
    "body.map((sql) => `{sql}; `).join('')",
    'comment',
    'due(seconds)',
  ],
  'src/server/change/gate/gate.ts': ['condition'],
  'src/server/change/guard/kept-sessions.ts': ['others'],
  // Conditions of holdsSql: a quoted name, and the value as a number or in hexadecimal digits.
  'src/server/change/quick-switch.ts': ['gate.holdsAll(expected)'],
  'src/server/change/gate/scratch-schema.ts': ["name.replaceAll('_', '\\\\_')"],
  'src/server/change/plan/plan.ts': ['table'],
  'src/server/connect/account/change-privileges.ts': ['on', 'privilege'],
  'src/server/change/guard/same-server.ts': ['expression', 'nonce'],
  // A number: no SET of a pool is without its size.
  'src/renderer/pages/buffer-pool/pool-answer.tsx': ['input.sizeBytes'],
  'src/server/change/gate/instrument-sql.ts': [
    "columns(group, position).join(', ')",
    'counter',
    "list.join(', ')",
  ],
  'src/server/change/guard/unknown-time-zone.ts': ['name'],
  'src/server/collect/collectors/schema/auto-increment.ts': ['systemSchemaList'],
  // For the log of statements only.
  'src/server/collect/collectors/statements/explains.ts': ['redactLiterals(digestText)'],
  'src/server/collect/collectors/innodb/innodb-metrics.ts': ['statusColumn'],
  'src/server/collect/reading/instrumented.ts': ['consumer', 'like'],
  'src/server/collect/collectors/replication/replication-workers.ts': ['order'],
  'src/server/collect/reading/schema-catalogue.ts': ['systemSchemaList'],
  'src/server/collect/collectors/schema/schema-sizes.ts': ['systemSchemaList', 'table'],
  'src/server/collect/reading/shared-reads.ts': ['systemSchemaList'],
  'src/server/collect/collectors/statements/statement-digests.ts': ['more'],
  'src/server/collect/collectors/waits/table-io.ts': ['also'],
  'src/server/collect/collectors/schema/unused-indexes.ts': ['systemSchemaList'],
  // One version's names of columns and functions.
  'src/server/collect/collectors/server/accounts-without-password.ts': [
    ...['barred', 'empty', 'isSuper', 'plugin', 'table'],
  ],
  'src/server/collect/collectors/server/user-statistics.ts': ['table'],
  'src/server/connect/account/grant-script.ts': ['account', 'privilege', 'table'],
  'src/server/connect/account/identity.ts': [
    "hostingPrefixes.map((prefix) => `Variable_name LIKE '{prefix}\\\\_%'`).join(' OR ')",
  ],
  'src/server/connect/account/privileges.ts': ['account', 'wanted.on', 'wanted.privilege(server)'],
  'src/server/connect/session.ts': ['foreignSqlMode(mode)', 'text'],
  'src/server/foreign/gate.ts': ['usable(session.identity)'],
  'src/server/foreign/moved-variables.ts': ["moved.map(quoteText).join(', ')"],
  'src/server/workload/kept-statements.ts': ['from', 'systemSchemaList'],
};

test('every statement that is put together anywhere takes what is filled in from a writer, or it is a number or a constant', async () => {
  const { config } = ts.readConfigFile('tsconfig.json', (path) => readFileSync(path, 'utf8'));
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, '.');
  const program = ts.createProgram(
    fileNames.filter((name) => /\/src\//.test(`/${name}`)),
    options,
  );
  const checker = program.getTypeChecker();
  const isFixed = (type: ts.Type): boolean =>
    type.isUnion()
      ? type.types.every(isFixed)
      : (type.flags & (ts.TypeFlags.NumberLike | ts.TypeFlags.StringLiteral | ts.TypeFlags.BigIntLike)) !== 0;
  const found: string[] = [];
  for (const file of program.getSourceFiles()) {
    const path = file.fileName.slice(file.fileName.lastIndexOf('/src/') + 1);
    if (!path.startsWith('src/') || /\.(test|d)\.tsx?$/.test(path)) continue;
    const visit = (node: ts.Node): void => {
      if (
        ts.isTemplateExpression(node) &&
        !ts.isTaggedTemplateExpression(node.parent) &&
        statement.test(node.head.text)
      ) {
        for (const { expression } of node.templateSpans) {
          const text = expression
            .getText(file)
            .replaceAll(/\s+/g, ' ')
            .replaceAll(/[$](?=[{])/g, '');
          if (writes.test(text) || isFixed(checker.getTypeAtLocation(expression))) continue;
          if (reviewed[path]?.includes(text) !== true) found.push(`${path}: ${text}`);
        }
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  expect(found.sort()).toEqual([]);
});

test('nothing but the terminal of the process writes to its streams', async () => {
  const found = await find(
    (node, file) =>
      ts.isPropertyAccessExpression(node) &&
      /^(process\.(stdout|stderr)|console\.\w+)$/.test(node.getText(file)) &&
      !/^src\/(cli\/(process-terminal|main)|main\/index)\.ts$/.test(file.fileName),
  );
  expect(found.filter((each) => !each.startsWith('src/server/workload/sysbench.ts'))).toEqual([]);
});

test('the name of a file is proposed by its writer, or is a constant', async () => {
  const put = await find(
    (node, file) =>
      ts.isTemplateExpression(node) &&
      /^[^/\s]*\.(lks|csv|png|pdf|html|md|json|sql|cnf)$/.test(
        node.templateSpans.at(-1)?.literal.text ?? '',
      ) &&
      /^src\/(renderer|view|main|engine|cli)\//.test(file.fileName),
  );
  expect(put).toEqual([]);
  const proposed = await find(
    (node) =>
      ts.isPropertyAssignment(node) &&
      /^default(Name|Path)$/.test(node.name.getText()) &&
      !/^(fileName\(|proposedFileName\(|fileName$|file\.name$|z\.)/.test(node.initializer.getText()),
  );
  expect(proposed).toEqual([]);
});
