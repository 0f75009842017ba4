import { z } from 'zod';

/**
 * What a path in an argument or answer is for. `secret`: the name of something on this machine that holds a password, a
 * login path of `~/.mylogin.cnf`.
 */
export const pathIntents = ['read', 'write', 'socket', 'show', 'secret'] as const;
export type PathIntent = (typeof pathIntents)[number];

/**
 * A path, marked as one in the contract: main lets it through only where a dialog, a drop, the recent list, the command
 * line or Latchkey's own memory gave it.
 * @param typed a person may type it into a field: main asks them before it is used
 */
export function pathSchema(intent: PathIntent, { typed = false }: { typed?: boolean } = {}) {
  return z.string().meta({ pathIntent: intent, ...(typed ? { pathTyped: true } : {}) });
}

/** A path that must not be empty. */
export function givenPathSchema(intent: PathIntent, { typed = false }: { typed?: boolean } = {}) {
  return z
    .string()
    .min(1)
    .meta({ pathIntent: intent, ...(typed ? { pathTyped: true } : {}) });
}

export interface PathArgument {
  /** Where it stands: `target.ssh.key`. */
  place: string;
  intent: PathIntent;
  typed: boolean;
  path: string;
}

/** The JSON schema of an argument, as far as it is walked. */
const nodeSchema = z.looseObject({
  pathIntent: z.enum(pathIntents).optional(),
  pathTyped: z.boolean().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  additionalProperties: z.unknown().optional(),
  items: z.unknown().optional(),
  prefixItems: z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  allOf: z.array(z.unknown()).optional(),
  $ref: z.string().optional(),
  $defs: z.record(z.string(), z.unknown()).optional(),
});
type Node = z.infer<typeof nodeSchema>;

/** Reads the paths out of values of a schema. The schema is walked once, when this is made. */
export function pathsOf(schema: z.ZodType, io: 'input' | 'output'): (value: unknown) => PathArgument[] {
  const root: unknown = z.toJSONSchema(schema, { unrepresentable: 'any', io, reused: 'inline' });
  const definitions = nodeSchema.safeParse(root).data?.$defs ?? {};

  function walk(schemaNode: unknown, value: unknown, place: string): PathArgument[] {
    const node = nodeSchema.safeParse(schemaNode).data;
    if (node === undefined || value === undefined || value === null) return [];
    const alternatives = [...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])];
    if (node.$ref !== undefined) alternatives.push(definitions[node.$ref.replace('#/$defs/', '')]);
    return [
      ...own(node, value, place),
      ...alternatives.flatMap((one) => walk(one, value, place)),
      ...(Array.isArray(value)
        ? value.flatMap((one, index) =>
            walk(node.prefixItems?.[index] ?? node.items, one, `${place}.${index}`),
          )
        : typeof value === 'object'
          ? Object.entries(value).flatMap(([name, one]) =>
              walk(
                node.properties?.[name] ?? node.additionalProperties,
                one,
                place === '' ? name : `${place}.${name}`,
              ),
            )
          : []),
    ];
  }
  return (value) => walk(root, value, '');
}

function own({ pathIntent, pathTyped }: Node, value: unknown, place: string): PathArgument[] {
  if (pathIntent === undefined || typeof value !== 'string' || value === '') return [];
  return [{ place, intent: pathIntent, typed: pathTyped === true, path: value }];
}
