import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { protocol } from 'electron';
import { texts } from './texts';

export const appScheme = 'latchkey';
export const appHost = 'app';
export const appUrl = `${appScheme}://${appHost}/index.html`;

/** Nothing but the app's own files runs or loads; the window itself never speaks to a network. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/** Whether a page may speak to main: our scheme, our host, nothing that merely looks like it. */
export function isOwnPage(url: string): boolean {
  try {
    const { protocol: scheme, host } = new URL(url);
    return scheme === `${appScheme}:` && host === appHost;
  } catch {
    return false;
  }
}

/**
 * The file that a URL of the app names, or null when it names nothing of ours: another host, a type that is not
 * served, or a path that leads out of the folder (also when encoded).
 */
export function fileForUrl(url: string, folder: string): string | null {
  if (!isOwnPage(url)) return null;
  let path: string;
  try {
    path = decodeURIComponent(new URL(url).pathname);
  } catch {
    return null;
  }
  if (path.includes('\0') || path.includes('\\')) return null;
  const file = normalize(join(folder, path));
  if (!file.startsWith(normalize(folder + sep))) return null;
  return extname(file) in contentTypes ? file : null;
}

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** Answers one request for a file of the app; 404 for everything that is not one. */
export async function answerAppRequest(url: string, folder: string): Promise<Answer> {
  const headers = {
    'Content-Security-Policy': contentSecurityPolicy,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  };
  const file = fileForUrl(url, folder);
  if (file !== null) {
    try {
      const type = contentTypes[extname(file)] ?? 'application/octet-stream';
      return { status: 200, headers: { ...headers, 'Content-Type': type }, body: await readFile(file) };
    } catch {
      // Falls through: a file that cannot be read is not found.
    }
  }
  const body = Buffer.from(texts.notFound);
  return { status: 404, headers: { ...headers, 'Content-Type': 'text/plain; charset=utf-8' }, body };
}

/** Must run before `ready`. A standard scheme gives the page an origin, and with it storage of its own. */
export function declareAppScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: appScheme, privileges: { standard: true, secure: true } }]);
}

/** Serves the window's files. Electron has `protocol.handle` since 25; before that there is the buffer protocol. */
export function serveAppScheme(folder: string): void {
  if (typeof protocol.handle === 'function') {
    protocol.handle(appScheme, async (request) => {
      const { status, headers, body } = await answerAppRequest(request.url, folder);
      return new Response(new Uint8Array(body), { status, headers });
    });
    return;
  }
  protocol.registerBufferProtocol(appScheme, (request, respond) => {
    void answerAppRequest(request.url, folder).then(({ status, headers, body }) => {
      const mimeType = headers['Content-Type']?.split(';')[0] ?? 'text/plain';
      respond({ statusCode: status, headers, data: body, mimeType, charset: 'utf-8' });
    });
  });
}
