import ts from 'typescript';
import { parse } from 'yaml';
import { z } from 'zod';
import { inWindowWords } from '../../src/shared/window/window-words.ts';

/** How texts are written: what `npm run check` asks of them beside their words. */
export interface StyleFault {
  line: number;
  text: string;
  /** What is wrong, and what to write instead. */
  fault: string;
}

const mostWords = 25;
const mostTitle = 70;
const mostExplanation = 90;

const commands =
  'snapshot|analyze|analyse|plan|report|apply|undo|restore|import|export|compare|record|recordings|watch|probe|rules|explain|lock|unlock|mute|unmute|chunks|grants|recheck|top|live|summary|history|rewrite';
const flag = new RegExp(`(?:^|[\\s(])(--[a-z][a-z-]+)|\\b(latchkey (?:${commands}))\\b`);

/** The command-line option or command that a text names; null where it names none. */
export function commandLineIn(text: string): string | null {
  const match = flag.exec(text);
  return match === null ? null : (match[1] ?? match[2] ?? null);
}

/** The first sentence with more than 25 words; a value in `{{ }}` counts as one. */
export function longSentence(text: string, most = mostWords): string | null {
  const sentences = text
    .replace(/\{\{[\s\S]*?\}\}/g, 'X')
    .split(/(?<=[.!?:;])\s+/)
    .map((sentence) => sentence.trim());
  return sentences.find((sentence) => wordCount(sentence) > most) ?? null;
}

