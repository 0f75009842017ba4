import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { besideBounds, boundsOnScreen, keepWindowState, readWindowState } from './window-state';

const screen = { x: 0, y: 0, width: 1440, height: 900 };
const kept = { x: 60, y: 40, width: 1200, height: 700 };

test('a window comes back where it stood', () => {
  expect(boundsOnScreen(kept, [screen])).toEqual(kept);
  expect(boundsOnScreen({ ...kept, x: 1500 }, [screen, { ...screen, x: 1440 }])).toEqual({
    ...kept,
    x: 1500,
  });
});

test.each([
  ['beside every screen', { ...kept, x: 2000 }],
  ['with a last edge on it', { ...kept, x: 1400 }],
  ['with its title above it', { ...kept, y: -200 }],
])('the system places a window that would open %s', (_where, bounds) => {
  expect(boundsOnScreen(bounds, [screen])).toBeNull();
});

test('a window is no larger than its screen', () => {
  expect(boundsOnScreen({ ...kept, width: 3000, height: 2000 }, [screen])).toMatchObject({
    width: 1440,
    height: 900,
  });
});

test('a further window does not hide the one it was opened from', () => {
  const beside = besideBounds(kept);
  expect(beside).toMatchObject({ width: kept.width, height: kept.height });
  expect(beside.x).toBeGreaterThan(kept.x);
  expect(beside.y).toBeGreaterThan(kept.y);
});

test('what is kept is read again; a file that holds something else counts as none', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-window-'));
  try {
    const file = join(folder, 'profile', 'window.json');
    expect(readWindowState(file)).toBeNull();
    keepWindowState(file, { bounds: kept, maximized: true });
    expect(readWindowState(file)).toEqual({ bounds: kept, maximized: true });
    writeFileSync(file, '{"bounds":{"x":"left"}}');
    expect(readWindowState(file)).toBeNull();
    writeFileSync(file, '{"bounds"');
    expect(readWindowState(file)).toBeNull();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
