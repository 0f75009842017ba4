import { expect, test } from 'vitest';
import { exampleHistory } from '../../../test/files/example-history';
import { exampleSnapshot } from '../../../test/files/example-snapshot';
import { redactionClasses } from '../../shared/redaction';
import { checkRedacted } from './check';
import { redactSnapshot } from './redact';

const values = [1, 2];
const origin = { kind: 'live', target: 'monitor@db7.example.org:3306' } as const;
const history = exampleHistory(2, {
  settings: [{ at: '2026-11-07T04:00:00.000Z', variable: 'report_host', from: 'db8.corp', to: '' }],
  growth: [
    { of: 'disk', path: '/data/webshop', limit: 10, values },
    { of: 'table', schema: 'webshop', table: 'customers', limit: null, values },
    { of: 'auto-increment', schema: 'webshop', table: 'customers', column: 'customer_no', limit: 5, values },
  ],
  missing: {
    host: { code: 'not-read', text: 'The store metrics.example.net has nothing of db1.example.net.' },
  },
});

test('a history given away names neither store nor server, table nor path of others', () => {
  const original = exampleSnapshot({ history, origin });
  const { snapshot } = redactSnapshot(original, redactionClasses);
  const text = JSON.stringify(snapshot.history);
  for (const name of ['example.net', 'metrics', 'db1', 'db8', 'webshop', 'customer']) {
    expect(text).not.toContain(name);
  }
  expect(checkRedacted(original, snapshot, redactionClasses)).toEqual([]);
  expect(snapshot.history?.series).toEqual(history.series);
});

test('the check finds a name that was left in a history', () => {
  const original = exampleSnapshot({ history, origin });
  expect(checkRedacted(original, original, ['names']).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['webshop', 'customers', 'customer_no']),
  );
  expect(checkRedacted(original, original, ['hosts']).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['metrics.example.net', 'db1.example.net', 'db8.corp']),
  );
});
