import { describe, expect, it } from 'vitest';
import { optionArguments, optionName } from './options.ts';

describe('server options', () => {
  it('turns underscores into dashes in names and leaves values alone', () => {
    expect(optionArguments({ performance_schema_instrument: '%sync_x%=on' })).toEqual([
      '--performance-schema-instrument=%sync_x%=on',
    ]);
  });

  it('writes true as a bare flag and false as OFF', () => {
    expect(
      optionArguments({ skip_name_resolve: true, 'log-bin': 'x', innodb_adaptive_flushing: false }),
    ).toEqual(['--skip-name-resolve', '--log-bin=x', '--innodb-adaptive-flushing=OFF']);
  });

  it('compares names in one spelling', () => {
    expect(optionName('--Innodb_Page_Size')).toBe('innodb-page-size');
  });
});
