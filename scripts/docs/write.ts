// `npm run docs`: writes the references in docs/ that are made from the program itself.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runnerImport } from 'vite';

const root = join(import.meta.dirname, '../..');
process.chdir(root);

const { module } = await runnerImport<typeof import('./references.ts')>('./scripts/docs/references.ts');
for (const [file, text] of Object.entries(await module.references())) {
  writeFileSync(join(root, file), text);
  console.log(`Wrote ${file}`);
}
