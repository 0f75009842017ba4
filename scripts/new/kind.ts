// What can be added to Latchkey, as data: the files of each kind in their order. `npm run new` makes and edits them,
// `npm run docs` writes them as the lists of CONTRIBUTING.md.

/** A new thing's name in each form that code needs. */
export interface Names {
  /** Folder or domain before the slash: `waits` of `waits/table-churn`. */
  group: string;
  /** `table-churn` */
  id: string;
  /** `tableChurn` */
  camel: string;
  /** `TableChurn` */
  pascal: string;
  /** `table_churn` */
  snake: string;
  /** `Table churn` */
  title: string;
}

/** One file of a list. `path` from the root; `<group>`, `<id>` and the other names stand in angle brackets. */
export type Step = { path: string; what: string } & (
  | { does: 'create'; write: (names: Names) => string }
  | { does: 'edit'; edit: (text: string, names: Names) => string }
  /** Written by `npm run docs`. */
  | { does: 'generate' }
  /** Left to a person: what stands there cannot be known. */
  | { does: 'by hand' }
);

export interface Kind {
  id: string;
  /** `a rule`, for the heading. */
  title: string;
  /** Folders or domains that the name may have before a slash; the first is taken where none is given. */
  groups?: readonly string[];
  /** false: nothing can be made, as every file needs knowledge that only its author has. */
  generated: boolean;
  steps: readonly Step[];
  /** What the files cannot say, in sentences. */
  remarks: readonly string[];
  /** Tests to run first. */
  tests: readonly string[];
}

/** @throws Error with a sentence when the name is none */
export function namesOf(kind: Kind, name: string): Names {
  const parts = name.split('/');
  const id = parts.at(-1) ?? '';
  const group = parts.length > 1 ? parts.slice(0, -1).join('/') : (kind.groups?.[0] ?? '');
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id))
    throw new Error(`"${id}" is no name: write it like-this-one.`);
  const groups = kind.groups ?? [''];
  if (!groups.includes(group)) {
    throw new Error(
      kind.groups === undefined
        ? `A ${kind.id} stands in no group: write ${id} alone.`
        : `There is no "${group}". Choose one of ${groups.join(', ')}.`,
    );
  }
  const words = id.split('-');
  const pascal = words.map(upperFirst).join('');
  return {
    group,
    id,
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    pascal,
    snake: words.join('_'),
    title: upperFirst(words.join(' ')),
  };
}

/** A path with the names of its angle brackets filled in. */
export function pathOf(step: Step, names: Names): string {
  return Object.entries(names).reduce(
    (path, [name, value]) => path.replaceAll(`<${name}>`, value),
    step.path,
  );
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
