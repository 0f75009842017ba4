/**
 * The properties that have a value: those that are `undefined` are left out, as `exactOptionalPropertyTypes` wants
 * optional ones.
 */
export function defined<T extends object>(properties: T): { [Key in keyof T]?: Exclude<T[Key], undefined> };
export function defined(properties: object): object {
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined));
}
