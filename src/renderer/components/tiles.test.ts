import { expect, test } from 'vitest';
import { tileRows } from './tiles';

test.each([
  { count: 13, width: 1064, columns: 5, isFirstWide: false },
  { count: 13, width: 1384, columns: 7, isFirstWide: false },
  { count: 13, width: 530, columns: 3, isFirstWide: true },
  { count: 12, width: 1064, columns: 6, isFirstWide: false },
  { count: 1, width: 1064, columns: 1, isFirstWide: false },
  { count: 0, width: 1064, columns: 1, isFirstWide: false },
])('$count tiles in $width px', ({ count, width, columns, isFirstWide }) => {
  expect(tileRows(count, width)).toEqual({ columns, isFirstWide });
});

test('no tile stands alone below others, whatever their number and the width', () => {
  for (let count = 2; count <= 40; count += 1) {
    for (let width = 320; width <= 2600; width += 40) {
      const { columns, isFirstWide } = tileRows(count, width);
      const cells = count + (isFirstWide ? 1 : 0);
      if (columns > 1) expect(cells % columns, `${count} in ${width}`).not.toBe(1);
      expect(columns === 1 || columns * 158 - 8 <= width).toBe(true);
    }
  }
});
