// @ts-check
// Reads the machine's own apt sources, to learn which Debian mirror it uses and with which keys.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {object} AptSource
 * @property {string[]} uris
 * @property {string[]} suites
 * @property {string[]} components
 * @property {string | undefined} signedBy path of a keyring, or an inline key, as written
 */

const debianSuite =
  /^(bullseye|bookworm|trixie|forky|duke|sid|stable|oldstable|oldoldstable|testing|unstable)$/;

/**
 * A one-line style file (`deb [signed-by=...] URI SUITE COMPONENT...`), see sources.list(5).
 * @param {string} text
 * @returns {AptSource[]}
 */
export function parseOneLine(text) {
  /** @type {AptSource[]} */
  const sources = [];
  for (const line of text.split('\n')) {
    const match = /^\s*deb\s+(?:\[([^\]]*)\]\s+)?(\S+)\s+(\S+)\s*([^#]*)/.exec(line);
    if (!match) continue;
    const options = match[1] ?? '';
    sources.push({
      uris: [match[2] ?? ''],
      suites: [match[3] ?? ''],
      components: words(match[4] ?? ''),
      signedBy: /(?:^|\s)signed-by=(\S+)/i.exec(options)?.[1],
    });
  }
  return sources;
}

/**
 * A deb822 style file (`.sources`): paragraphs of fields, continuation lines start with a blank.
 * @param {string} text
 * @returns {AptSource[]}
 */
export function parseDeb822(text) {
  /** @type {AptSource[]} */
  const sources = [];
  const withoutComments = text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n');
  for (const paragraph of withoutComments.split(/\n[ \t]*\n/)) {
    const fields = fieldsOf(paragraph);
    if (!words(fields.get('types') ?? '').includes('deb')) continue;
    if (/^(no|false|off|0)$/i.test((fields.get('enabled') ?? 'yes').trim())) continue;
    sources.push({
      uris: words(fields.get('uris') ?? ''),
      suites: words(fields.get('suites') ?? ''),
      components: words(fields.get('components') ?? ''),
      signedBy: fields.get('signed-by')?.trimEnd() || undefined,
    });
  }
  return sources;
}

/**
 * The mirror that serves Debian itself: the first source with a plain Debian suite and the component main
 * (not the security archive, not other vendors' repositories).
 * @param {AptSource[]} sources
 * @returns {{ uri: string, signedBy: string | undefined } | undefined}
 */
export function debianMirror(sources) {
  for (const source of sources) {
    const uri = source.uris[0];
    if (uri && source.components.includes('main') && source.suites.some((suite) => debianSuite.test(suite)))
      return { uri, signedBy: source.signedBy };
  }
  return undefined;
}

/**
 * Every source that apt itself would read.
 * @param {string} [folder]
 * @returns {AptSource[]}
 */
export function machineSources(folder = '/etc/apt') {
  const parts = join(folder, 'sources.list.d');
  const files = [
    join(folder, 'sources.list'),
    ...(existsSync(parts)
      ? readdirSync(parts)
          .sort()
          .map((name) => join(parts, name))
      : []),
  ];
  return files.flatMap((file) => {
    if (!existsSync(file)) return [];
    if (file.endsWith('.sources')) return parseDeb822(readFileSync(file, 'utf8'));
    if (file.endsWith('.list')) return parseOneLine(readFileSync(file, 'utf8'));
    return [];
  });
}

/** @param {string} paragraph */
function fieldsOf(paragraph) {
  /** @type {Map<string, string>} */
  const fields = new Map();
  let name = '';
  for (const line of paragraph.split('\n')) {
    const start = /^([A-Za-z][A-Za-z0-9-]*):[ \t]*(.*)$/.exec(line);
    if (start) {
      name = (start[1] ?? '').toLowerCase();
      fields.set(name, start[2] ?? '');
    } else if (name && /^[ \t]/.test(line)) {
      fields.set(name, `${fields.get(name)}\n${line}`);
    }
  }
  return fields;
}

/** @param {string} text */
function words(text) {
  return text.split(/\s+/).filter(Boolean);
}
