import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../shared/base/clock';
import { type EngineCall, rpcContract } from '../shared/rpc';
import { defaultPaths } from './base/paths';
import { DomainCalls } from './domains';
import { createServices } from './services';

const isOfEngine = (name: string): name is EngineCall =>
  Object.entries(rpcContract).some(([call, { by }]) => call === name && by === 'engine');

test('each call that the engine answers is found in its domain', async () => {
  const home = join(tmpdir(), 'latchkey-no-such-home');
  const services = createServices({
    paths: defaultPaths(home, { LATCHKEY_HOME: home }, process.platform),
    version: 'test',
    clock: systemClock,
    process: { pid: process.pid, bootId: 'test' },
  });
  const calls = new DomainCalls(services);
  const names = Object.keys(rpcContract).filter(isOfEngine);
  expect(names.length).toBeGreaterThan(100);
  for (const name of names) expect(await calls.handler(name), name).toBeTypeOf('function');
});
