import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rooms } from './rooms';

/** Folders of `src` down to the second level, by their path in it. */
export function foldersOfSource(): string[] {
  const inside = (folder: string) =>
    readdirSync(join('src', folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => (folder === '' ? name : `${folder}/${name}`));
  return inside('').flatMap((room) => [room, ...inside(room)]);
}

/** The rooms with their sentences and what they import, the lowest first. */
export function roomsReference(): string {
  const imports = importsOfRooms();
  const sections = inOrder(imports).map((room) => {
    const inner = Object.entries(rooms).filter(([path]) => path.startsWith(`${room}/`));
    const needs = [...(imports.get(room) ?? [])].sort().join(', ');
    return [
      `- **\`src/${room}\`** ${rooms[room] ?? ''}${needs === '' ? '' : ` Imports ${needs}.`}`,
      ...inner.map(([path, text]) => `  - \`${path.slice(room.length + 1)}\`: ${text}`),
    ].join('\n');
  });
  return sections.join('\n');
}

/** Which room imports which, as Mermaid draws it; an arrow that follows from others is left out. */
export function roomsDiagram(): string {
  const imports = importsOfRooms();
  const arrows = inOrder(imports)
    .reverse()
    .flatMap((room) =>
      [...direct(room, imports)].sort().map((needed) => `  ${nodeOf(room)} --> ${nodeOf(needed)}`),
    );
  const nodes = inOrder(imports).map((room) => `  ${nodeOf(room)}["${room}"]`);
  return ['```mermaid', 'flowchart TD', ...nodes, ...arrows, '```'].join('\n');
}

function nodeOf(room: string): string {
  return room.replaceAll('-', '_');
}

/** The rooms that the sources of each import, tests apart. */
function importsOfRooms(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).map((path) =>
    path.replaceAll('\\', '/'),
  );
  for (const path of files.sort()) {
    const [room = ''] = path.split('/');
    if (!/\.tsx?$/.test(path) || /\.test\.tsx?$/.test(path)) continue;
    const needs = found.get(room) ?? new Set<string>();
    found.set(room, needs);
    for (const [, target = ''] of readFileSync(join('src', path), 'utf8').matchAll(
      /(?:from|import) ?\(?'(\.[^']*)'/g,
    )) {
      const [needed = ''] = join(dirname(path), target).replaceAll('\\', '/').split('/');
      if (needed !== room && rooms[needed] !== undefined) needs.add(needed);
    }
  }
  return found;
}

/** Rooms in which each stands behind all that it needs; those without an order between them by name. */
function inOrder(imports: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const left = new Set([...imports.keys()].sort());
  const placed: string[] = [];
  while (left.size > 0) {
    const next = [...left].find((room) =>
      [...(imports.get(room) ?? [])].every((needed) => !left.has(needed)),
    );
    if (next === undefined) throw new Error(`The rooms ${[...left].join(', ')} import each other.`);
    left.delete(next);
    placed.push(next);
  }
  return placed;
}

/** What a room imports and reaches by no other room that it imports. */
function direct(room: string, imports: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const reached = (from: string, seen: Set<string>): Set<string> => {
    for (const needed of imports.get(from) ?? []) {
      if (seen.has(needed)) continue;
      seen.add(needed);
      reached(needed, seen);
    }
    return seen;
  };
  const needs = imports.get(room) ?? new Set<string>();
  const beyond = new Set([...needs].flatMap((needed) => [...reached(needed, new Set())]));
  return new Set([...needs].filter((needed) => !beyond.has(needed)));
}
