import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

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
  'What a person on the network can do',
  'The packaged app',
];
/** `// Claim, AREA: SENTENCE`, on the line before the test that holds it; a `test.each` is named by its pattern. */
const claimLine =
  /^ *\/\/ Claim, ([^:]+): (.+)\n\s*test(?:\.skipIf\([^)]*\))?(?:\(\s*'([^']*)'|\.each\([\s\S]*?\)\(\s*'([^']*)')/gm;

/** Where tests are that make claims. */
export function claimingTests(): TestFile[] {
  return [
    'e2e',
    'src/main',
    'src/store',
    'src/report',
    'src/server/change',
    'src/server/workload',
    'src/shared',
    'test/server',
    'test/probe',
    'test/cli',
  ].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => /\.(?:spec|test)\.tsx?$/.test(name))
      .sort()
      .map((name) => join(folder, name))
      .map((path) => ({ path, text: readFileSync(path, 'utf8') })),
  );
}

/** What Latchkey promises, sentence by sentence, each with the test that would fail if it were not so. */
export function securityReference(files: readonly TestFile[]): string {
  const claims = files.flatMap(readClaims);
  return [
    '# Security',
    '',
    'Made by `npm run docs` from the tests: each sentence stands above the test that would fail if it were not so.',
    'What is collected and kept, and what an export takes out, is in [privacy.md](privacy.md).',
    '',
    ...areas.flatMap((area) => [
      `## ${area}`,
      '',
      ...claims
        .filter((claim) => claim.area === area)
        .map(({ text, path, test }) => `- ${text} (\`${path}\`: ${test})`),
      '',
    ]),
  ].join('\n');
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
