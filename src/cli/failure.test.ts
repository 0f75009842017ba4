import { describe, expect, test } from 'vitest';
import { LatchkeyError } from '../shared/base/error';
import { reportFailure, reportRemark } from './failure';
import { outputOver } from './terminal';

const foreign = 'Unknown column\nlatchkey: all is well\r\n\r  near line three';
const folded = 'Unknown column latchkey: all is well near line three';

function written(act: (stderr: ReturnType<typeof outputOver>) => void): string {
  let out = '';
  const write = (text: string | Uint8Array) => {
    out += String(text);
  };
  act(outputOver({ write, isTTY: false, columns: 80 }));
  return out;
}

describe('what a server or a file says begins no line of its own', () => {
  test('in an error and in its hint', () => {
    const error = new LatchkeyError('query-failed', foreign, { hint: foreign });
    expect(written((stderr) => reportFailure(error, stderr, false))).toBe(
      `latchkey: ${folded}\nhint: ${folded}\n`,
    );
  });

  test('in a remark', () => {
    expect(written((stderr) => reportRemark(foreign, stderr, false))).toBe(`latchkey: ${folded}\n`);
  });

  test('while JSON keeps it exactly', () => {
    const error = new LatchkeyError('query-failed', foreign);
    expect(JSON.parse(written((stderr) => reportFailure(error, stderr, true)))).toMatchObject({
      message: foreign,
    });
  });
});
