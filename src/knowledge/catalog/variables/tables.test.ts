import { expect, test } from 'vitest';
import { reportedCatalogs } from '../reported';
import type { ReportedVariable } from '../reported/reported-variables';
import { rowFor, tabledEntries } from '.';
import type { Shape } from './table';

/** There only where the program was built with libnuma. */
const ofTheBuild = new Set(['innodb_numa_interleave']);

// A row holds for a range of versions: where it says otherwise than a live server in that range, it is wrong for the
// versions around that server too.
test.each(reportedCatalogs)(
  'the tables by hand say what $flavour $version reports',
  ({ flavour, version, variable }) => {
    const server = { flavour, version: [...version] as const };
    const wrong = [...tabledEntries].flatMap(([name, entry]) => {
      const row = rowFor(entry, { flavour, version: [version[0], version[1], version[2]] });
      const reported = variable(name);
      if (row === undefined && reported === undefined) return [];
      if (row === undefined && reported?.value === 'DEPRECATED') return [];
      if (row === undefined) return [`${name}: the server has it, ${JSON.stringify(reported?.value)}`];
      if (reported === undefined) return ofTheBuild.has(name) ? [] : [`${name}: the server has none`];
      return differences({ ...entry, ...row }, reported).map((difference) => `${name}: ${difference}`);
    });
    expect({ server, wrong }).toEqual({ server, wrong: [] });
  },
);

type Tabled = Shape & { value?: string; auto?: string };

function differences(tabled: Tabled, reported: ReportedVariable): string[] {
  const wrong: string[] = [];
  const compare = (what: string, here: unknown, there: unknown) => {
    if (there !== undefined && String(here) !== String(there))
      wrong.push(`${what} ${String(here)}, the server says ${String(there)}`);
  };
  compare('dynamic', tabled.dynamic, reported.dynamic);
  compare('scope', tabled.scope, reported.scope);
  if (tabled.value !== undefined && reported.value !== undefined) {
    const isNumber = ['size', 'integer', 'number'].includes(tabled.type);
    const same = isNumber
      ? Number(tabled.value) === Number(reported.value)
      : tabled.value.toLowerCase() === reported.value.toLowerCase();
    if (!same) wrong.push(`default ${tabled.value}, the server says ${reported.value}`);
  }
  if (tabled.type === 'size' || tabled.type === 'integer') {
    compare('min', tabled.min ?? reported.min, reported.min);
    compare('block', tabled.block ?? reported.block, reported.block);
    const block = BigInt(tabled.block ?? reported.block ?? 1);
    const whole = (max: number | bigint) => BigInt(max) - (BigInt(max) % block);
    if (reported.max !== undefined && tabled.max !== undefined && tabled.max !== null)
      compare('max', whole(tabled.max), whole(reported.max));
  }
  return wrong;
}
