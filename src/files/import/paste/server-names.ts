const serverName = /mysql|mariadb|percona|galera|(?:^|[-_])db(?:[-_\d]|$)/i;
/** Companions of a server have its name. */
const companion = /exporter|operator|router|proxy|backup|orchestrator|admin|client|metrics|web|app/i;

/** Whether a pod, a container or a unit is named as one that runs a server of MySQL, MariaDB or Percona. */
export function isServerName(name: string): boolean {
  return serverName.test(name) && !companion.test(name);
}

const describedPod =
  /\bkubectl\b[^|;]{0,80}\b(?:describe|get)\s{1,4}(?:pods?|po)(?:\s{1,4}|\/)([\w.-]{1,120})|^Name:\s{1,20}([\w.-]{1,120})\s*$/;

/** The pod of a server that a line begins to describe: `kubectl describe pod mysql-0`, `Name:  mysql-0`; null: none, or another. */
export function describedServerPod(line: string): string | null {
  const [, asked, titled] = describedPod.exec(line) ?? [];
  const pod = asked ?? titled ?? '';
  return isServerName(pod) ? pod : null;
}
