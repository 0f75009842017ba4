// The pinned better-sqlite3 needs a newer Node-API than the stand-in has: lead `require('better-sqlite3')` to a
// build for it. Does nothing in any other runtime that inherits NODE_OPTIONS.

const Module = require('node:module');
const path = require('node:path');

if (process.versions.electron && process.versions.modules === '110') {
  const build = path.resolve(__dirname, '../../../sqlite-stand-in/node_modules/better-sqlite3');
  const original = Module._resolveFilename;
  Module._resolveFilename = function resolveFilename(request, ...rest) {
    const wanted = request === 'better-sqlite3' ? build : request;
    return original.call(this, wanted, ...rest);
  };
}