function wordCount(text: string): number {
  return text
    .replace(/\{\{[\s\S]*?\}\}/g, 'X')
    .trim()
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** "1 checks" in a text as a reader sees it; null where every number of one has its singular. */
export function pluralOfOne(text: string): string | null {
  const match =
    /(?<![\d.,=+<>/*-] ?)\b1 (?!s\b|ms\b|us\b|is\b|was\b|has\b|does\b|needs\b|times?\b)((?:[a-z]+ ){0,1}?[a-z]{2,}[^su\W]s)\b(?! per)/.exec(
      text,
    );
  return match === null || singularInS.test(match[1] ?? '') ? null : match[0];
}
const singularInS =
  /^(?:of|in|on|at|to|and|or|by|is|was|has) |(?:waits|takes|needs|goes|gets|runs|comes|uses|writes|reads)$/;

/** A number at the end of a clause that says neither its unit nor what it counts; null where there is none. */
export function bareNumber(text: string): string | null {
  const match =
    /(?:^|[^\w=.(-])((?:more than|about|up to|at most|at least|takes?|took|for|within|after) \d[\d,]*(?:\.\d+)?)(?=[.;:!?)]*(?:\s*$|[;:!?]|\.\s))/i.exec(
      text,
    );
  return match === null ? null : (match[1] ?? null);
}

/** What is wrong with the texts of a rule as its file has them. */
export function ruleFaults(rule: z.infer<typeof textsSchema>): Omit<StyleFault, 'line'>[] {
  const faults: Omit<StyleFault, 'line'>[] = [];
  if (rule.title.length > mostTitle) {
    faults.push({
      text: rule.title,
      fault: `a title of ${rule.title.length} characters: at most ${mostTitle}`,
    });
  }
  for (const text of [rule.title, rule.impact?.text ?? '', rule.headline ?? '']) {
    const long = longSentence(text);
    if (long !== null)
      faults.push({ text: long, fault: `a sentence of more than ${mostWords} words: make two` });
    const bare = bareNumber(text.replace(/\{\{[\s\S]*?\}\}/g, 'X'));
    if (bare !== null) faults.push({ text: bare, fault: 'a number without its unit' });
  }
  const words = wordCount(rule.explain);
  if (words > mostExplanation) {
    faults.push({
      text: rule.explain.slice(0, 60),
      fault: `an explanation of ${words} words: at most ${mostExplanation}`,
    });
  }
  return faults;
}

/** What is wrong with the texts of a file of `rules`. */
export function ruleFileFaults(path: string, read: () => string): StyleFault[] {
  if (!path.endsWith('.yaml')) return [];
  const rule = textsSchema.safeParse(parse(read()));
  return rule.success ? ruleFaults(rule.data).map((fault) => ({ line: 1, ...fault })) : [];
}

const textsSchema = z.object({
  title: z.string(),
  impact: z.object({ text: z.string() }).optional(),
  headline: z.string().optional(),
  explain: z.string(),
});

/** Elements and attributes whose text is a title: read at one look. */
const titles = new Set(['h1', 'h2', 'h3', 'h4', 'legend', 'summary', 'button', 'th', 'caption']);
const titleAttributes = new Set(['title', 'label', 'aria-label', 'heading', 'button']);
/** Rooms whose texts only the window shows. */
const windowRooms = /^src\/(?:renderer|view|main|preload)\//;
/** Commands and options of other programs (cloud services, perf, sysbench, mysqld, mysql_config_editor), and lists of words. */
const otherPrograms =
  /^src\/(?:cli\/|analysis\/outputs\/(?:aws|az|gcloud|rollout-steps)\.ts|evidence\/(?:sections|redaction)\/|files\/options\/(?:login-path|texts)\.ts|server\/(?:machine\/perf|workload\/(?:sysbench|presets))\.ts$)/;

/**
 * What is wrong with the texts of a source file: plurals, titles, options of the command line where the window shows it,
 * and texts of the window that stand outside of the catalogue of their folder.
 * @param catalogue the texts of that catalogue by key (`catalogueOf`)
 */
export function sourceFaults(
  path: string,
  read: () => string,
  catalogue: ReadonlyMap<string, string> = new Map(),
): StyleFault[] {
  if (!/^src\/.*\.tsx?$/.test(path) || /\.test\.tsx?$/.test(path)) return [];
  const content = read();
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, content, ts.ScriptTarget.ESNext, true, kind);
  const faults: StyleFault[] = [];
  const add = (node: ts.Node, text: string, fault: string) =>
    faults.push({
      line: file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1,
      text: text.replace(/\s+/g, ' ').trim().slice(0, 120),
      fault,
    });
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    plural(node, file, add);
    title(node, catalogue, add);
    if (catalogued.test(path)) uncatalogued(node, add);
    else if (!/\/texts\.tsx?$/.test(path)) uncataloguedError(node, add);
    commandLine(node, path, add);
    ts.forEachChild(node, visit);
  };
  if (!path.endsWith('shared/window/window-words.ts')) visit(file);
  return faults;
}

type Add = (node: ts.Node, text: string, fault: string) => void;

/** A counted noun in the plural whatever the number: `${rows.length} rows`, `{rows.length} rows`. */
function plural(node: ts.Node, file: ts.SourceFile, add: Add): void {
  const say = (expression: ts.Expression, after: string) => {
    const noun = /^ ((?:[a-z]+ ){0,2}?)([a-z]{2,}[^su\W\d_]s)\b/.exec(after)?.[2];
    if (noun === undefined || !isCount(expression, noun, file)) return;
    add(
      expression,
      `\${${expression.getText(file)}} ${noun}`,
      `a plural also for one: counted(${expression.getText(file)}, '${noun.slice(0, -1)}')`,
    );
  };
  if (ts.isTemplateSpan(node)) say(node.expression, node.literal.text);
  if (ts.isJsxExpression(node) && node.expression !== undefined && node.parent !== undefined) {
    if (!ts.isJsxElement(node.parent) && !ts.isJsxFragment(node.parent)) return;
    const next = node.parent.children[node.parent.children.indexOf(node) + 1];
    if (next !== undefined && ts.isJsxText(next)) say(node.expression, next.text);
  }
}

/** Whether an expression is a number of `noun`: a length or size, a formatted count, or called as what it counts. */
function isCount(expression: ts.Expression, noun: string, file: ts.SourceFile): boolean {
  const text = expression.getText(file);
  // Limits are more than one, and series is its own singular.
  if (/(?:^|[^a-z])(?:most|longest|deepest|least|limits?|enough|bound|high)/.test(text) || noun === 'series')
    return false;
  if (isAboveOne(expression)) return false;
  if (/(?:\.length|\.size)$/.test(text)) return true;
  if (/^formatCount\(|\.toLocaleString\('en-GB'\)$/.test(text)) return true;
  const name = /([A-Za-z_$]+)$/.exec(text)?.[1]?.toLowerCase();
  if (name === undefined) return false;
  return name === noun || name === 'count' || name === `${noun}count`;
}

function title(node: ts.Node, catalogue: ReadonlyMap<string, string>, add: Add): void {
  let text = '';
  if (ts.isJsxElement(node) && titles.has(node.openingElement.tagName.getText())) {
    text = node.children.map((child) => shownText(child, catalogue)).join('');
  } else if (ts.isJsxAttribute(node) && titleAttributes.has(node.name.getText())) {
    if (node.initializer !== undefined) text = shownText(node.initializer, catalogue);
  }
  const long = longSentence(text);
  if (long !== null) add(node, long, `a title with a sentence of more than ${mostWords} words`);
}

/** What a part of an element shows: its own text, or that of the catalogue; X for a value. */
function shownText(node: ts.Node, catalogue: ReadonlyMap<string, string>): string {
  if (ts.isJsxText(node) || ts.isStringLiteral(node)) return node.text;
  if (!ts.isJsxExpression(node) || node.expression === undefined) return ' X ';
  const of = ts.isCallExpression(node.expression) ? node.expression.expression : node.expression;
  return (ts.isPropertyAccessExpression(of) ? catalogue.get(of.name.text) : undefined) ?? ' X ';
}

/** The texts of a catalogue (`texts.ts`) by key, each with its values as X. */
export function catalogueOf(content: string): Map<string, string> {
  const file = ts.createSourceFile('texts.tsx', content, ts.ScriptTarget.ESNext, true, ts.ScriptKind.TSX);
  const texts = new Map<string, string>();
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node)) texts.set(node.name.getText(file), wholeText(node.initializer));
    else ts.forEachChild(node, visit);
  };
  visit(file);
  return texts;
}

