/** What the short names of sources stand for that rules cite in brackets. */
const titles: Readonly<Record<string, string>> = {
  'dimitri-2013-02': "Dimitri's MySQL performance blog, February 2013",
  'smalldatum-2024-07': 'Small Datum blog, July 2024',
  'percona-blog': 'Percona blog, 2014 to 2018',
  'percona-server-57': 'Percona Server 5.7 performance improvements, March 2016',
  'adaptive-flushing-56': 'Adaptive flushing in MySQL 5.6',
};

/**
 * A text for a reader who does not know the short names: `[percona-blog] chunks` becomes
 * `Percona blog, 2014 to 2018: chunks`, and one that is cited within a sentence stands in parentheses.
 */
export function withSourceNames(text: string): string {
  return text.replace(
    /\[([a-z0-9-]+)\](?=( \w)?)/g,
    (whole, key: string, word: string | undefined, at: number) => {
      const title = titles[key];
      if (title === undefined) return whole;
      if (at > 0) return text[at - 1] === '(' ? title : `(${title})`;
      return word === undefined ? title : `${title}:`;
    },
  );
}
