import { describe, expect, it } from 'vitest';
import { debianMirror, parseDeb822, parseOneLine } from './apt-sources.mjs';

describe('one-line sources', () => {
  it('reads options, several components and a trailing comment', () => {
    const text =
      'deb [arch=amd64 signed-by=/k.gpg] http://mirror.example/debian bookworm main contrib # note\n';
    expect(parseOneLine(text)).toEqual([
      {
        uris: ['http://mirror.example/debian'],
        suites: ['bookworm'],
        components: ['main', 'contrib'],
        signedBy: '/k.gpg',
      },
    ]);
  });

  it('leaves out source packages, comments and empty lines', () => {
    expect(parseOneLine('# deb http://a.example x main\n\ndeb-src http://a.example bookworm main\n')).toEqual(
      [],
    );
  });
});

describe('deb822 sources', () => {
  it('reads several paragraphs, comments inside them and lists', () => {
    const text = [
      'Types: deb deb-src',
      '# an older address',
      'URIs: http://mirror.example/debian http://other.example/debian',
      'Suites: bookworm bookworm-updates',
      'Components: main',
      'Signed-By: /k.gpg',
      '',
      'Types: deb',
      'URIs: http://mirror.example/security',
      'Suites: bookworm-security',
      'Components: main',
    ].join('\n');
    expect(parseDeb822(text)).toEqual([
      {
        uris: ['http://mirror.example/debian', 'http://other.example/debian'],
        suites: ['bookworm', 'bookworm-updates'],
        components: ['main'],
        signedBy: '/k.gpg',
      },
      {
        uris: ['http://mirror.example/security'],
        suites: ['bookworm-security'],
        components: ['main'],
        signedBy: undefined,
      },
    ]);
  });

  it('keeps a key written into the file as it stands', () => {
    const key = '\n -----BEGIN PGP PUBLIC KEY BLOCK-----\n .\n mQ\n -----END PGP PUBLIC KEY BLOCK-----';
    const text = `Types: deb\nURIs: http://m.example\nSuites: sid\nComponents: main\nSigned-By:${key}\n`;
    expect(parseDeb822(text)[0]?.signedBy).toBe(key);
  });

  it('leaves out a source that is disabled', () => {
    const text = 'Types: deb\nURIs: http://m.example\nSuites: sid\nComponents: main\nEnabled: no\n';
    expect(parseDeb822(text)).toEqual([]);
  });
});

describe('the Debian mirror', () => {
  const source = (uri, suite, components = ['main']) => ({
    uris: [uri],
    suites: [suite],
    components,
    signedBy: undefined,
  });

  it('is the first that serves a plain suite with main', () => {
    const sources = [
      source('http://vendor.example', 'nodistro'),
      source('http://m.example/security', 'bookworm-security'),
      source('http://m.example/extra', 'bookworm', ['contrib']),
      source('http://m.example/debian', 'bookworm'),
      source('http://second.example/debian', 'trixie'),
    ];
    expect(debianMirror(sources)).toEqual({ uri: 'http://m.example/debian', signedBy: undefined });
  });

  it('does not exist on another distribution', () => {
    expect(debianMirror([source('http://u.example', 'noble')])).toBeUndefined();
  });
});
