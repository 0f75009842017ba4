import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { childEnvironment, engineEnvironment } from './child-environment';

const secrets = {
  LATCHKEY_PASSWORD: 'x',
  LATCHKEY_SSH_PASSWORD: 'x',
  MYSQL_PWD: 'x',
  AWS_SECRET_ACCESS_KEY: 'x',
  SSHPASS: 'x',
  GITHUB_TOKEN: 'x',
};

// Claim, Passwords: No program that Latchkey starts inherits a password or another secret of its environment: only named variables are passed on.
test('of an environment only what was named is passed on', () => {
  const own = { ...secrets, PATH: '/bin', HOME: '/home/a', LANG: 'C', SSH_AUTH_SOCK: '/agent' };
  expect(childEnvironment(own, { LC_ALL: 'C' })).toEqual({
    ...{ PATH: '/bin', HOME: '/home/a', LANG: 'C', LC_ALL: 'C' },
  });
  expect(engineEnvironment(own)).toEqual({
    ...{ PATH: '/bin', HOME: '/home/a', LANG: 'C', SSH_AUTH_SOCK: '/agent' },
  });
  // Any name that says what it holds.
  const secret = fc.tuple(
    fc.stringMatching(/^[A-Za-z_]{0,20}$/),
    fc.constantFrom('PASSWORD', 'PASSWD', 'PWD', 'SECRET', 'TOKEN', 'KEY', 'CREDENTIALS'),
    fc.stringMatching(/^[A-Za-z_0-9]{0,10}$/),
  );
  fc.assert(
    fc.property(secret, (parts) => {
      const name = parts.join('');
      expect(childEnvironment({ [name]: 'x' })).toEqual({});
      expect(engineEnvironment({ [name]: 'x' })).toEqual({});
    }),
  );
});

test('no program is started past it', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => ({ name: join('src', name), text: readFileSync(join('src', name), 'utf8') }));
  const naming = (what: RegExp) => sources.filter(({ text }) => what.test(text)).map(({ name }) => name);
  expect(naming(/['"](?:node:)?child_process['"]/)).toEqual([
    join('src', 'server', 'machine', 'start-program.ts'),
  ]);
  expect(naming(/(?:from|import\(|require\() ?['"](?:node:)?cluster['"]/)).toEqual([]);
  const threads = ['worker.ts', 'workers.ts'].map((name) => join('src', 'engine', 'analyses', name));
  expect(naming(/['"](?:node:)?worker_threads['"]/).sort()).toEqual(threads);
  expect(naming(/\bnew Worker\(/)).toEqual([join('src', 'engine', 'analyses', 'workers.ts')]);
  const [pool] = sources.filter(({ name }) => name === join('src', 'engine', 'analyses', 'workers.ts'));
  expect(pool?.text.match(/\bnew Worker\(/g)).toHaveLength(1);
  expect(pool?.text).toMatch(/new Worker\([^;]*env: childEnvironment\(/s);
  expect(naming(/\butilityProcess\b/)).toEqual([join('src', 'main', 'index.ts')]);
  const [starter] = sources.filter(({ name }) => name.endsWith('start-program.ts'));
  expect(starter?.text.match(/\bspawn\(/g)).toHaveLength(1);
  expect(starter?.text).toMatch(/spawn\([^;]*env: childEnvironment\(/s);
  const [main] = sources.filter(({ name }) => name === join('src', 'main', 'index.ts'));
  expect(main?.text.match(/utilityProcess\.fork\(/g)).toHaveLength(1);
  expect(main?.text).toMatch(/utilityProcess\.fork\([^;]*env: engineEnvironment\(/s);
  // Neither is the whole of it handed on in another way.
  expect(naming(/\.\.\.process\.env\b|env: *process\.env\b/)).toEqual([]);
});
