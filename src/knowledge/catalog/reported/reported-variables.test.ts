import { expect, test } from 'vitest';
import { checkReportedVariables, readReportedVariables } from './reported-variables';

const files = import.meta.glob<unknown>('./*.json', { eager: true, import: 'default' });

test('there is a file for each server that is run live, and one more of MariaDB 11.8', () => {
  // Packages of 11.8 were 11.8.6 and are 11.8.9: a machine may have either.
  expect(Object.keys(files)).toHaveLength(9);
});

test.each(Object.entries(files))('%s holds what its schema says, and is read as it stands', (_path, json) => {
  const server = readReportedVariables(json);
  const variables = Object.fromEntries(server.names().map((name) => [name, server.variable(name)]));
  expect({ version: server.version, variables }).toEqual(checkReportedVariables(json));
  expect(server.has('constructor')).toBe(false);
  expect(server.variable('constructor')).toBeUndefined();
});
