import { LatchkeyError } from '../shared/base/error';
import { type PathArgument, type PathIntent, pathsOf } from '../shared/base/path-argument';
import { type RpcName, rpcContract } from '../shared/rpc';
import { texts } from './texts';

/**
 * Answers whose paths are Latchkey's own: the history, the samples, saved connections, and journals of changes. Not
 * among them is any that repeats what the window sent without having checked it (`connection.parseUrl`).
 */
const vouching: ReadonlySet<RpcName> = new Set<RpcName>([
  'fleet.read',
  'snapshot.samples',
  'snapshot.list',
  'snapshot.open',
  'snapshot.take',
  'import.keep',
  'recheck.run',
  'recording.export',
  'watch.run',
  'history.retain',
  'profiles.list',
  'profiles.save',
  'metrics.stores',
  'metrics.saveStore',
  'metrics.snapshot',
  'work.get',
  'restore.pending',
  'plan.undoable',
]);

/** After so many refusals a window is not asked for any more: a page that asks and asks is not its reader. */
const mostRefusals = 3;

/** Asks the person before the window whether it may use what it names. */
export type AskPerson = (asked: PathArgument) => Promise<boolean>;

/**
 * The window reads and writes only where the user pointed: in a dialog, by a drop, by the command line, or earlier, when
 * Latchkey kept it. A page that was taken over could otherwise overwrite any file of the user, or read one and send it
 * away. What is typed into a field counts once the person has confirmed it to main.
 */
export interface GrantedPaths {
  grant(path: string, intents: readonly PathIntent[]): void;
  /** Grants what an answer names, where its paths are Latchkey's own. */
  grantAnswer(name: RpcName, output: unknown): void;
  /** @throws LatchkeyError 'usage' when the call names a path that nobody gave */
  check(name: RpcName, input: unknown): Promise<void>;
}

/** Every call's reader of its paths. */
const inputs = new Map(calls().map((name) => [name, pathsOf(rpcContract[name].input, 'input')]));
const outputs = new Map(
  [...vouching].map((name) => [name, pathsOf(rpcContract[name].output, 'output')] as const),
);

function calls(): RpcName[] {
  return Object.keys(rpcContract).filter((name): name is RpcName => name in rpcContract);
}

/** Paths of a call's input. */
export function pathArguments(name: RpcName, input: unknown): PathArgument[] {
  return inputs.get(name)?.(input) ?? [];
}

export function grantedPaths(ask: AskPerson = async () => false): GrantedPaths {
  /** By path: intents, and such as hold for one address only. */
  const granted = new Map<string, Set<string>>();
  const refused = new Set<string>();
  let asking: Promise<unknown> = Promise.resolve();

  const add = (path: string, rights: readonly string[]) => {
    granted.set(path, new Set([...(granted.get(path) ?? []), ...rights]));
  };
  const grantArgument = (one: PathArgument) => add(one.path, [rightOf(one)]);
  const isGranted = (one: PathArgument) => {
    const { path, intent } = one;
    const rights = granted.get(path);
    if (rights === undefined) return false;
    if (intent === 'show' || rights.has(intent) || rights.has(rightOf(one))) return true;
    return intent === 'use' && rights.has('read');
  };
  const refusal = ({ path, intent, place, to }: PathArgument) =>
    new LatchkeyError(
      'usage',
      texts.theWindowMayNotIt(verbs[intent], path, to === null ? '' : texts.forWord(to)),
      {
        hint: texts.chooseItThere(place),
      },
    );

  /** One question at a time, none twice. */
  async function confirm(asked: PathArgument): Promise<void> {
    const before = asking;
    let done: () => void = () => undefined;
    asking = new Promise<void>((resolve) => {
      done = resolve;
    });
    try {
      await before;
      if (isGranted(asked)) return;
      const key = `${rightOf(asked)} ${asked.path}`;
      if (refused.has(key) || refused.size >= mostRefusals) throw refusal(asked);
      if (!(await ask(asked))) {
        refused.add(key);
        throw refusal(asked);
      }
      grantArgument(asked);
    } finally {
      done();
    }
  }

  return {
    grant: add,
    grantAnswer: (name, output) => {
      for (const one of outputs.get(name)?.(output) ?? []) grantArgument(one);
    },
    check: async (name, input) => {
      const asked = pathArguments(name, input).filter((one) => !isGranted(one));
      const foreign = asked.find(({ typed }) => !typed);
      if (foreign !== undefined) throw refusal(foreign);
      for (const one of asked) await confirm(one);
    },
  };
}

/** A password is given for the address that it was kept or confirmed with: any other could be a thief's. */
function rightOf({ intent, to }: PathArgument): string {
  return to === null ? intent : `${intent} for ${to}`;
}

const verbs: Readonly<Record<PathIntent, string>> = {
  read: 'read',
  use: texts.connectWith,
  write: texts.writeTo,
  socket: texts.connectTo,
  show: 'show',
  secret: texts.toUseTheLoginPath,
  variable: texts.toUseTheEnvironmentVariable,
};
