// Lets Node run the sources as they are: their imports carry no extension and no type of JSON, which bundlers add.
import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

registerHooks({
  resolve(specifier, context, next) {
    const parent = context.parentURL ?? '';
    if (!specifier.startsWith('.') || !parent.endsWith('.ts')) return next(specifier, context);
    const path = fileURLToPath(new URL(specifier, parent));
    const ending = ['.ts', '/index.ts'].find((candidate) => existsSync(path + candidate)) ?? '';
    return next(specifier + ending, context);
  },
  load(url, context, next) {
    return next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context);
  },
});
