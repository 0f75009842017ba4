import { expect, test } from 'vitest';
import { checkReportedVariables, readReportedVariables } from './reported-variables';

const files = import.meta.glob<unknown>('./*.json', { eager: true, import: 'default' });

test('there is a file for each server that is run live', () => {
  expect(Object.keys(files)).toHaveLength(8);
});

test.each(Object.entries(files))('%s holds what its schema says, and is read as it stands', (_path, json) => {
  expect(readReportedVariables(json)).toEqual(checkReportedVariables(json));
});
