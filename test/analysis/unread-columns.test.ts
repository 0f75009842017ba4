import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test, vi } from 'vitest';
import { type SectionId, sections } from '../../src/evidence/sections';
import { unreadColumns } from '../../src/evidence/sections/unread';

vi.setConfig({ testTimeout: 120_000 });

// Which columns of a snapshot somebody judges by, and which are only shown: from the sources, by their types.

const root = join(import.meta.dirname, '../..');
const columnsOf = (id: SectionId): string[] => Object.keys(sections[id].columns);
const isSection = (text: string): text is SectionId => Object.hasOwn(sections, text);

/** Readers that cannot import the contract, or whose rows come through another room: each file names the columns. */
const elsewhere: readonly { section: SectionId; file: string; columns: readonly string[] }[] = [
  { section: 'stacks', file: 'src/knowledge/stacks/stack-section.ts', columns: ['basis', 'count', 'frames'] },
  { section: 'stacks', file: 'src/report/stack-facts.ts', columns: ['kind', 'meaning', 'next'] },
  { section: 'status', file: 'src/analysis/facts/inputs/observed.ts', columns: ['name', 'value'] },
  { section: 'variables', file: 'src/analysis/facts/inputs/observed.ts', columns: ['name', 'value'] },
  {
    section: 'option-files',
    file: 'src/analysis/facts/inputs/next-start.ts',
    columns: ['option_name', 'option_value'],
  },
  { section: 'variables', file: 'src/analysis/outputs/render-context.ts', columns: ['persisted', 'source'] },
  { section: 'variables', file: 'src/analysis/settings/present-settings.ts', columns: ['min', 'max'] },
  {
    section: 'statement-digests',
    file: 'src/analysis/top-sql/read-statements.ts',
    columns: [
      'count_star',
      'sum_timer_wait',
      'sum_cpu_time',
      'sum_select_scan',
      'sum_errors',
      'sum_warnings',
      'sum_rows_affected',
      'sum_rows_sent',
      'sum_rows_examined',
      'sum_created_tmp_disk_tables',
      'sum_created_tmp_tables',
      'sum_select_full_join',
      'sum_sort_merge_passes',
      'sum_no_index_used',
      'sum_no_good_index_used',
      'sum_lock_time',
    ],
  },
  {
    section: 'prepared-statements',
    file: 'src/analysis/top-sql/read-statements.ts',
    columns: [
      'count_execute',
      'sum_timer_execute',
      'sum_errors',
      'sum_warnings',
      'sum_rows_affected',
      'sum_rows_sent',
      'sum_rows_examined',
      'sum_created_tmp_disk_tables',
      'sum_created_tmp_tables',
      'sum_select_full_join',
      'sum_sort_merge_passes',
      'sum_no_index_used',
      'sum_no_good_index_used',
      'sum_lock_time',
    ],
  },
  {
    section: 'slow-log',
    file: 'src/analysis/top-sql/read-statements.ts',
    columns: [
      'count_star',
      'sum_timer_wait',
      'sum_lock_time',
      'sum_rows_affected',
      'sum_rows_sent',
      'sum_rows_examined',
      'sum_no_index_used',
    ],
  },
];

