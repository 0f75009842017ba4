import { expect, test } from 'vitest';
import type { GlobalVariableItem } from '../../../shared/change';
import type { ServerIdentity } from '../../../shared/server';
import { judgeValue } from './value-owner';

const server: ServerIdentity = {
  flavour: 'mysql',
  version: [9, 7, 4],
  versionText: '9.7.4',
  comment: 'MySQL Community Server',
  serverKey: 'uuid',
  uptimeSeconds: null,
  hosting: 'self',
  privileges: null,
  performanceSchema: null,
};
/** A SET was sent; nobody has read what the server made of it. */
const inFlight = (variable: string, original: string, proposed: string): GlobalVariableItem => ({
  kind: 'global-variable',
  variable,
  type: 'text',
  original,
  proposed,
  stored: null,
  state: 'setting',
});
const verdict = (item: GlobalVariableItem, current: string) =>
  judgeValue(item, new Map([[item.variable, current]]), [item], server);

test('flags that were set are ours where all others are as before', () => {
  const item = inFlight('optimizer_switch', 'mrr=on,mrr_cost_based=on,semijoin=on', 'mrr=off');
  expect(verdict(item, 'mrr=off,mrr_cost_based=on,semijoin=on')).toBe('ours');
  expect(verdict(item, 'mrr=on,mrr_cost_based=on,semijoin=on')).toBe('original');
  // Someone else has set another flag, or ours back and another one.
  expect(verdict(item, 'mrr=off,mrr_cost_based=on,semijoin=off')).toBe('foreign');
  expect(verdict(item, 'mrr=on,mrr_cost_based=on,semijoin=off')).toBe('foreign');
  const byDefault = inFlight('optimizer_switch', 'mrr=off,semijoin=on', 'mrr=default');
  expect(verdict(byDefault, 'mrr=on,semijoin=on')).toBe('ours');
});

test('a combined mode is ours with the modes that it stands for, and no other', () => {
  const item = inFlight('sql_mode', 'STRICT_TRANS_TABLES', 'ansi');
  const ansi = 'REAL_AS_FLOAT,PIPES_AS_CONCAT,ANSI_QUOTES,IGNORE_SPACE,ONLY_FULL_GROUP_BY,ANSI';
  expect(verdict(item, ansi)).toBe('ours');
  expect(verdict(item, `${ansi},NO_ZERO_DATE`)).toBe('foreign');
  expect(verdict(item, 'ANSI_QUOTES')).toBe('foreign');
});
