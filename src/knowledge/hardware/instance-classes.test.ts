import { expect, test } from 'vitest';
import { instanceClasses } from './instance-classes';

test.each([
  ['RDS db.r5.2xlarge', 8, 64],
  ['db.m5.xlarge, Multi-AZ', 4, 16],
  ['an Aurora writer (db.r6g.16xlarge)', 64, 512],
  ['db.t3.medium', 2, 4],
  ['db.t4g.micro', 2, 1],
  ['db.t3.2xlarge', 8, 32],
  ['db.r4.large', 2, 15.25],
  ['on an m6i.4xlarge of EC2', 16, 64],
  ['db-n1-standard-8', 8, 30],
  ['db-n1-highmem-4', 4, 26],
  ['db-custom-4-15360', 4, 15],
  ['db-perf-optimized-N-8', 8, 64],
  ['Standard_D8ds_v4', 8, 32],
  ['MO_Standard_E16ads_v5', 16, 128],
  ['GP_Gen5_4', 4, 20],
])('%s', (text, cpus, memory) => {
  expect(instanceClasses(text)).toEqual([{ cpus, memoryBytes: memory * 1024 ** 3 }]);
});

test.each(['m4.md', 'r5.sql', 'version 8.0.large', 'db-n2', 'Standard_LRS', 'x86.xlargefile', 't3.24xlarge'])(
  '%s is no class',
  (text) => {
    expect(instanceClasses(text)).toEqual([]);
  },
);

test('two classes are two; one that is named twice is one', () => {
  expect(instanceClasses('from db.m5.large to db.m5.xlarge')).toHaveLength(2);
  expect(instanceClasses('db.m5.large, a db.m5.large')).toHaveLength(1);
});
