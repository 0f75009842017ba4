import type { ProbeResult } from '../shared/probe';
import { controlTexts } from '../shared/probe-controls';
import {
  code,
  list,
  type Markdown,
  markdown,
  markdownBlocks,
  plain,
  table,
} from '../shared/writers/markdown';
import {
  armHead,
  armRows,
  consentTexts,
  probeFacts,
  restoreTexts,
  sentTexts,
} from '../view/probe/probe-facts';
import { probeLevels } from '../view/probe/probe-levels';
import { probeMeaning } from '../view/probe/probe-meaning';
import { guardHead, guardRows, otherMetrics, shortenedSql } from '../view/probe/probe-tables';
import { texts } from './texts.ts';

/** A result as Markdown. Texts from the server cannot become markup. */
export function renderProbeMarkdown(result: ProbeResult): string {
  const { title, text, outcome, remarks, leftOut, blocks } = result;
  const { says, doesNotSay } = probeMeaning(result);
  const levels = probeLevels(result);
  const controls = controlTexts(result);
  const consent = consentTexts(result);
  const { changing, reading } = sentTexts(result);
  const cells = (rows: string[][]) => rows.map((row) => row.map(plain));
  const sections = [
    markdown`# ${plain(title)}`,
    markdown`**${plain(outcome)}.** ${plain(text)}`,
    ...(blocks.length === 0 ? [] : [markdown`## Settings`, table(armHead(result), cells(armRows(result)))]),
    ...(blocks.length === 0
      ? []
      : otherMetrics(result).flatMap((other) => [
          markdown`## Beside it: ${plain(other.title)}`,
          table([texts.setting, texts.changeOwn95Interval, texts.mean], cells(other.rows)),
        ])),
    ...(levels === null
      ? []
      : [markdown`## Levels`, table(levels.head, cells(levels.rows)), plain(levels.note)]),
    markdown`## What it says`,
    list(says.map(plain)),
    markdown`## What it does not say`,
    list(doesNotSay.map(plain)),
    ...controls.map(plain),
    ...leftOutText(leftOut),
    ...(remarks.length === 0 ? [] : [markdown`## Remarks`, list(remarks.map(plain))]),
    markdown`## How it was measured`,
    table(
      ['', ''],
      probeFacts(result).map(({ name, value }) => [plain(name), plain(value)]),
    ),
    ...(result.guards.length === 0 ? [] : [markdown`## Guards`, table(guardHead, cells(guardRows(result)))]),
    ...(consent.length === 0 ? [] : [markdown`## Consent`, list(consent.map(plain))]),
    markdown`## Restored`,
    list(restoreTexts(result).map(plain)),
    markdown`## Statements that change something`,
    changing.length === 0 ? markdown`None.` : list(changing.map(sentText)),
    markdown`Beside them ${reading} that only read.`,
  ];
  return `${markdownBlocks(sections).text}\n`;
}

function leftOutText(leftOut: ProbeResult['leftOut']): Markdown[] {
  if (leftOut.length === 0) return [];
  return [
    markdown`## Left out`,
    list(leftOut.map(({ arm, reason }) => markdown`${plain(arm)}: ${plain(reason)}`)),
  ];
}

function sentText([sql, times]: [string, number]): Markdown {
  return markdown`${code(shortenedSql(sql))}${times === 1 ? markdown`` : markdown` (${times} times)`}`;
}
