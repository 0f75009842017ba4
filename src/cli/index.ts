import { keepCompiled } from './compile-cache';

// Entry of the command line, out/main/cli.cjs: before anything is loaded, so that all of it is kept.
keepCompiled(process.env, process.platform);
void import('./main');
