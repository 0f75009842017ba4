import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { buildRule } from './src/analysis';
import { builtRuleKey } from './src/files/rules/built-rules';

// Node side: CommonJS for Node 16, so that every Electron from 22 on runs it; renderer: Chromium 108.
// mysql2, ssh2 and better-sqlite3 stay outside the bundles; everything else is bundled.
const external = ['electron', 'mysql2', 'mysql2/promise', 'better-sqlite3', 'ssh2', /^node:/];
const commonJs = {
  format: 'cjs' as const,
  // What is loaded late is loaded by require: Electron before 28 imports nothing out of an archive.
  dynamicImportInCjs: false,
  entryFileNames: '[name].cjs',
  chunkFileNames: 'chunks/[name]-[hash].cjs',
};

const sources = globSync(['src/**/*', 'rules/**/*.yaml'], { withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name))
  .sort();
/** The same for the same sources: code takes only rules of its own build. */
const build = sources
  .reduce((hash, path) => hash.update(readFileSync(path)), createHash('sha256'))
  .digest('hex');

/** The rules, read and checked, beside the bundle: that would take most of the time of a short command. */
const builtRules = {
  name: 'built-rules',
  generateBundle(this: { emitFile(file: { type: 'asset'; fileName: string; source: string }): void }) {
    const files = globSync('rules/**/*.yaml').map((path) => ({ path, text: readFileSync(path, 'utf8') }));
    const rules = Object.fromEntries(files.map((file) => [builtRuleKey(file.text), buildRule(file)]));
    this.emitFile({ type: 'asset', fileName: 'rules.json', source: JSON.stringify({ build, rules }) });
  },
};

export default defineConfig({
  main: {
    plugins: [builtRules],
    // React (in reports) ships its development build unless set otherwise.
    define: {
      'process.env.NODE_ENV': '"production"',
      'process.env.LATCHKEY_BUILD': JSON.stringify(build),
    },
    build: {
      target: 'node16.17',
      outDir: 'out/main',
      externalizeDeps: false,
      rolldownOptions: {
        input: {
          index: 'src/main/index.ts',
          'engine-process': 'src/engine-process/index.ts',
          cli: 'src/cli/index.ts',
          'analysis-worker': 'src/engine/analyses/worker.ts',
        },
        external,
        output: commonJs,
      },
    },
  },
  preload: {
    build: {
      target: 'node16.17',
      outDir: 'out/preload',
      externalizeDeps: false,
      rolldownOptions: { input: { index: 'src/preload/index.ts' }, external, output: commonJs },
    },
  },
  renderer: {
    root: 'src/renderer',
    plugins: [react()],
    build: {
      target: 'chrome108',
      outDir: 'out/renderer',
      rolldownOptions: { input: { index: 'src/renderer/index.html' } },
    },
  },
});
