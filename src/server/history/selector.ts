/** What one label has to be: a value, or one of several patterns (`mysql_global_status_.*`) that match all of it. */
type Wanted = string | { anyOf: readonly string[] };

/** A selector of PromQL. Values are quoted, so that no label of a store becomes a part of the query. */
export function selector(labels: Readonly<Record<string, Wanted>>): string {
  const matchers = Object.entries(labels).map(([name, wanted]) =>
    typeof wanted === 'string' ? `${name}=${quoted(wanted)}` : `${name}=~${quoted(wanted.anyOf.join('|'))}`,
  );
  return `{${matchers.join(',')}}`;
}

/** The selector with the points of so many ms before the moment asked for. */
export function over(what: string, ms: number): string {
  return `${what}[${Math.max(1, Math.round(ms))}ms]`;
}

/** A text as a string of PromQL, which are those of Go. */
function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
}

/** Patterns of the names of metrics, of which some end with `*`; a name that one of these takes in is not repeated. */
export function namePatterns(metrics: readonly string[]): string[] {
  const names = [...new Set(metrics)];
  const starts = names.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1));
  return names.flatMap((name) => {
    const start = name.endsWith('*') ? name.slice(0, -1) : null;
    if (starts.some((other) => other !== start && name.startsWith(other))) return [];
    return start === null ? [name] : [`${start}.*`];
  });
}