/** `section column` for each that the judging code, or a collector that builds on another, reads. */
function columnsRead(): Set<string> {
  const files = ['src/analysis', 'src/server/collect'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => join(root, folder, name)),
  );
  const program = ts.createProgram(files, {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    resolveJsonModule: true,
    types: ['node'],
    lib: ['lib.es2023.d.ts'],
  });
  const checker = program.getTypeChecker();
  const read = new Set<string>();
  const mark = (ids: readonly SectionId[], names: readonly string[]) => {
    for (const id of ids)
      for (const name of names) if (columnsOf(id).includes(name)) read.add(`${id} ${name}`);
  };
  for (const file of program.getSourceFiles()) {
    if (files.includes(file.fileName)) visit(file);
  }
  return read;

  function visit(node: ts.Node): void {
    if (ts.isPropertyAccessExpression(node)) mark(sectionsOf(node.expression), [node.name.text]);
    if (ts.isElementAccessExpression(node)) {
      const names = literals(checker.getTypeAtLocation(node.argumentExpression));
      // A name that may be any of them is looked for where it is given.
      mark(
        sectionsOf(node.expression).filter((id) => names.length < columnsOf(id).length),
        names,
      );
    }
    if (ts.isObjectBindingPattern(node)) {
      const names = node.elements.map(({ propertyName, name }) => (propertyName ?? name).getText());
      mark(sectionsOf(node), names);
    }
    if (ts.isCallExpression(node)) visitCall(node);
    ts.forEachChild(node, visit);
  }

  /** `delta.increase('count_star')`, and columns that are given to a function. */
  function visitCall({ expression, arguments: given }: ts.CallExpression): void {
    if (ts.isPropertyAccessExpression(expression) && expression.name.text === 'increase') {
      const ids = sectionsOf(expression.expression);
      for (const one of given) mark(ids, literals(checker.getTypeAtLocation(one)));
      return;
    }
    const lists = given.flatMap((one) => (ts.isArrayLiteralExpression(one) ? [...one.elements] : [one]));
    for (const one of lists) {
      const expected = checker.getContextualType(one);
      const names = expected === undefined ? [] : literals(expected);
      if (names.length === 0) continue;
      const ids = Object.keys(sections)
        .filter(isSection)
        .filter((id) => isAllOf(id, names));
      mark(ids, literals(checker.getTypeAtLocation(one)));
    }
  }

  function isAllOf(id: SectionId, names: readonly string[]): boolean {
    const own = columnsOf(id);
    return own.length > 0 && own.length === names.length && own.every((name) => names.includes(name));
  }

  function literals(type: ts.Type): string[] {
    const parts = type.isUnion() ? type.types : [type];
    return parts.every((part) => part.isStringLiteral())
      ? parts.flatMap((part) => (part.isStringLiteral() ? [part.value] : []))
      : [];
  }

  /** The sections whose row, or the increase of whose row, an expression is. */
  function sectionsOf(node: ts.Node): SectionId[] {
    const type = checker.getTypeAtLocation(node);
    const parts = type.isUnion() ? type.types : [type];
    return parts.flatMap((part) => {
      if (part.getSymbol()?.name === 'RowDelta' && part.flags & ts.TypeFlags.Object) {
        return argumentsOf(part.aliasTypeArguments ?? checker.getTypeArguments(part as ts.TypeReference));
      }
      return ofAlias(part);
    });
  }

  function ofAlias(type: ts.Type): SectionId[] {
    const { aliasSymbol, aliasTypeArguments } = type;
    if (aliasSymbol === undefined) return [];
    if (aliasTypeArguments !== undefined && /^(?:Row|SectionRow)$/.test(aliasSymbol.name)) {
      return argumentsOf(aliasTypeArguments);
    }
    // `type Session = Row<'processlist'>`
    const [declared] = aliasSymbol.declarations ?? [];
    if (declared === undefined || !ts.isTypeAliasDeclaration(declared)) return [];
    const { type: meaning } = declared;
    if (!ts.isTypeReferenceNode(meaning) || !/^(?:Row|SectionRow)$/.test(meaning.typeName.getText()))
      return [];
    return argumentsOf((meaning.typeArguments ?? []).map((one) => checker.getTypeFromTypeNode(one)));
  }

  function argumentsOf(types: readonly ts.Type[]): SectionId[] {
    return types.flatMap((type) => literals(checker.getBaseConstraintOfType(type) ?? type)).filter(isSection);
  }
}

test('every column is judged by, or listed as shown only with a reason', () => {
  const read = columnsRead();
  for (const { section, file, columns } of elsewhere) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const column of columns) {
      expect(text, `${file} reads ${section}.${column}`).toMatch(new RegExp(`\\b${column}\\b`));
      read.add(`${section} ${column}`);
    }
  }
  const unread = Object.fromEntries(
    Object.keys(sections)
      .filter(isSection)
      .map((id): [string, string[]] => [
        id,
        columnsOf(id)
          .filter((name) => !read.has(`${id} ${name}`))
          .sort(),
      ])
      .filter(([, names]) => names.length > 0),
  );
  const listed = Object.fromEntries(
    Object.entries(unreadColumns).map(([id, { columns }]) => [id, [...columns].sort()]),
  );
  expect(unread).toEqual(listed);
});
