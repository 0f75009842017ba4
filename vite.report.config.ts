import { defineConfig } from 'vite';

// The script inside HTML reports: one file that runs by itself. `src/report` puts its text into each report.
export default defineConfig({
  publicDir: false,
  build: {
    target: 'chrome108',
    outDir: 'out/report',
    lib: {
      entry: 'src/report/client.ts',
      formats: ['iife'],
      name: 'latchkeyReport',
      fileName: () => 'client.js',
    },
  },
});
