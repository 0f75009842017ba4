import type { ProbeResult } from '../shared/probe';
import { code, list, plain, table } from './markdown-text';
import { armHead, armRows, otherMetrics, probeFacts } from './probe-facts';

/** A result as Markdown. Texts from the server cannot become markup. */
export function renderProbeMarkdown(result: ProbeResult): string {
  const { title, text, outcome, remarks, leftOut, blocks, statements } = result;
  const cells = (rows: string[][]) => rows.map((row) => row.map(plain));
  const sections = [
    `# ${plain(title)}`,
    `**${plain(outcome)}.** ${plain(text)}`,
    ...(blocks.length === 0 ? [] : ['## Settings', table(armHead, cells(armRows(result)))]),
    ...(blocks.length === 0
      ? []
      : otherMetrics(result).flatMap((other) => [
          `## Beside it: ${plain(other.title)}`,
          table(['Setting', 'Change (own 95 % interval)', 'Mean'], cells(other.rows)),
        ])),
    ...(leftOut.length === 0
      ? []
      : ['## Left out', list(leftOut.map(({ arm, reason }) => `${plain(arm)}: ${plain(reason)}`))]),
    ...(remarks.length === 0 ? [] : ['## Remarks', list(remarks.map(plain))]),
    '## How it was measured',
    table(
      ['', ''],
      probeFacts(result).map(({ name, value }) => [plain(name), plain(value)]),
    ),
    '## Statements that changed the server',
    statements.length === 0 ? 'None.' : list([...new Set(statements.map(({ sql }) => sql))].map(code)),
  ];
  return `${sections.join('\n\n')}\n`;
}
