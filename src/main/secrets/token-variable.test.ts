import { expect, test } from 'vitest';
import { withTokenVariable } from './token-variable';

const source = { url: 'http://store', tokenVariable: 'LATCHKEY_METRICS_TOKEN' };

test('the token of the variable is added where no other secret is given', () => {
  const environment = { LATCHKEY_METRICS_TOKEN: ' abc \n' };
  expect(withTokenVariable({ source, secrets: {}, from: 'x' }, environment)).toEqual({
    ...{ source, from: 'x' },
    secrets: { token: 'abc' },
  });
  const typed = { source, secrets: { token: 'typed' } };
  expect(withTokenVariable(typed, environment)).toBe(typed);
  const other = { source: { url: 'http://store' }, secrets: {} };
  expect(withTokenVariable(other, environment)).toBe(other);
});

test('a variable that is not set is named', () => {
  expect(() => withTokenVariable({ source, secrets: {} }, {})).toThrow('LATCHKEY_METRICS_TOKEN is not set');
});
