// The stand-in's own small app: does what the default app of an unpackaged Electron does with a folder on its
// command line. Copied into resources/app of the stand-in by set-up; runs on Electron 22 (Node 16, CommonJS).

const { app } = require('electron');
const fs = require('node:fs');
const path = require('node:path');

// Chromium's and a test driver's own flags come first; the app's folder is the first plain argument.
const folder = process.argv.slice(1).find((argument) => !argument.startsWith('-') && fs.existsSync(argument));
if (folder === undefined) {
  process.stderr.write('Name the folder of the app to run.\n');
  process.exit(2);
}
const appPath = path.resolve(folder);
const manifest = JSON.parse(fs.readFileSync(path.join(appPath, 'package.json'), 'utf8'));

// Here and, through NODE_OPTIONS, in every utility process.
const hook = path.join(__dirname, 'sqlite-hook.js');
require(hook);
const inherited = process.env.NODE_OPTIONS;
process.env.NODE_OPTIONS = `${inherited ? `${inherited} ` : ''}--require ${JSON.stringify(hook)}`;

process.defaultApp = true;
app.setName(manifest.productName || manifest.name);
app.setVersion(manifest.version);
app.setAppPath(appPath);
require(path.join(appPath, manifest.main));
