import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileRules, type RuleSet } from '../../src/analysis';

const root = fileURLToPath(new URL('../../rules', import.meta.url));

let compiled: RuleSet | undefined;

/** The rules of the product, compiled once for all test files that share their imports: it takes a second. */
export function productRules(): RuleSet {
  compiled ??= compileRules(readRules());
  return compiled;
}

/** The rule files of the product, as the engine hands them to `compileRules`. */
export function readRules(folder = root): { path: string; text: string }[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      if (statSync(path).isDirectory()) return readRules(path);
      return name.endsWith('.yaml')
        ? [{ path: path.slice(root.length - 'rules'.length), text: readFileSync(path, 'utf8') }]
        : [];
    });
}
