import { defineConfig } from 'vitest/config';

// unit: beside the code, no server, no window. live: against real servers, one file at a time per worker.
export default defineConfig({
  test: {
    reporters: ['default'],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.{ts,mjs}', 'test/**/*.test.ts'],
          exclude: ['**/*.live.test.ts', 'node_modules/**'],
          // Reports take style sheets in as text; Vitest would give them an empty one.
          css: { include: [/\.css\?raw$/] },
          // A busy machine is no failure; what never ends is.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'live',
          include: ['test/**/*.live.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
    ],
  },
});
