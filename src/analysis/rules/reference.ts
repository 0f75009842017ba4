/** The names that expressions read from. `var` is a reserved word of CEL, hence `variable`. */
export const namespaces = ['variable', 'status', 'rate', 'fact', 'server', 'host', 'seconds'] as const;
export type Namespace = (typeof namespaces)[number];

/** One input of an expression, e.g. `rate.Questions`. */
export interface Reference {
  namespace: Namespace;
  name: string;
  /** `rate.Questions`; made once, because it is looked up by hundreds of times in an analysis. */
  text: string;
}

export function referenceTo(namespace: Namespace, name: string): Reference {
  return { namespace, name, text: `${namespace}.${name}` };
}

export function referenceText({ text }: Reference): string {
  return text;
}

/** Reads `fact.redo_rate`; null when it does not name an input. */
export function parseReference(text: string): Reference | null {
  const match = /^([a-z]+)\.([A-Za-z_][A-Za-z0-9_]*)$/.exec(text);
  const namespace = namespaces.find((name) => name === match?.[1]);
  const name = match?.[2];
  return namespace === undefined || name === undefined ? null : referenceTo(namespace, name);
}
