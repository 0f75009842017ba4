import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const root = join(import.meta.dirname, '..', '..');
const text = readFileSync(join(root, 'electron-builder.yml'), 'utf8');

const configSchema = z.object({
  files: z.array(z.string()),
  asarUnpack: z.array(z.string()),
  npmRebuild: z.boolean(),
  electronFuses: z.record(z.string(), z.boolean()),
});
const config = configSchema.parse(parse(text));

test('electron-builder accepts the configuration', async () => {
  const builder = createRequire(createRequire(import.meta.url).resolve('electron-builder'));
  const { validateConfiguration } = builder('app-builder-lib/out/util/config/config');
  const log = { isEnabled: false, add: () => {} };
  await expect(validateConfiguration(parse(text), log)).resolves.toBeUndefined();
  // Proof that it checks at all.
  await expect(validateConfiguration({ ...parse(text), nonsense: 1 }, log)).rejects.toThrow(/nonsense/);
});

test('every folder that the app reads at run time is packaged', () => {
  for (const folder of ['out', 'rules', 'samples']) {
    expect(config.files).toContain(`${folder}/**`);
  }
  for (const folder of ['rules', 'samples']) expect(existsSync(join(root, folder))).toBe(true);
});

test('the icon is there, in the size from which the others are made', () => {
  const icon = readFileSync(join(root, 'build', 'icon.png'));
  expect([icon.readUInt32BE(16), icon.readUInt32BE(20)]).toEqual([512, 512]);
});

test('native modules stay outside the archive and are not rebuilt', () => {
  expect(config.asarUnpack).toContain('**/*.node');
  expect(config.npmRebuild).toBe(false);
});

test('fuses: the packaged binary is no Node, takes no inspector, and loads only its own archive', () => {
  expect(config.electronFuses).toMatchObject({
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    onlyLoadAppFromAsar: true,
    enableEmbeddedAsarIntegrityValidation: true,
  });
});
