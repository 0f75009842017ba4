import { globSync, readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { parse } from 'yaml';
import { parsedRuleKey } from './src/files/rules/parsed-rules';

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

/** The rules as JSON beside the bundle: reading their YAML would take half of the time of each start. */
const parsedRules = {
  name: 'parsed-rules',
  generateBundle(this: { emitFile(file: { type: 'asset'; fileName: string; source: string }): void }) {
    const texts = globSync('rules/**/*.yaml').map((path) => readFileSync(path, 'utf8'));
    const rules = Object.fromEntries(texts.map((text) => [parsedRuleKey(text), parse(text)]));
    this.emitFile({ type: 'asset', fileName: 'rules.json', source: JSON.stringify(rules) });
  },
};

export default defineConfig({
  main: {
    plugins: [parsedRules],
    // React (in reports) ships its development build unless set otherwise.
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      target: 'node16',
      outDir: 'out/main',
      externalizeDeps: false,
      rolldownOptions: {
        input: {
          index: 'src/main/index.ts',
          'engine-process': 'src/engine-process/index.ts',
          cli: 'src/cli/index.ts',
        },
        external,
        output: commonJs,
      },
    },
  },
  preload: {
    build: {
      target: 'node16',
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
