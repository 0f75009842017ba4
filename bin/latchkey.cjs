#!/usr/bin/env node
// Starts the command line from an installed package, which has no sources; in a clone `bin/latchkey` builds first.
// Plain old syntax, so that an old Node.js says what is wrong instead of stumbling over the bundle.
var fs = require('node:fs');
var path = require('node:path');

var cli = path.join(__dirname, '..', 'out', 'main', 'cli.cjs');

function fail(message, hint) {
  process.stderr.write(`latchkey: ${message}\nhint: ${hint}\n`);
  process.exit(70);
}

if (!(parseInt(process.versions.node, 10) >= 20)) {
  fail(
    `Node.js 20 or later is needed; this is ${process.version}.`,
    'Install a later Node.js and install Latchkey with its npm.',
  );
}
if (!fs.existsSync(cli)) {
  fail(`there is no build in ${path.dirname(__dirname)}.`, 'In a clone, run bin/latchkey: it builds first.');
}
// The command line finds its rules and samples from the path of its program.
process.argv[1] = cli;
require(cli);
