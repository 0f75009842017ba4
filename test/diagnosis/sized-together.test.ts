import { expect, test } from 'vitest';
import { generate } from '../../bench/diagnosis/production/generate.ts';
import { caseSchema } from '../../bench/diagnosis/production/world.ts';
import { analyze } from '../../src/analysis';
import { productRules } from '../analysis/rule-files.ts';

// A buffer pool takes what the plan frees, and a redo log is sized with the buffer pool that the plan leaves, whatever becomes of the advice on the pool.

const rules = productRules();
const gib = 1024 ** 3;

/** What the plan makes of the redo log's files, and of the pool; null: it leaves it. */
function planned(given: object) {
  const { snapshot } = generate(caseSchema.parse({ id: 'any', title: '', source: '', ...given }));
  const { plan, findings } = analyze(snapshot, rules, { path: null });
  const to = (name: string) => plan.changes.find(({ variable }) => variable === name)?.stored ?? null;
  return {
    redo: to('innodb_log_file_size'),
    pool: to('innodb_buffer_pool_size'),
    fired: findings.map(({ ruleId }) => ruleId),
  };
}

const writes = { redo: '12M', checkpointAge: 0.9, storage: 'ssd' };

test('a pool that stays small because scans are the cause of its reads', () => {
  const scan = {
    sql: 'SELECT * FROM `orders` WHERE `reference` = ?',
    perSecond: 16,
    ms: 180,
    examined: 400000,
    sent: 1,
    access: 'scan',
  };
  const { redo, pool, fired } = planned({
    base: 'mariadb1011',
    world: {
      ...writes,
      memory: '96G',
      data: '3.5G',
      pool: '256M',
      redoSize: '96M',
      reads: 20000,
      workload: 'report',
      statements: 1,
      extra: [scan],
    },
  });
  expect(fired).toContain('buffer-pool-too-small');
  expect(pool).toBeNull();
  expect(redo).toBe(gib);
});

test('a pool that the plan lowers, because its data take a small part of it', () => {
  const { redo, pool } = planned({
    base: 'mariadb102',
    world: {
      ...writes,
      memory: '64G',
      data: '68M',
      pool: '53.5G',
      dirty: 0.01,
      reads: 0,
      redoSize: '2G',
      workload: 'ingest',
      statements: 3000,
    },
  });
  expect(pool).toBeLessThan(20 * gib);
  // Two files.
  expect(Number(redo ?? 0) * 2).toBeLessThanOrEqual(Number(pool) / 2);
});

test('a pool is sized with the memory that a smaller cache of the same plan frees', () => {
  const { pool } = planned({
    base: 'mysql57',
    world: {
      memory: '64G',
      data: '120G',
      pool: '16G',
      reads: 5200,
      storage: 'ssd',
      statements: 4000,
      settings: { key_buffer_size: '24G' },
    },
  });
  expect(pool).toBeGreaterThan(44 * gib);
});

test('a service that takes some values only: none above what the pool can use', () => {
  const { redo } = planned({
    base: 'mysql57',
    world: {
      ...writes,
      hosting: 'azure',
      memory: '24G',
      data: '1.2G',
      pool: '2944M',
      redoSize: '512M',
      reads: 4,
      workload: 'ingest',
      statements: 3000,
    },
  });
  expect(redo).toBe(512 * 1024 ** 2);
});
