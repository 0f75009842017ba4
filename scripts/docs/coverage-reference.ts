import { parse } from 'yaml';
import { z } from 'zod';
import type { RuleFile } from '../../src/files/rules/rule-files';

const coverageSchema = z.array(
  z.strictObject({
    peer: z.string().min(1),
    source: z.string().min(1),
    checks: z
      .array(
        z
          .strictObject({
            check: z.string().min(1),
            rules: z.array(z.string()).min(1).optional(),
            /** What is done otherwise, or why there is no rule. */
            why: z.string().min(1).optional(),
          })
          .refine(
            ({ rules, why }) => rules !== undefined || why !== undefined,
            'needs rules, or why there are none',
          ),
      )
      .min(1),
  }),
);
type Coverage = z.infer<typeof coverageSchema>;

const literatureSchema = z.array(
  z.strictObject({
    section: z.string().min(1),
    rows: z
      .array(
        z.strictObject({
          row: z.string().min(1),
          by: z.array(z.string().min(1)).min(1),
          /** A file and a part of the title of a test in it. */
          proof: z.tuple([z.string().min(1), z.string().min(1)]),
        }),
      )
      .min(1),
  }),
);
export type Literature = z.infer<typeof literatureSchema>;

/** Reads what the field reports say and what carries it. @throws ZodError where an entry names nothing or no proof. */
export function readLiterature(text: string): Literature {
  return literatureSchema.parse(parse(text));
}

/** Reads the list of what other advisors check. @throws ZodError where an entry has neither rules nor a reason. */
export function readCoverage(text: string): Coverage {
  return coverageSchema.parse(parse(text));
}

/**
 * docs/coverage.md: each check of the other advisors with the rules that answer it, what the field reports say with what
 * carries it, and the rules that none of them has.
 * @throws Error when an entry names a rule that does not exist
 */
export function coverageReference(text: string, literatureText: string, files: RuleFile[]): string {
  const coverage = readCoverage(text);
  const literature = readLiterature(literatureText);
  const rules = files.map(headOf);
  const known = new Set(rules.map(({ id }) => id));
  const named = new Set(coverage.flatMap(({ checks }) => checks.flatMap((check) => check.rules ?? [])));
  const unknown = [...named].filter((id) => !known.has(id));
  if (unknown.length > 0) throw new Error(`scripts/docs/coverage.yaml names no rules: ${unknown.join(', ')}`);
  const checks = coverage.flatMap((peer) => peer.checks);
  const without = checks.filter((check) => check.rules === undefined).length;
  const own = rules.filter(({ id }) => !named.has(id));
  return `${[
    `# Coverage

This page is made by \`npm run docs\` from \`scripts/docs/coverage.yaml\`: ${checks.length} checks of performance and
reliability that other advisors make, or that the literature asks for. ${checks.length - without} are answered by rules
(described in [rules.md](rules.md)); ${without} deliberately have none, and the reason stands beside them. A check may well be
answered otherwise than its inventor does: mostly by a rate within the window instead of a total since the start.`,
    ...coverage.map(peerText),
    literatureIntroduction(literature),
    ...literature.map((section) => sectionText(section, known)),
    `## Rules that none of them has`,
    table(
      ['Rule', 'Area', 'What it finds'],
      own.map(({ id, area, title }) => [`[${id}](rules.md#${id})`, area, title]),
    ),
  ].join('\n\n')}\n`;
}

function peerText({ peer, source, checks }: Coverage[number]): string {
  const rows = checks.map(({ check, rules, why }) => [
    check,
    rules === undefined ? 'none' : rules.map((id) => `[${id}](rules.md#${id})`).join(', '),
    why ?? '',
  ]);
  return `## ${peer}\n\nSource: ${source}.\n\n${table(['Check', 'Rules', 'Remark'], rows)}`;
}

function literatureIntroduction(literature: Literature): string {
  const rows = literature.flatMap((section) => section.rows).length;
  return `## What the field reports say, row by row

${rows} statements of the reports in \`scripts/docs/literature.yaml\`, what carries each of them, and the test that holds it.
A name without a prefix is a rule.`;
}

function sectionText({ section, rows }: Literature[number], rules: ReadonlySet<string>): string {
  const link = (name: string) => (rules.has(name) ? `[${name}](rules.md#${name})` : `\`${name}\``);
  const cells = rows.map(({ row, by, proof: [file, title] }) => [
    row,
    by.map(link).join(', '),
    `\`${file}\`: ${title}`,
  ]);
  return `### ${section}\n\n${table(['What they say', 'Carried by', 'Held by the test'], cells)}`;
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Identifier, area and title of a rule from the lines that hold them; that the file is valid, its own tests prove. */
function headOf({ path, text }: RuleFile): Record<'id' | 'area' | 'title', string> {
  const line = (key: string) => {
    const [found] = new RegExp(`^${key}: .*$`, 'm').exec(text) ?? [];
    if (found === undefined) throw new Error(`${path} has no ${key} on a line of its own.`);
    return String(z.record(z.string(), z.string()).parse(parse(found))[key]);
  };
  return { id: line('id'), area: line('area'), title: line('title') };
}
