import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fileKinds } from '../../src/files/import/kinds/registry';
import { planFormats } from '../../src/shared/plan';
import { probeIds } from '../../src/shared/probe';
import { mainPages } from '../../src/shared/window/pages';
import { foldersOfSource } from './architecture-reference';
import { cliCommands } from './cli-reference';
import { rooms } from './rooms';

const read = (file: string) => readFileSync(file, 'utf8');
/** Pages that people write; the others are made from the code. */
const byHand = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync('docs').map((name) => `docs/${name}`),
  ...readdirSync('docs/decisions').map((name) => `docs/decisions/${name}`),
].filter((file) => file.endsWith('.md') && !read(file).includes('This page is made by'));

describe('what the code names is named by the docs', () => {
  test('every command of the command line', () => {
    const page = read('docs/cli.md');
    const commands = cliCommands();
    expect(commands.length).toBeGreaterThan(15);
    expect(commands.filter((name) => !page.includes(`## ${name}\n`))).toEqual([]);
  });

  test('every page of the window, with what it is for', () => {
    const headings = read('docs/window.md')
      .split('\n')
      .filter((line) => line.startsWith('## '))
      .join('\n')
      .toLowerCase();
    expect(
      mainPages.map(({ title }) => title).filter((title) => !headings.includes(title.toLowerCase())),
    ).toEqual([]);
  });

  test('every folder of a page', () => {
    const page = read('docs/window.md').toLowerCase();
    const names = readdirSync('src/renderer/pages').map((name) => name.replaceAll('-', ' '));
    // The page that greets is called Start.
    const words: Record<string, string> = { welcome: 'start', 'probe result': 'result of a probe' };
    expect(names.filter((name) => !page.includes(words[name] ?? name))).toEqual([]);
  });

  test('every probe', () => {
    const page = read('docs/probes.md');
    expect(probeIds.filter((id) => !page.includes(`(\`${id}\`)`))).toEqual([]);
  });

  test('every output format of a plan', () => {
    const page = read('docs/outputs.md');
    expect(planFormats.filter((format) => !page.includes(`\`${format}\``))).toEqual([]);
  });

  test('every import kind', () => {
    const page = read('docs/import.md');
    expect(fileKinds.map(({ title }) => title).filter((title) => !page.includes(title))).toEqual([]);
  });

  test('every room of the sources, and none that is gone', () => {
    expect(foldersOfSource().sort()).toEqual(Object.keys(rooms).sort());
  });
});

describe('what the docs name is there', () => {
  test.each(byHand)('files and folders that %s names', (file) => {
    const named = [
      ...read(file).matchAll(/`((?:src|scripts|test|rules|docs|e2e|bench|samples)\/[\w./-]+)`/g),
    ].map(([, path = '']) => path);
    expect(named.filter((path) => !existsSync(path))).toEqual([]);
  });

  test.each(byHand)('links of %s', (file) => {
    const links = [...read(file).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, target = '']) => target);
    const missing = links.filter(
      (target) => !/^[a-z]+:/.test(target) && !existsSync(join(file, '..', target)),
    );
    expect(missing).toEqual([]);
  });

  test.each(byHand)('commands of %s', (file) => {
    const program = cliCommands().map((name) => name.split(' ')[1]);
    const named = [...read(file).matchAll(/(?:`|^ {4})(?:bin\/)?latchkey ([a-z]+)/gm)].map(
      ([, name]) => name,
    );
    expect(named.filter((name) => !program.includes(name))).toEqual([]);
  });

  test.each(byHand)('npm scripts of %s', (file) => {
    const scripts = Object.keys(JSON.parse(read('package.json')).scripts);
    const named = [...read(file).matchAll(/`npm run ([a-z:]+)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !scripts.includes(name))).toEqual([]);
  });
});
