import { defineConfig } from 'vite';

// The script inside HTML reports: one file that runs by itself. `src/report` puts its text into each report.
export default defineConfig({
  publicDir: false,
  // A page has no process; a library that asks gets the answer of the build.
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
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
