import type { ProbeResult } from '../shared/probe';
import { probeLevels } from '../view/probe-levels';
import { probeMeaning } from '../view/probe-meaning';
import { guardHead, guardRows, otherMetrics, shortenedSql } from '../view/probe-tables';
import { code, list, plain, table } from './markdown-text';
import {
  armHead,
  armRows,
  consentTexts,
  placeboText,
  probeFacts,
  restoreTexts,
  sentTexts,
} from './probe-facts';

/** A result as Markdown. Texts from the server cannot become markup. */
export function renderProbeMarkdown(result: ProbeResult): string {
  const { title, text, outcome, remarks, leftOut, blocks } = result;
  const { says, doesNotSay } = probeMeaning(result);
  const levels = probeLevels(result);
  const placebo = placeboText(result);
  const consent = consentTexts(result);
  const { changing, reading } = sentTexts(result);
  const cells = (rows: string[][]) => rows.map((row) => row.map(plain));
  const sections = [
    `# ${plain(title)}`,
    `**${plain(outcome)}.** ${plain(text)}`,
    ...(blocks.length === 0 ? [] : ['## Settings', table(armHead(result), cells(armRows(result)))]),
    ...(blocks.length === 0
      ? []
      : otherMetrics(result).flatMap((other) => [
          `## Beside it: ${plain(other.title)}`,
          table(['Setting', 'Change (own 95 % interval)', 'Mean'], cells(other.rows)),
        ])),
    ...(levels === null ? [] : ['## Levels', table(levels.head, cells(levels.rows)), plain(levels.note)]),
    '## What it says',
    list(says.map(plain)),
    '## What it does not say',
    list(doesNotSay.map(plain)),
    ...(placebo === null ? [] : [plain(placebo)]),
    ...(leftOut.length === 0
      ? []
      : ['## Left out', list(leftOut.map(({ arm, reason }) => `${plain(arm)}: ${plain(reason)}`))]),
    ...(remarks.length === 0 ? [] : ['## Remarks', list(remarks.map(plain))]),
    '## How it was measured',
    table(
      ['', ''],
      probeFacts(result).map(({ name, value }) => [plain(name), plain(value)]),
    ),
    ...(result.guards.length === 0 ? [] : ['## Guards', table(guardHead, cells(guardRows(result)))]),
    ...(consent.length === 0 ? [] : ['## Consent', list(consent.map(plain))]),
    '## Put back',
    list(restoreTexts(result).map(plain)),
    '## Statements that change something',
    changing.length === 0
      ? 'None.'
      : list(
          changing.map(
            ([sql, times]) => `${code(shortenedSql(sql))}${times === 1 ? '' : ` (${times} times)`}`,
          ),
        ),
    `Beside them ${reading} that only read.`,
  ];
  return `${sections.join('\n\n')}\n`;
}
