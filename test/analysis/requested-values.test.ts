import { expect, test } from 'vitest';
import { ofClusters, requestedValues } from './requested-values';
import { productRules } from './rule-files';

// The live test of plans tries these values on every server; a rule that advises another variable would go untried.

test('every variable that a rule advises is tried on the servers', () => {
  const advised = new Set(
    productRules().rules.flatMap(({ advice }) => advice.map(({ variable }) => variable)),
  );
  for (const variable of ofClusters) advised.delete(variable);
  expect([...advised].sort()).toEqual(Object.keys(requestedValues).sort());
});
