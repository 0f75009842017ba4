/** Schemas that belong to the server, of every flavour; the one list of them. */
export const systemSchemas: readonly string[] = [
  'mysql',
  'information_schema',
  'performance_schema',
  'sys',
  'ndbinfo',
];

/** The same as the list of an IN. */
export const systemSchemaList = `(${systemSchemas.map((name) => `'${name}'`).join(', ')})`;

/** Whether a schema belongs to the server, however it is spelt. */
export function isSystemSchema(name: string): boolean {
  return systemSchemas.includes(name.toLowerCase());
}
