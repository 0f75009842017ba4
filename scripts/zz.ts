import { spawnSync } from 'node:child_process';
const done = spawnSync('vitest', ['run', '--project', 'live', ...process.argv.slice(2)], { stdio: 'inherit', env: {...process.env, CI: 'true'} });
process.exitCode = done.status ?? 1;
