import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import LongestFirst from './scripts/test-run/longest-first.ts';

/** Folders that `npm test` runs apart from the others: to what a project excludes, no option adds. */
const apart = (process.env.LATCHKEY_TEST_APART ?? '').split(',').filter((folder) => folder !== '');

// unit: beside the code, no server, no window. live: against real servers, one file at a time per worker.
export default defineConfig({
  test: {
    reporters: ['default'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          globalSetup: 'scripts/test-run/temporary-folder.ts',
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.{ts,mjs}', 'test/**/*.test.ts'],
          exclude: ['**/*.live.test.ts', 'node_modules/**', ...apart.map((folder) => `${folder}/**`)],
          // Reports take style sheets in as text; Vitest would give them an empty one.
          css: { include: [/\.css\?raw$/] },
          // By itself Vitest leaves one processor free: of two that is half.
          maxWorkers: availableParallelism(),
          // A busy machine is no failure; what never ends is.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'live',
          include: ['test/**/*.live.test.ts'],
          // As above; nothing that a test waits for takes a tenth of it on a free machine.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          // Half of the time of a live test is waiting for servers and windows.
          maxWorkers: 3,
        },
      },
    ],
  },
});
