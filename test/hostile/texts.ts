import type { Rows } from './server/hostile-server.ts';

/** Begins what stands after each line break of a hostile text: nothing of it may stand at the begin of a line. */
export const forgedLine = 'forged line';

/** Text that acts where it is not treated as text: each by what it is for. */
export const actingTexts = {
  colours: '\u001b[31;1mred\u001b[0m\u001b[2J\u001b[H',
  title: '\u001b]0;owned\u0007',
  clipboard: '\u001b]52;c;cm0gLXJmIH4=\u0007',
  link: '\u001b]8;;https://evil.example/\u001b\\click\u001b]8;;\u001b\\',
  c1: '\u009b31m\u009d52;c;eA==\u009c\u0090q\u009c',
  direction: '\u202egnp.exe\u2066\u2069\u200f\u061c',
  lines: `one\n${forgedLine} two\r\n${forgedLine} three\u2028four\u0085five\r${forgedLine} six`,
  backspace: 'safe\b\b\b\bevil\u007f\u0000',
  html: '<img src=x onerror="window.pwned=1"><script>window.pwned=1</script>',
  markdown: '[x](javascript:alert(1)) ![p](https://evil.example/p.png) | `cell` |\n\n# heading',
  sql: "'; DROP DATABASE shop; -- \n*/ DROP DATABASE shop; /*",
  shell: '$(touch pwned) `touch pwned` ; touch pwned\ntouch pwned',
  formula: "=cmd|' /C calc'!A0",
} as const;

/** All of it in one. */
export const actingText = Object.values(actingTexts).join(' ');

/** Text cells get what acts; numbers and names of settings stay, so that there is something to judge. */
export function spoilTexts({ columns, rows }: Rows): Rows {
  const tail = actingText.replaceAll('\0', '');
  const settings = columns.length === 2;
  return {
    columns,
    rows: rows.map((row) =>
      row.map((value, index) => {
        if (typeof value !== 'string' || /^[\d.\s-]*$/.test(value)) return value;
        if (settings && (index === 0 || /^(?:ON|OFF|YES|NO|[A-Z_,]+|\/.*|\w+)$/.test(value))) return value;
        return `${value}${tail}`;
      }),
    ),
  };
}
