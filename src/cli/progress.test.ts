import { expect, test } from 'vitest';
import { progressDisplay } from './progress';
import { outputOver } from './terminal';

test.each([
  ['a terminal', true, false],
  ['a file', false, false],
  ['JSON lines', false, true],
])('a warning stays and is said once: %s', (_where, isTTY, json) => {
  let written = '';
  const write = (text: string | Uint8Array) => {
    written += text;
  };
  const display = progressDisplay(outputOver({ isTTY, columns: 80, write }), json);
  display.report({ done: 1, total: 2, phase: 'collect', note: 'x' });
  display.warn('Not encrypted.');
  display.warn('Not encrypted.');
  display.clear();
  expect(written.includes('collect')).toBe(isTTY || json);
  expect(written.split('Not encrypted.')).toHaveLength(2);
  const line = json ? '{"warning":"Not encrypted."}' : 'Warning: Not encrypted.';
  expect(written).toContain(`${line}\n`);
});
