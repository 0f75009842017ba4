import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reportFailure } from '../../src/cli/failure';
import { progressDisplay } from '../../src/cli/progress';
import { outputOver } from '../../src/cli/terminal';
import { colourStyle } from '../../src/cli/text/style';
import { LatchkeyError } from '../../src/shared/base/error';
import { jsonText } from '../../src/shared/writers/json';
import { isVisible, visible, visibleLines } from '../../src/shared/writers/visible';
import { hostileTexts } from '../hostile-texts';

function stream(isTTY: boolean) {
  const written: Buffer[] = [];
  const output = outputOver({ write: (text) => written.push(Buffer.from(text)), isTTY, columns: 80 });
  return { output, bytes: () => Buffer.concat(written), text: () => Buffer.concat(written).toString('utf8') };
}

/** What a terminal would obey or hide; line feeds and tabs are text. */
function steers(text: string): boolean {
  return !isVisible(text.replaceAll(/\r\n|[\n\t]/g, ''));
}

test.each(Object.entries(hostileTexts))('text for people does not steer a terminal: %s', (_, text) => {
  for (const isTTY of [true, false]) {
    const { output, text: written } = stream(isTTY);
    output.write(text);
    output.line(text);
    output.writeStyled(text.replaceAll('\u001b[31m', ''));
    expect(steers(written())).toBe(false);
  }
});

test.each(Object.entries(hostileTexts))(
  'a failure is one message on a terminal, whatever it quotes: %s',
  (_, text) => {
    const { output, text: written } = stream(true);
    reportFailure(new LatchkeyError('query-failed', text, { hint: text }), output, false);
    expect(steers(written())).toBe(false);
    // What the message has of lines is indented: none of them can pass for a line of Latchkey's own.
    const own = written()
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('  '));
    expect(own.map((line) => line.slice(0, 5))).toEqual(['latch', 'hint:']);
  },
);

test.each(Object.entries(hostileTexts))('JSON is exact and does not steer a terminal: %s', (_, text) => {
  const json = jsonText({ [text]: [text] });
  expect(steers(json)).toBe(false);
  expect(JSON.parse(json)).toEqual({ [text]: [text] });
  const { output, text: written } = stream(true);
  output.write(json);
  expect(JSON.parse(written())).toEqual({ [text]: [text] });
  reportFailure(new LatchkeyError('internal', text), stream(true).output, true);
});

test.each(Object.entries(hostileTexts))(
  'a document is exact in a file and visible on a terminal: %s',
  (_, text) => {
    const file = stream(false);
    file.output.writeDocument(text);
    if (!/\p{Cs}/u.test(text)) expect(file.text()).toBe(text);
    const terminal = stream(true);
    terminal.output.writeDocument(text);
    expect(steers(terminal.text())).toBe(false);
  },
);

test('bytes of an option file that are not UTF-8 come out as they were', () => {
  const { output, bytes } = stream(false);
  output.writeDocument('# gr\udcfcn é\n');
  expect(bytes()).toEqual(Buffer.from([...Buffer.from('# gr'), 0xfc, ...Buffer.from('n é\n')]));
});

test('progress rewrites its line and nothing else', () => {
  const { output, text } = stream(true);
  const display = progressDisplay(output, false);
  display.report({ done: 1, total: 2, phase: 'collect', note: 'x\u001b[2J\r\n\u0007y' });
  display.clear();
  expect(text()).toBe('\r\u001b[Kcollect 1/2: x\\u{1b}[2J\\u{d}\\u{a}\\u{7}y\r\u001b[K');
});

test('colours are those of the style, on a terminal', () => {
  const on = stream(true);
  on.output.writeStyled(`${colourStyle.critical('x')}\u001b[32mgreen\u001b[8mhidden\u001b[31`);
  expect(on.text()).toBe('\u001b[31mx\u001b[39m\\u{1b}[32mgreen\\u{1b}[8mhidden\\u{1b}[31');
  const off = stream(false);
  off.output.writeStyled(colourStyle.critical('x'));
  expect(off.text()).toBe('\\u{1b}[31mx\\u{1b}[39m');
});

test('no two texts look the same', () => {
  const original = (shown: string) =>
    shown.replaceAll(/\\u\{([0-9a-f]+)\}/g, (_, code: string) =>
      String.fromCodePoint(Number.parseInt(code, 16)),
    );
  for (const text of Object.values(hostileTexts)) expect(original(visible(text)) === text).toBe(true);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(original(visible(text))).toBe(text);
      expect(isVisible(visible(text))).toBe(true);
      expect(steers(visibleLines(text))).toBe(false);
    }),
  );
  expect(visible('\\u{1b}')).toBe('\\u{5c}u{1b}');
});
