/** How a tool's bundle is distinguished from the paths in it. Adding a tool: one line. */
const tools: readonly { name: string; pattern: RegExp }[] = [
  { name: 'pt-stalk', pattern: /(?:^|\/)\d{4}(?:_\d\d){5}-(?:trigger|variables|mysqladmin|innodbstatus1)$/ },
  { name: 'pt-mysql-summary', pattern: /(?:^|\/)mysql-status-defer$/ },
  { name: 'MySQL Shell collectHighLoadDiagnostics', pattern: /diagnostics-raw\/iteration-\d+\./ },
  {
    name: 'MySQL Shell collectDiagnostics',
    pattern: /(?:^|\/)(?:shell_info\.yaml|\d+\.SHOW_GLOBAL_STATUS\.tsv)$/,
  },
  { name: 'MySQLTuner', pattern: /(?:^|\/)(?:raw_mysqltuner\.txt|(?:ps|ifs|pfs|sys)_\w+\.csv)$/i },
];

/** The tool that made these files; `client output` where none is known. */
export function toolOf(paths: readonly string[]): string {
  return tools.find(({ pattern }) => paths.some((path) => pattern.test(path)))?.name ?? 'client output';
}

/** The capture that a file of pt-stalk belongs to (`2026_11_21_06_30_45`); null: none. */
export function stalkCapture(path: string): string | null {
  return /(?:^|\/)(\d{4}(?:_\d\d){5})-[\w.-]+$/.exec(path)?.[1] ?? null;
}

/** When a capture of pt-stalk began, in the zone of its host, taken for UTC. */
export function stalkTime(capture: string | null): number | null {
  if (capture === null) return null;
  const [year, month, day, hour, minute, second] = capture.split('_').map(Number);
  const at = Date.UTC(year ?? 0, (month ?? 1) - 1, day ?? 1, hour ?? 0, minute ?? 0, second ?? 0);
  return Number.isFinite(at) ? at : null;
}
