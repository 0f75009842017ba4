import { describe, expect, test } from 'vitest';
import { analyze } from '../../src/analysis';
import { productRules } from './rule-files';
import { buildSnapshot, tableSection } from './snapshot-builder';

const rules = productRules();

/** What is found of a replica whose status has these columns. */
function stoppedOf(status: Record<string, string | number>) {
  const snapshot = buildSnapshot({
    sections: { replication: tableSection(Object.keys(status), { end: [Object.values(status)] }) },
  });
  return analyze(snapshot, rules, { path: null }).findings.find(({ ruleId }) => ruleId === 'replica-stopped');
}

const applierStopped = { replica_io_running: 'Yes', replica_sql_running: 'No' };
const receiverStopped = { replica_io_running: 'No', replica_sql_running: 'Yes' };

describe('a stopped replica', () => {
  test('is certain: its state was read', () => {
    expect(stoppedOf(applierStopped)?.confidence).toMatchObject({
      level: 'high',
      reason: 'The state was read from the server.',
    });
  });

  test('has its error under the older name too', () => {
    expect(stoppedOf({ ...applierStopped, last_errno: 1062 })?.explanation).toContain(
      'error 1062 of the applier',
    );
    const both = stoppedOf({ ...applierStopped, last_errno: 0, last_sql_errno: 1032 });
    expect(both?.explanation).toContain('error 1032 of the applier');
  });

  // The numbers above 13000 are those of MySQL 8.0 and later, as its perror prints them.
  test.each([
    [{ ...applierStopped, last_sql_errno: 1062 }, /^Error 1062: the row already exists/],
    [{ ...applierStopped, last_sql_errno: 1146 }, /^The table definitions differ/],
    [{ ...applierStopped, last_sql_errno: 13121 }, /^The relay log cannot be read/],
    [{ ...applierStopped, last_sql_errno: 13124 }, /^Errors 1872 and 13124/],
    [{ ...receiverStopped, last_io_errno: 13114 }, /^Errors 1236 and 13114/],
    [{ ...receiverStopped, last_io_errno: 13117 }, /^Errors 1593 and 13117/],
    [{ ...receiverStopped, last_io_errno: 2061 }, /^The receiver cannot connect/],
  ])('says what its number means: %j', (status, meaning) => {
    const actions = stoppedOf(status)?.actions ?? [];
    expect(actions).toHaveLength(3);
    expect(actions[1]).toMatch(meaning);
  });

  test('says nothing of a number that means many things', () => {
    expect(stoppedOf({ ...applierStopped, last_sql_errno: 1064 })?.actions).toHaveLength(2);
    expect(stoppedOf({ ...applierStopped, last_sql_errno: 10620 })?.actions).toHaveLength(2);
  });
});
