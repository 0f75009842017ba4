import { parentPort, workerData } from 'node:worker_threads';
import { LoadedRules } from '../base/loaded-rules';
import { judgeFile } from './judge-file';
import type { ViewName } from './views';
import { ready, type WorkerTask } from './workers';

/** Entry of a thread that judges snapshot files, one after the other: it is sent paths, and answers each with its outcome. */
const { paths, view, judging }: WorkerTask<ViewName> = workerData;
const rules = new LoadedRules(paths);
const port = parentPort;
let last: Promise<void> = Promise.resolve();
port?.on('message', (path: string) => {
  last = last.then(async () => port.postMessage(await judgeFile(path, view, rules, judging)));
});
port?.postMessage(ready);
