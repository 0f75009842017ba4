/** Every option that the output of `mysqld --verbose --help` explains or lists with a value, with underscores, in lower case. */
export function explainedOptions(output: string): Set<string> {
  const [explained = '', table = ''] = output.split(/^-{10,} -{10,}$/m);
  const names = [
    ...explained.matchAll(/^ {2}(?:-[^-\s], | {4})?--([a-z][\w.-]*)/gim),
    ...table.matchAll(/^([a-z][\w.-]*)(?: |$)/gim),
  ];
  return new Set(names.map(([, name = '']) => name.toLowerCase().replaceAll('-', '_')));
}

/** What the server warned of: the options with `loose_` before them that it does not know, without it. */
export function unknownLooseOptions(errors: string): Set<string> {
  return new Set(
    [...errors.matchAll(/unknown (?:variable|option) '(?:--)?loose_(\w+)/g)].map(([, name = '']) => name),
  );
}
