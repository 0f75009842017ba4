import ts from 'typescript';
import { z } from 'zod';

const kindSchema = z.enum(['names', 'texts', 'comments', 'files']);
/** Where a word can stand: identifiers, texts (strings, JSX, rules, documents), comments, names of files and folders. */
export type Kind = z.infer<typeof kindSchema>;

const retiredSchema = z.array(
  z.strictObject({
    /** Regular expressions over lower-case words; a space stands for any white space, and identifiers are split into words. */
    words: z.array(z.string()).min(1),
    use: z.string(),
    in: z.array(kindSchema).min(1),
    /** Only files whose path matches. */
    only: z.string().optional(),
    except: z
      .array(z.strictObject({ path: z.string(), text: z.string().optional(), because: z.string() }))
      .optional(),
  }),
);

interface Exception {
  title: string;
  path: RegExp;
  text: RegExp | null;
}

interface Retired {
  pattern: RegExp;
  use: string;
  kinds: ReadonlySet<Kind>;
  only: RegExp | null;
  except: Exception[];
}

export interface Finding {
  path: string;
  line: number;
  kind: Kind;
  text: string;
  use: string;
}

/** A piece of a file with the line where it begins. */
interface Piece {
  kind: Kind;
  text: string;
  line: number;
}

/** Reads the list of retired words. Throws a ZodError where it is no such list. */
export function readRetired(document: unknown): Retired[] {
  return retiredSchema.parse(document).map(({ words, use, in: kinds, only, except = [] }) => ({
    pattern: new RegExp(words.map((word) => `\\b${word.replaceAll(' ', '\\s+')}\\b`).join('|'), 'g'),
    use,
    kinds: new Set(kinds),
    only: only === undefined ? null : new RegExp(only),
    except: except.map(({ path, text }) => ({
      title: `${words.join(', ')} in ${path}${text === undefined ? '' : ` (${text})`}`,
      path: new RegExp(path),
      text: text === undefined ? null : new RegExp(text),
    })),
  }));
}

/**
 * The retired words of one file.
 * @param path from the root of the project
 * @param read its content, asked for only where the name says that it holds names or texts
 * @param excused takes the title of each exception that applied
 */
export function findingsOf(
  path: string,
  read: () => string,
  retired: readonly Retired[],
  excused: Set<string>,
): Finding[] {
  const words = retired.filter(({ only }) => only?.test(path) ?? true);
  const pieces: Piece[] = [
    {
      kind: 'files',
      text: path
        .split(/[^A-Za-z0-9]+/)
        .map(wordsOf)
        .join(' '),
      line: 1,
    },
  ];
  if (/\.tsx?$/.test(path)) pieces.push(...sourcePieces(path, read()));
  else if (/\.(?:md|ya?ml)$/.test(path) && !path.endsWith('retired-words.yaml')) {
    pieces.push(
      ...read()
        .split('\n')
        .map((text, index) => ({ kind: 'texts' as const, text, line: index + 1 })),
    );
  }
  return pieces.flatMap((piece) => pieceFindings(path, piece, words, excused));
}

/** Titles of the exceptions that excuse nothing any more. */
export function unusedExceptions(retired: readonly Retired[], excused: ReadonlySet<string>): string[] {
  return retired
    .flatMap(({ except }) => except.map(({ title }) => title))
    .filter((title) => !excused.has(title));
}

/** `wishedText` and `WISHED_TEXT`: `wished text`. */
export function wordsOf(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .toLowerCase();
}

function pieceFindings(
  path: string,
  { kind, text, line }: Piece,
  retired: readonly Retired[],
  excused: Set<string>,
): Finding[] {
  const lower = text.toLowerCase();
  return retired
    .filter(({ kinds }) => kinds.has(kind))
    .flatMap(({ pattern, use, except }) =>
      [...lower.matchAll(pattern)].flatMap(({ 0: match, index }) => {
        const around = lower.slice(Math.max(0, index - 60), index + match.length + 60);
        const exception = except.find((one) => one.path.test(path) && (one.text?.test(around) ?? true));
        if (exception !== undefined) {
          excused.add(exception.title);
          return [];
        }
        const before = text.slice(0, index).split('\n').length - 1;
        return [{ path, line: line + before, kind, text: match.replace(/\s+/g, ' '), use }];
      }),
    );
}

/** Names, texts and comments of a source file. Modules' paths are no texts. */
function sourcePieces(path: string, content: string): Piece[] {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, content, ts.ScriptTarget.ESNext, false, kind);
  const pieces: Piece[] = [];
  const literals: [from: number, to: number][] = [];
  const add = (piece: Kind, text: string, at: number) =>
    pieces.push({ kind: piece, text, line: file.getLineAndCharacterOfPosition(at).line + 1 });
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) add('names', wordsOf(node.text), node.pos);
    else if (isText(node)) {
      const start = node.kind === ts.SyntaxKind.JsxText ? node.pos : node.getStart(file);
      literals.push([start, node.end]);
      add('texts', content.slice(start, node.end).replaceAll('\\n', ' '), start);
    } else if (node.kind === ts.SyntaxKind.RegularExpressionLiteral)
      literals.push([node.getStart(file), node.end]);
    ts.forEachChild(node, ts.isImportDeclaration(node) ? (child) => visitImport(child) : visit);
  };
  const visitImport = (node: ts.Node): void => {
    if (ts.isStringLiteral(node)) literals.push([node.getStart(file), node.end]);
    else visit(node);
  };
  visit(file);
  for (const { 0: text, index } of withoutLiterals(content, literals).matchAll(
    /\/\*[\s\S]*?\*\/|\/\/[^\n]*(?:\n\s*\/\/[^\n]*)*/g,
  )) {
    add('comments', text.replace(/(?<=\n)[ \t]*(?:\*|\/\/)/g, ''), index);
  }
  return pieces;
}

function isText(node: ts.Node): boolean {
  return (
    ts.isStringLiteralLike(node) ||
    node.kind === ts.SyntaxKind.TemplateHead ||
    node.kind === ts.SyntaxKind.TemplateMiddle ||
    node.kind === ts.SyntaxKind.TemplateTail ||
    node.kind === ts.SyntaxKind.JsxText
  );
}

/** The content with every literal blanked, so that what looks like a comment is one. */
function withoutLiterals(content: string, literals: readonly [number, number][]): string {
  const parts: string[] = [];
  let at = 0;
  for (const [from, to] of [...literals].sort(([a], [b]) => a - b)) {
    parts.push(content.slice(at, from), content.slice(from, to).replace(/[^\n]/g, ' '));
    at = to;
  }
  return parts.join('') + content.slice(at);
}
