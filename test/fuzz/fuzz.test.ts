import { expect, test } from 'vitest';
import { fuzzedParsers } from './parsers';
import { fuzz } from './run-fuzz';

test.each(fuzzedParsers.map((parser) => [parser.name, parser] as const))(
  'whatever is made of real texts, %s throws nothing but typed errors and takes no more than 50 ms for 100 KB',
  async (_, parser) => {
    const { thrown, slow } = await fuzz(parser, 150, 14);
    expect(thrown).toEqual([]);
    expect(slow).toEqual([]);
  },
);
