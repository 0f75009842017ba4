import { expect, test } from 'vitest';
import type { StoreServer } from '../../../shared/metrics-store';
import { wantedOf } from './wanted';

function server(name: string, labels: Record<string, string>): StoreServer {
  return { name, labels: { instance: name, ...labels }, dialect: 'x', versions: [], connections: [] };
}

test('a name that only one server has is enough, else a label that only it has', () => {
  const [a, b, c] = [
    server('db1', { job: 'mysql', cluster: 'eu' }),
    server('db1', { job: 'mysql', cluster: 'us' }),
    server('db2', { job: 'mysql' }),
  ];
  const all = [a, b, c];
  expect(all.map((one) => wantedOf(one, all))).toEqual(['cluster=eu', 'cluster=us', 'db2']);
  const twins = [server('db1', {}), server('db1', {})];
  expect(twins.map((one) => wantedOf(one, twins))).toEqual(['db1', 'db1']);
});
