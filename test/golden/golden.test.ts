import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { analyze } from '../../src/analysis';
import { readSnapshot } from '../../src/files/snapshot/snapshot-file';
import type { Analysis } from '../../src/shared/analysis';
import { productRules } from '../analysis/rule-files';

// The analyses of the sample snapshots. LATCHKEY_UPDATE_GOLDEN=1 writes them again; look at the difference before you
// commit it: every line of it is a change of what users read.

const folder = fileURLToPath(new URL('../../samples', import.meta.url));
const samples = existsSync(folder)
  ? readdirSync(folder)
      .filter((name) => name.endsWith('.lks'))
      .sort()
  : [];
const rules = productRules();
const update = process.env.LATCHKEY_UPDATE_GOLDEN === '1';

/** What must be in the headline of each sample: the cause that was planted in it. */
const planted: Record<string, RegExp> = {
  'mysql-5.6-benchmark-2013.lks': /innodb_doublewrite is off.*(checksum|flushed)/,
  'mysql-8.0-before-plan.lks': /buffer pool/,
  'mysql-8.0-after-plan.lks': /^Flushing lags behind: innodb_io_capacity is 200/,
  'mysql-9.7-starved-redo.lks': /(24 MiB buffer pool.*redo log|redo log.*buffer pool)/,
  'mysql-9.7-after-plan.lks': /^No bottleneck in what could be checked/,
  'mariadb-10.11-query-cache.lks': /(query cache.*table_open_cache|table_open_cache.*query cache)/i,
  'mariadb-11.8-healthy.lks': /^No bottleneck in what could be checked/,
};

describe.skipIf(samples.length === 0)(
  samples.length === 0
    ? 'golden analyses (skipped: there is no samples/*.lks yet; npm run samples)'
    : 'golden analyses',
  () => {
    test.each(samples)('%s', async (name) => {
      const path = join(folder, name);
      const analysis = analyze(await readSnapshot(path), rules, { path: `samples/${name}` });
      const golden = path.replace(/\.lks$/, '.analysis.json');
      const found = `${JSON.stringify(stable(analysis), null, 2)}\n`;
      if (update) writeFileSync(golden, found);
      expect(existsSync(golden), `${golden}: LATCHKEY_UPDATE_GOLDEN=1 makes it`).toBe(true);
      expect(JSON.parse(found)).toEqual(JSON.parse(readFileSync(golden, 'utf8')));
    });

    test('the plan of the pair of MySQL 8.0 at least doubled the transactions', async () => {
      const rate = async (name: string) => {
        const { samples: sampled } = await readSnapshot(join(folder, name));
        const committed = sampled?.series.Com_commit?.values ?? [];
        const seconds = ((sampled?.times.at(-1) ?? 0) - (sampled?.times[0] ?? 0)) / 1000;
        return ((committed.at(-1) ?? 0) - (committed[0] ?? 0)) / seconds;
      };
      const before = await rate('mysql-8.0-before-plan.lks');
      expect(before).toBeGreaterThan(10);
      expect(await rate('mysql-8.0-after-plan.lks')).toBeGreaterThan(2 * before);
    });

    test.each(samples.filter((name) => planted[name] !== undefined))(
      'the headline of %s names what was planted',
      async (name) => {
        const { headline } = analyze(await readSnapshot(join(folder, name)), rules, { path: null });
        expect(headline.text).toMatch(planted[name] ?? /^$/);
        expect(headline.kind).toBe(/healthy|9.7-after-plan/.test(name) ? 'healthy' : 'bottleneck');
      },
    );
  },
);

/** Everything is a pure function of file and rules; numbers are cut to 12 digits, beyond which platforms differ. */
function stable(analysis: Analysis): unknown {
  return JSON.parse(JSON.stringify(analysis), (_, value: unknown) =>
    typeof value === 'number' ? Number(value.toPrecision(12)) : value,
  );
}
