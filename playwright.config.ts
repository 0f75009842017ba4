import { defineConfig } from '@playwright/test';

// The real app in the real Electron, one window at a time. No retries: a test that fails now and then is a defect, and
// `npm test` names it even where it passes alone (scripts/test-run/second-run.ts).
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/e2e',
  workers: 1,
  fullyParallel: false,
  retries: 0,
  forbidOnly: process.env.CI === 'true',
  // A loaded machine with two cores takes several times what a free one does; who waits for a condition loses nothing.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  reporter: [['line'], ['json', { outputFile: 'test-results/e2e.json' }]],
});
