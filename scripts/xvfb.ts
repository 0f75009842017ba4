// A display for windows on machines without one.
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Readable } from 'node:stream';
import { Guard } from './guard/guard.ts';

/** Environment variables for programs that open windows; an undefined one is to be left out. */
type DisplayEnvironment = Record<string, string | undefined>;

/** Whether windows can be opened: on Linux a display is named, elsewhere there is always one. */
export function hasDisplay(env: NodeJS.ProcessEnv = process.env): boolean {
  return process.platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

/**
 * Calls `use` with a display: the one there is, or else a virtual one (Xvfb, 1440x900, 24 bits), which is
 * stopped afterwards, also when this process dies.
 * @throws Error when there is no display and no Xvfb.
 */
export async function withDisplay<T>(use: (env: DisplayEnvironment) => Promise<T>): Promise<T> {
  if (hasDisplay()) return use({});
  if (!onPath('Xvfb'))
    throw new Error('There is no display and no Xvfb here. To bring Xvfb: npm run setup -- test');
  const guard = new Guard('display');
  // Xvfb takes the first free display number and writes it to descriptor 3.
  const args = ['-displayfd', '3', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'];
  const xvfb = guard.spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'pipe', 'pipe'] });
  let errors = '';
  xvfb.stderr?.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString('utf8')).slice(-2000);
  });
  const ended = once(xvfb, 'exit').catch(() => undefined);
  try {
    const number = await Promise.race([firstLine(xvfb.stdio[3] as Readable), ended.then(() => undefined)]);
    if (!number) throw new Error(`Xvfb did not start: ${errors.trim()}`);
    return await use({ DISPLAY: `:${number}`, WAYLAND_DISPLAY: undefined, XDG_SESSION_TYPE: 'x11' });
  } finally {
    xvfb.kill('SIGTERM');
    await ended;
    await guard.release();
  }
}

async function firstLine(stream: Readable): Promise<string> {
  let text = '';
  for await (const chunk of stream) {
    text += chunk;
    if (text.includes('\n')) break;
  }
  return text.trim();
}

function onPath(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
}
