import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('every benchmark is found by a plain Node, which resolves only names with their endings', () => {
  const run = join(import.meta.dirname, '../../bench/run.ts');
  expect(execFileSync(process.execPath, [run, '--list'], { encoding: 'utf8' })).toContain('analysis');
});