function wholeText(node: ts.Node): string {
  const text = textOf(node);
  if (text !== null) return text.replaceAll(/(?<!\d)1(?!\d)/g, 'X');
  if (ts.isJsxExpression(node)) return 'X';
  let whole = '';
  ts.forEachChild(node, (child) => {
    if (!ts.isParameter(child)) whole += wholeText(child);
  });
  return whole;
}

/** Rooms whose texts stand in the `texts.ts` of their folder, and not in the file that shows or prints them. */
const catalogued = /^src\/(?:renderer|view|report|main|cli)\/(?!(?:.*\/)?texts\.tsx?$)/;
/** Attributes that a reader sees, or hears. */
const shownAttributes = new Set([
  ...titleAttributes,
  'placeholder',
  'legend',
  'hint',
  'caption',
  'lead',
  'text',
  'what',
]);

/** Calls of the command line's parser that take a text of the help. */
const helpCalls = /\.(?:summary|description|argument|option|addHelpText)$/;

function uncatalogued(node: ts.Node, add: Add): void {
  const text = textOf(node);
  if (text === null || !/\p{L}{2}/u.test(text)) return;
  const { parent } = node;
  // Of an output: a writer of its language takes the text as it stands.
  if (ts.isTaggedTemplateExpression(parent)) return;
  const shown =
    ts.isJsxText(node) ||
    (ts.isJsxAttribute(parent) && shownAttributes.has(parent.name.getText()) && /[A-Z ]/.test(text)) ||
    (ts.isCallExpression(parent) && helpCalls.test(parent.expression.getText()) && isHelp(text)) ||
    /^[A-Z][a-z]+ [a-z]+ [a-z]/.test(text);
  if (shown) add(node, text, 'a text beside the catalogue of its folder: put it into texts.ts');
}

/** A text of an error, or its hint, anywhere: people meet both in the window and on the terminal. */
function uncataloguedError(node: ts.Node, add: Add): void {
  if (!ts.isNewExpression(node) || node.expression.getText() !== 'LatchkeyError') return;
  const visit = (part: ts.Node): void => {
    const text = textOf(part);
    if (text !== null && /\p{L}{2}.* .*\p{L}{2}/u.test(text))
      add(part, text, 'a text of an error beside the catalogue of its folder: put it into texts.ts');
    else if (!ts.isFunctionLike(part)) ts.forEachChild(part, visit);
  };
  for (const argument of node.arguments ?? []) visit(argument);
}

/** Not the form of an option (`--json`, `<file>`), nor a word of the parser (`after`). */
function isHelp(text: string): boolean {
  return / /.test(text) && !/^[-<[]/.test(text);
}

function commandLine(node: ts.Node, path: string, add: Add): void {
  if (otherPrograms.test(path)) return;
  const text = textOf(node);
  if (text === null || /^--?[a-z]/.test(text)) return;
  const named = commandLineIn(windowRooms.test(path) ? text : inWindowWords(text));
  if (named === null) return;
  add(
    node,
    text,
    windowRooms.test(path)
      ? `${named} in a text of the window: name its own control`
      : `${named} reaches the window: give its words in src/shared/window/window-words.ts`,
  );
}

/** A string, a template with its values as 1, or the text of an element. */
function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isJsxText(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    return node.head.text + node.templateSpans.map(({ literal }) => `1${literal.text}`).join('');
  }
  return null;
}

/** Whether an expression stands where it was compared with one before: `n === 1 ? 'One row' : `${n} rows``. */
function isAboveOne(expression: ts.Expression): boolean {
  const text = expression.getText();
  for (let node: ts.Node = expression; node.parent !== undefined; node = node.parent) {
    const { parent } = node;
    if (ts.isFunctionLike(parent)) return false;
    const condition = ts.isConditionalExpression(parent) ? parent.condition.getText() : null;
    if (condition !== null && (condition.includes(`${text} === 1`) || condition.includes(`${text} > 1`)))
      return true;
  }
  return false;
}
