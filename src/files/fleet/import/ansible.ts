import { parse } from 'yaml';
import { z } from 'zod';
import { LatchkeyError } from '../../../shared/base/error';
import { expandHosts } from './host-range';
import { type ImportedInventory, importedInventory, requireFewServers } from './imported-server';
import { LeftOut } from './left-out';
import { texts } from './texts';

/** A group of an inventory: its hosts with their variables, its own variables, and the groups in it. */
interface Group {
  hosts: Map<string, Map<string, string>>;
  vars: Map<string, string>;
  children: Set<string>;
}

/** Groups of one host at most, nearly. */
const mostGroupsOfHost = 20;

class Groups {
  readonly all = new Map<string, Group>();
  /** Hosts as often as they are named. */
  named = 0;

  get(name: string): Group {
    const known = this.all.get(name) ?? { hosts: new Map(), vars: new Map(), children: new Set() };
    this.all.set(name, known);
    return known;
  }
}

/** An inventory of Ansible in its INI form (Ansible documentation, "How to build your inventory"). */
export function importAnsibleIni(text: string): ImportedInventory {
  const groups = new Groups();
  let section: { group: string; kind: string } = { group: 'ungrouped', kind: '' };
  const leftOut = new LeftOut();
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.trim();
    const put = (vars: Map<string, string>, pair: string) => {
      if (!putVariable(vars, pair)) leftOut.add('noVariable', `line ${index + 1}`);
    };
    if (line === '' || line.startsWith('#') || line.startsWith(';')) continue;
    const head = /^\[([^\]:\s]+)(?::(vars|children))?\]$/.exec(line);
    if (head !== null) section = { group: head[1] ?? '', kind: head[2] ?? '' };
    else if (section.kind === 'children') groups.get(section.group).children.add(line);
    else if (section.kind === 'vars') put(groups.get(section.group).vars, line);
    else {
      const [pattern = '', ...pairs] = words(line);
      const vars = new Map<string, string>();
      for (const pair of pairs) put(vars, pair);
      for (const host of hostsOf(pattern, { place: `line ${index + 1}: ${pattern}`, groups, leftOut })) {
        const before = groups.get(section.group).hosts.get(host) ?? new Map<string, string>();
        groups.get(section.group).hosts.set(host, new Map([...before, ...vars]));
      }
    }
  }
  return inventoryOf(groups, leftOut);
}

function hostsOf(
  pattern: string,
  { place, groups, leftOut }: { place: string; groups: Groups; leftOut: LeftOut },
): string[] {
  const found = expandHosts(pattern);
  if ('hosts' in found) {
    groups.named += found.hosts.length;
    requireFewServers(groups.named, mostGroupsOfHost);
    return found.hosts;
  }
  leftOut.add(found.refused, place);
  return [];
}

/** Words of a line; quotes hold blanks together, and a comment ends it. */
function words(line: string): string[] {
  const found: string[] = [];
  for (const match of line.matchAll(/(?:[^\s"'#]|"[^"]*"|'[^']*')+|#.*/g)) {
    if (match[0].startsWith('#')) break;
    found.push(match[0]);
  }
  return found;
}

function putVariable(vars: Map<string, string>, pair: string): boolean {
  const at = pair.indexOf('=');
  if (at < 1) return false;
  const value = pair.slice(at + 1).trim();
  const bare = /^(["'])(.*)\1$/.exec(value)?.[2] ?? value;
  vars.set(pair.slice(0, at).trim().toLowerCase(), bare);
  return true;
}

const scalarSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const varsSchema = z.record(z.string(), z.unknown()).nullish();
type YamlGroup = {
  hosts?: Record<string, unknown> | null | undefined;
  vars?: Record<string, unknown> | null | undefined;
  children?: Record<string, YamlGroup | null> | null | undefined;
};
const groupSchema: z.ZodType<YamlGroup> = z.object({
  hosts: varsSchema,
  vars: varsSchema,
  children: z.lazy(() => z.record(z.string(), groupSchema.nullable()).nullish()),
});

/** An inventory of Ansible in its YAML form. Throws `usage` where it is none. */
export function importAnsibleYaml(text: string, file: string): ImportedInventory {
  const refused = (cause?: unknown) =>
    new LatchkeyError('usage', texts.isNoInventoryOfAnsible(file), {
      hint: texts.itsGroupsHoldHostsVars,
      cause,
    });
  let document: unknown;
  try {
    // Tags are Ansible's own (`!vault`): their text is what is left out, or a text.
    document = parse(text, { maxAliasCount: 100, prettyErrors: false, logLevel: 'error' });
  } catch (cause) {
    throw refused(cause);
  }
  const read = z.record(z.string(), groupSchema.nullable()).safeParse(document);
  if (!read.success) throw refused(read.error);
  const groups = new Groups();
  const leftOut = new LeftOut();
  for (const [name, group] of Object.entries(read.data)) addGroup(groups, { name, group, depth: 0 }, leftOut);
  return inventoryOf(groups, leftOut);
}

function addGroup(
  groups: Groups,
  { name, group, depth }: { name: string; group: YamlGroup | null; depth: number },
  leftOut: LeftOut,
): void {
  const own = groups.get(name);
  // Deeper than any inventory; a document that repeats itself by aliases ends here.
  if (group === null || depth > 20) return;
  for (const [variable, value] of Object.entries(group.vars ?? {}))
    own.vars.set(variable.toLowerCase(), textOf(value));
  for (const [pattern, vars] of Object.entries(group.hosts ?? {})) {
    const given = varsSchema.safeParse(vars);
    const pairs = Object.entries((given.success ? given.data : null) ?? {});
    const values = pairs.map(([key, value]) => [key.toLowerCase(), textOf(value)] as const);
    for (const host of hostsOf(pattern, { place: pattern, groups, leftOut }))
      own.hosts.set(host, new Map(values));
  }
  for (const [child, inner] of Object.entries(group.children ?? {})) {
    own.children.add(child);
    addGroup(groups, { name: child, group: inner, depth: depth + 1 }, leftOut);
  }
}

function textOf(value: unknown): string {
  const scalar = scalarSchema.safeParse(value);
  return scalar.success ? String(scalar.data ?? '') : '';
}

/** Each host once, with the variables of its groups below its own; the group that names it first is its label. */
function inventoryOf(groups: Groups, leftOut: LeftOut): ImportedInventory {
  const hosts = new Map<string, { vars: Map<string, string>; group: string | null }>();
  for (const [name, group] of groups.all) {
    for (const [host, own] of group.hosts) {
      const inherited = [...ancestors(groups, name)].reverse().flatMap((one) => [...groups.get(one).vars]);
      const known = hosts.get(host);
      const label = ['all', 'ungrouped'].includes(name) ? null : name;
      hosts.set(host, {
        vars: new Map([...inherited, ...(known?.vars ?? []), ...own]),
        group: known?.group ?? label,
      });
    }
  }
  const listed = [...hosts].map(([name, { vars, group }]) => ({
    name,
    variables: vars,
    labels: group === null ? [] : [['role', group] as const],
  }));
  return importedInventory(listed, leftOut);
}

/** A group and all that it lies in, the nearest first; `all` holds every one. */
function ancestors(groups: Groups, name: string): Set<string> {
  const found = new Set([name]);
  for (const one of found) {
    for (const [parent, { children }] of groups.all) if (children.has(one)) found.add(parent);
  }
  found.delete('all');
  return found.add('all');
}
