import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Attack, Room } from '../../test/hostile/attack.ts';

/** A test file, by its path from the root. */
interface TestFile {
  path: string;
  text: string;
}

interface Claim {
  area: string;
  text: string;
  path: string;
  test: string;
}

const areas = [
  'The window',
  'Between window and engine',
  'Passwords',
  'Data of servers and files',
  'The network',
  'The packaged app',
  'What a hostile server can do',
  'What a hostile file can do',
  'What a person on the network can do',
  'What an account of the server can do',
  'What a page that was taken over can do',
];
/** Where what each attacker cannot do stands. */
const areaOf: Record<Room, string> = {
  'A hostile server': 'What a hostile server can do',
  'A hostile file': 'What a hostile file can do',
  'A person on the network': 'What a person on the network can do',
  'An account of the server': 'What an account of the server can do',
  'A page that was taken over': 'What a page that was taken over can do',
};
/** `// Claim, AREA: SENTENCE`, on the line before the test that holds it; a `test.each` is named by its pattern. */
const claimLine =
  /^ *\/\/ Claim, ([^:]+): (.+)\n\s*test(?:\.skipIf\([^)]*\))?(?:\(\s*'([^']*)'|\.each\([\s\S]*?\)\(\s*'([^']*)')/gm;

/** Every test that may make claims. */
export function claimingTests(): TestFile[] {
  return ['e2e', 'src', 'test'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:spec|test)\.tsx?$/.test(name))
      .sort()
      .map((name) => join(folder, name))
      .map((path) => ({ path, text: readFileSync(path, 'utf8') })),
  );
}

/**
 * What Latchkey promises, sentence by sentence, each with the test that would fail if it were not so.
 * @param attacks of test/hostile, with the file that runs each as a test; null: only the bench runs it
 */
export function securityReference(
  files: readonly TestFile[],
  attacks: readonly { attack: Attack; path: string | null }[],
): string {
  const claims = [...files.flatMap(readClaims), ...attacks.map(attackClaim)];
  return [
    '# Security',
    '',
    'Made by `npm run docs` from the tests: each sentence stands above the test that would fail if it were not so.',
    'What is collected and kept, and what an export takes out, is in [privacy.md](privacy.md).',
    'The proxies in these tests are stand-ins that answer as ProxySQL, MaxScale and a balancer do: none of the real ones was tried,',
    'as they are not available from the registries that the tests use. A proxy that shows itself in no answer at all is not recognised.',
    '',
    ...areas.flatMap((area) => [
      `## ${area}`,
      '',
      ...claims
        .filter((claim) => claim.area === area)
        .map(({ text, path, test }) => `- ${text} (\`${path}\`: ${inert(test)})`),
      '',
    ]),
  ].join('\n');
}

function attackClaim({ attack, path }: { attack: Attack; path: string | null }): Claim {
  return {
    area: areaOf[attack.room],
    text: attack.expected,
    path: path ?? 'npm run bench -- hostile',
    test: `${attack.id}: ${attack.attack}`,
  };
}

/** Names of tests and attacks hold what Markdown would take for its own. */
function inert(text: string): string {
  return text.replaceAll(/[<>`*_[\]]/g, '\\$&');
}

/** @throws Error for a claim of an area that there is not, or without a test after it */
function readClaims({ path, text }: TestFile): Claim[] {
  const found = [...text.matchAll(claimLine)].map(
    ([, area = '', sentence = '', title, pattern]): Claim => ({
      area,
      text: sentence,
      path,
      test: title ?? pattern ?? '',
    }),
  );
  const written = text.match(/^ *\/\/ Claim, /gm)?.length ?? 0;
  const strange = found.find(({ area }) => !areas.includes(area));
  if (strange !== undefined) throw new Error(`${path}: there is no area "${strange.area}".`);
  if (written !== found.length) throw new Error(`${path}: a claim has no test after it.`);
  return found;
}
