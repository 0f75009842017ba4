/** `Out of memory: Killed process 3774 (mysqld)`, `oom-kill:constraint=...,task=mysqld,pid=3774,uid=1001` of the kernel. */
const ofKernel =
  /\bKilled process (\d{1,10}) \((?:mysqld|mariadbd)\)|\boom-kill:.{0,400}\btask=(?:mysqld|mariadbd),pid=(\d{1,10})\b/;
/** A row of `kubectl get pods`, and what `docker inspect` says of its state, have no process. */
const ofPod = /^\s{0,20}([\w.-]{1,120})\s{1,20}\d{1,3}\/\d{1,3}\s{1,20}(?:Init:)?OOMKilled\s/;
const serverName = /mysql|mariadb|percona|galera|(?:^|-)db(?:-|$)/i;
/** Companions of a server have its name. */
const companion = /exporter|operator|router|proxy|backup|orchestrator|admin|client|metrics|web|app/i;

/** How often a server was killed for its memory, as the kernel and orchestrators print it. Push lines, then `end()`. */
export class MemoryKills {
  readonly #killed = new Set<string>();

  push(line: string): void {
    if (line.length > 2_000 || !/kill/i.test(line)) return;
    const [, process, pid] = ofKernel.exec(line) ?? [];
    const [, pod = ''] = ofPod.exec(line) ?? [];
    // A server is killed in one pod again and again: how often, its restarts do not say.
    const name = process ?? pid ?? (serverName.test(pod) && !companion.test(pod) ? pod : '');
    if (name !== '' && this.#killed.size < 1_000) this.#killed.add(name);
  }

  end(): number {
    return this.#killed.size;
  }
}
