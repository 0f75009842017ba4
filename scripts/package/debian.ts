// A .deb of the unpacked app by dpkg-deb: what electron-builder makes with a tool that it downloads.
import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '..', '..');
/** What Electron links to on Debian 12 and Ubuntu 22.04, with the names that libraries have since the 64-bit time_t. */
const libraries = [
  'libgtk-3-0t64 | libgtk-3-0',
  'libnotify4',
  'libnss3',
  'libxss1',
  'libxtst6',
  'xdg-utils',
  'libatspi2.0-0t64 | libatspi2.0-0',
  'libuuid1',
  'libsecret-1-0',
  'libgbm1',
  'libasound2t64 | libasound2',
];
const architectures: Readonly<Partial<Record<NodeJS.Architecture, string>>> = {
  x64: 'amd64',
  arm64: 'arm64',
};

/**
 * Packs the unpacked app into `/opt/Latchkey`, with its entry in the menu, its icon and its file type.
 * @param app folder `linux-unpacked`
 * @param output folder for the package
 * @returns path of the package
 * @throws Error when dpkg-deb is not there or fails
 */
export async function makeDeb(app: string, output: string): Promise<string> {
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const architecture = architectures[process.arch];
  if (architecture === undefined) throw new Error(`No .deb is made for ${process.arch}.`);
  const tree = await mkdtemp(join(tmpdir(), 'latchkey-deb-'));
  try {
    await chmod(tree, 0o755);
    await cp(app, join(tree, 'opt/Latchkey'), { recursive: true, verbatimSymlinks: true });
    for (const [path, content] of Object.entries(files(manifest, architecture, await kibibytes(app))))
      await write(join(tree, path), content);
    await write(
      join(tree, 'usr/share/icons/hicolor/512x512/apps/latchkey.png'),
      await readFile(join(root, 'build/icon.png')),
    );
    await mkdir(join(tree, 'usr/bin'), { recursive: true });
    await symlink('/opt/Latchkey/latchkey-app', join(tree, 'usr/bin/latchkey-app'));
    for (const script of ['postinst', 'postrm']) await chmod(join(tree, 'DEBIAN', script), 0o755);
    await mkdir(output, { recursive: true });
    const file = join(output, `latchkey_${manifest.version}_${architecture}.deb`);
    await promisify(execFile)('dpkg-deb', ['--build', '--root-owner-group', '-Zxz', '-z1', tree, file]);
    return file;
  } finally {
    await rm(tree, { recursive: true, force: true });
  }
}

interface Manifest {
  version: string;
  description: string;
  productName: string;
}

function files(manifest: Manifest, architecture: string, size: number): Record<string, string> {
  return {
    'DEBIAN/control': lines(
      'Package: latchkey',
      `Version: ${manifest.version}`,
      `Architecture: ${architecture}`,
      'Maintainer: The Latchkey authors <latchkey@localhost>',
      `Installed-Size: ${size}`,
      `Depends: ${libraries.join(', ')}`,
      'Section: database',
      'Priority: optional',
      `Description: ${manifest.description}`,
    ),
    // Chromium's sandbox needs its helper to belong to root, with the set-user-ID bit, where user namespaces are off.
    'DEBIAN/postinst': lines(
      '#!/bin/sh',
      'set -e',
      'chmod 4755 /opt/Latchkey/chrome-sandbox || true',
      ...refresh,
    ),
    'DEBIAN/postrm': lines('#!/bin/sh', 'set -e', ...refresh),
    'usr/share/applications/latchkey.desktop': lines(
      '[Desktop Entry]',
      `Name=${manifest.productName}`,
      `Comment=${manifest.description}`,
      'Exec=/opt/Latchkey/latchkey-app %U',
      'Icon=latchkey',
      'Type=Application',
      'Terminal=false',
      'Categories=Development;Database;',
      'MimeType=application/x-latchkey-snapshot;',
      `StartupWMClass=${manifest.productName}`,
    ),
    'usr/share/mime/packages/latchkey.xml': lines(
      '<?xml version="1.0" encoding="utf-8"?>',
      '<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">',
      '  <mime-type type="application/x-latchkey-snapshot">',
      '    <comment>Latchkey snapshot</comment>',
      '    <glob pattern="*.lks"/>',
      '  </mime-type>',
      '</mime-info>',
    ),
  };
}

const refresh = [
  'if command -v update-mime-database >/dev/null; then update-mime-database /usr/share/mime || true; fi',
  'if command -v update-desktop-database >/dev/null; then update-desktop-database /usr/share/applications || true; fi',
];

function lines(...text: string[]): string {
  return `${text.join('\n')}\n`;
}

async function write(path: string, content: string | Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

async function kibibytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true });
  const sizes = await Promise.all(entries.map(async (name) => (await stat(join(folder, name))).size));
  return Math.ceil(sizes.reduce((sum, size) => sum + size, 0) / 1024);
}
