import { expect, test } from 'vitest';
import { z } from 'zod';
import { type RpcName, rpcContract } from '../shared/rpc';
import { grantedPaths } from './granted-paths';

/** Calls whose input names a path that is only read, or that main itself asks for in a dialog. */
const readers: readonly string[] = ['import.open', 'snapshot.open', 'probe.openResult', 'dialog.open'];

/** Names of the top-level fields of the input that hold a path. */
function pathFields(name: RpcName): string[] {
  const schema = z.toJSONSchema(rpcContract[name].input, { unrepresentable: 'any', io: 'input' });
  return Object.keys(schema.properties ?? {}).filter((field) => /^(?:path|file|folder|output)$/i.test(field));
}

const calls = Object.keys(rpcContract).filter((name): name is RpcName => name in rpcContract);

test.each(calls.filter((name) => pathFields(name).length > 0))(
  '%s writes only where a dialog pointed, or is known to read only',
  (name) => {
    const [field] = pathFields(name);
    const paths = grantedPaths();
    const input = { [String(field)]: '/home/dba/.ssh/authorized_keys' };
    if (readers.includes(name)) expect(() => paths.check(name, input)).not.toThrow();
    else {
      expect(() => paths.check(name, input)).toThrow('not chosen in a dialog');
      paths.grant('/home/dba/.ssh/authorized_keys');
      expect(() => paths.check(name, input)).not.toThrow();
    }
  },
);

test("what is watched goes to Latchkey's own folder without a question", () => {
  expect(() => grantedPaths().check('watch.run', { folder: null })).not.toThrow();
  expect(() => grantedPaths().check('watch.run', {})).toThrow('not chosen in a dialog');
});
