import { z } from 'zod';

/**
 * What a path in an argument or answer is for. `use`: Latchkey reads it to connect (keys, certificates, option files),
 * and the window is notified nothing of what it holds; less than `read`. `secret`: the name of something on this machine that
 * holds a password, a login path of `~/.mylogin.cnf`. `variable`: the name of an environment variable with a token.
 */
export const pathIntents = ['read', 'use', 'write', 'socket', 'show', 'secret', 'variable'] as const;
export type PathIntent = (typeof pathIntents)[number];

interface PathMarks {
  /** A person may type it into a field: main asks them before it is used. */
  typed?: boolean;
  /** It may hold a password, which is sent to the address beside it: it is given for that address only. */
  password?: boolean;
}

/**
 * A path, marked as one in the contract: main lets it through only where a dialog, a drop, the recent list, the command
 * line or Latchkey's own memory gave it.
 */
export function pathSchema(intent: PathIntent, marks: PathMarks = {}) {
  return z.string().meta(metaOf(intent, marks));
}

/** A path that must not be empty. */
export function givenPathSchema(intent: PathIntent, marks: PathMarks = {}) {
  return z.string().min(1).meta(metaOf(intent, marks));
}

function metaOf(intent: PathIntent, { typed = false, password = false }: PathMarks) {
  return {
    pathIntent: intent,
    ...(typed ? { pathTyped: true } : {}),
    ...(password ? { pathPassword: true } : {}),
  };
}

export interface PathArgument {
  /** Where it stands: `target.ssh.key`. */
  place: string;
  intent: PathIntent;
  typed: boolean;
  path: string;
  /** Where the password that it may hold goes; null: it holds none. */
  to: string | null;
}

/** The JSON schema of an argument, as far as it is walked. */
const nodeSchema = z.looseObject({
  pathIntent: z.enum(pathIntents).optional(),
  pathTyped: z.boolean().optional(),
  pathPassword: z.boolean().optional(),
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

  function walk(schemaNode: unknown, value: unknown, place: string, beside: unknown): PathArgument[] {
    const node = nodeSchema.safeParse(schemaNode).data;
    if (node === undefined || value === undefined || value === null) return [];
    const alternatives = [...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])];
    if (node.$ref !== undefined) alternatives.push(definitions[node.$ref.replace('#/$defs/', '')]);
    return [
      ...own(node, value, place, beside),
      ...alternatives.flatMap((one) => walk(one, value, place, beside)),
      ...(Array.isArray(value)
        ? value.flatMap((one, index) =>
            walk(node.prefixItems?.[index] ?? node.items, one, `${place}.${index}`, null),
          )
        : typeof value === 'object'
          ? Object.entries(value).flatMap(([name, one]) =>
              walk(
                node.properties?.[name] ?? node.additionalProperties,
                one,
                place === '' ? name : `${place}.${name}`,
                value,
              ),
            )
          : []),
    ];
  }
  return (value) => walk(root, value, '', null);
}

function own(
  { pathIntent, pathTyped, pathPassword }: Node,
  value: unknown,
  place: string,
  beside: unknown,
): PathArgument[] {
  if (pathIntent === undefined || typeof value !== 'string' || value === '') return [];
  const to = pathPassword === true ? addressIn(beside) : null;
  return [{ place, intent: pathIntent, typed: pathTyped === true, path: value, to }];
}

/** As far as a target says where it leads; the rest is in what holds the password. */
const addressSchema = z.looseObject({
  host: z.string().optional(),
  port: z.number().optional(),
  socket: z.string().optional(),
  /** Of a metrics store. */
  url: z.string().optional(),
  ssh: z.looseObject({ host: z.string(), port: z.number().optional() }).optional(),
});

function addressIn(target: unknown): string {
  const { host, port, socket, url, ssh } = addressSchema.parse(target ?? {});
  const parts = [
    ...(url === undefined ? [] : [url]),
    ...(host === undefined ? [] : [`host ${host}`]),
    ...(port === undefined ? [] : [`port ${port}`]),
    ...(socket === undefined ? [] : [`socket ${socket}`]),
  ];
  const address = parts.length === 0 ? 'the address that it names' : parts.join(', ');
  return ssh === undefined ? address : `${address}, through SSH to ${ssh.host}:${ssh.port ?? 22}`;
}
