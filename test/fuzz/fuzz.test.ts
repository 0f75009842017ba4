import { expect, test } from 'vitest';
import { fuzzedParsers } from './parsers';
import { fuzz } from './run-fuzz';

test.each(fuzzedParsers.map((parser) => [parser.name, parser] as const))(
  'whatever is made of real texts, %s throws nothing but typed errors and takes linear time',
  async (_, parser) => {
    const { thrown, growing } = await fuzz(parser, 150, 14);
    expect(thrown).toEqual([]);
    expect(growing).toEqual([]);
  },
);
